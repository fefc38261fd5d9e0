import { firstBytes } from "../../domain/base/text/text.ts";
import { RETRIEVALS } from "../../domain/play/records/kinds.record.ts";
import type { Retrieval } from "../../domain/play/records/stored.ts";
import type { Payer } from "../../domain/shapes/payer.ts";
import { completeAct } from "../acts/complete-act.ts";
import { serviceAct } from "../acts/service-act.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { untilAborted } from "../retrieval/in-time.ts";

/** Milliseconds. A search that takes longer is given up: a debate can do without templates. */
const LONGEST_MS = 10_000;
/** Bytes of the topic that the search uses. */
const LONGEST_QUERY = 4_000;

/** Looks up reasoning templates for a debate. A failed search is a degradation, never a fault. */
export const retrieveTemplates = serviceAct(async (deps, service) => {
  const { store } = deps;
  const { input, debate, act } = service;
  const begun = deps.now().getTime();
  const config = await store.getConfig(debate);
  if (!config) throw new Error("there is no configuration to retrieve templates for");
  const query = firstBytes(config.topic, LONGEST_QUERY);
  const topK = config.retrieval?.topK ?? 0;
  const found = await look(deps, {
    payer: { tenant: debate.tenant, debateId: debate.debateId },
    query,
    topK,
    signal: act.signal,
  });
  // Reports what is stored, which is what prompts show, even when another attempt stored it.
  const { items: hits, ...how } = await store.records.put(debate, RETRIEVALS, found, { generation: input.generation });
  const at = deps.now();
  const items = hits.map(({ id, name, score }) => ({ id, name, score }));
  const data = { ...how, items, latencyMs: Math.max(0, at.getTime() - begun) };
  return completeAct(deps, service, {
    event: { type: "retrieval.completed", at: at.toISOString(), data },
    said: items.map((item) => item.name).join(", ") || "none",
  });
});

async function look(
  { templates }: ActivityDeps,
  { payer, ...search }: { payer: Payer; query: string; topK: number; signal: AbortSignal },
): Promise<Retrieval> {
  const signal = AbortSignal.any([search.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    return await untilAborted(signal, () => templates.search({ ...payer, ...search, signal }));
  } catch {
    search.signal.throwIfAborted();
    return nothing(signal.aborted ? "the template search took too long" : "the template search failed");
  }
}

function nothing(why: string): Retrieval {
  return { method: null, items: [], degraded: { what: "reasoning templates", why } };
}
