import { firstBytes } from "../domain/text.ts";
import type { Retrieval } from "../store/port/debates.ts";
import type { ActivityDeps } from "./index.ts";
import type { JudgeInput } from "./judging.ts";
import { serving } from "./service.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

/** A search that takes longer is given up: the debate can do without. */
const LONGEST_MS = 10_000;
/** Bytes of the topic that are searched by. */
const LONGEST_QUERY = 4_000;

/** Looks up reasoning templates for a debate. A search that fails is told as a degradation, never as a fault. */
export const retrieveTemplates =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    serving(deps, input, async ({ debate, signal }) => {
      const { store } = deps;
      const begun = deps.now().getTime();
      const config = await store.getConfig(debate);
      if (!config) throw new Error("there is no configuration to retrieve templates for");
      const query = firstBytes(config.topic, LONGEST_QUERY);
      const topK = config.retrieval?.topK ?? 0;
      const found = await look(deps, { tenant: debate.tenant, query, topK, signal });
      // Whoever comes second tells what is stored, as the prompts will show it.
      const { items: hits, ...how } = await store.putRetrieval(debate, input.generation, found);
      const at = deps.now();
      const items = hits.map(({ id, name, score }) => ({ id, name, score }));
      const data = { ...how, items, latencyMs: Math.max(0, at.getTime() - begun) };
      return told(
        deps,
        { input, act: { signal, failures: [] } },
        {
          type: "retrieval.completed",
          at: at.toISOString(),
          whole: data,
          said: items.map((item) => item.name).join(", ") || "none",
        },
      );
    });

async function look(
  { templates }: ActivityDeps,
  search: { tenant: string; query: string; topK: number; signal: AbortSignal },
): Promise<Retrieval> {
  const signal = AbortSignal.any([search.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    return await Promise.race([templates.search({ ...search, signal }), rejectedBy(signal)]);
  } catch {
    search.signal.throwIfAborted();
    return nothing(signal.aborted ? "the template search took too long" : "the template search failed");
  }
}

function nothing(why: string): Retrieval {
  return { method: null, items: [], degraded: { what: "reasoning templates", why } };
}

/** A search may not look at its signal. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
