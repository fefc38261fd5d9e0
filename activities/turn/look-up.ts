/**
 * Looks up what a turn's speaker is shown of the files of `retrieval.from`. It is stored before the model is asked, so a
 * retry shows the same. A search that fails is told in the turn, and the turn goes on without it.
 */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { generationIn } from "../../domain/play/records/keys.record.ts";
import { LOOKUPS, TURNS } from "../../domain/play/records/kinds.record.ts";
import { lookupQuery } from "../../domain/prompts/parts/query.prompt-part.ts";
import { passageExhibit } from "../../domain/rules/exhibits/passage-exhibits.ts";
import { withinTokens } from "../../domain/rules/exhibits/passage-tokens.ts";
import { passageId } from "../../domain/shapes/files/passage.files.ts";
import type { DebateConfig, ParticipantConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Exhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { ToolUse } from "../../domain/shapes/schemas/tool-use.ts";
import type { TurnSpec } from "../../domain/shapes/state/steps.ts";
import { lookupId } from "../../domain/shapes/turn-ids.ts";
import { listFound } from "../../store/records/combined.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type Act, untilStored } from "../calls/attempt.ts";
import { type Finding, numberExhibits } from "../exhibits/number.ts";
import { untilAborted } from "../retrieval/in-time.ts";

/** Milliseconds. The first search of a long file by meaning buys its vectors, and the next one goes on from there. */
const LONGEST_MS = 30_000;
/** Characters of the query that the turn keeps. */
const LONGEST_INPUT = 2_000;

interface LookingUp {
  act: Pick<Act, "debate" | "signal">;
  turn: TurnSpec;
  /** A log id below all events of the turn. */
  since: number;
}

/** Nothing to do in a debate without `retrieval.from`. May be repeated. */
export async function lookUp(deps: ActivityDeps, of: LookingUp): Promise<void> {
  const { store } = deps;
  const { act, turn, since } = of;
  const { debate } = act;
  const config = await store.getConfig(debate);
  const speaker = config?.participants.find(({ id }) => id === turn.participantId);
  if (!config?.passages || !speaker) return;
  const generation = generationIn(turn.id) ?? 1;
  const known = await store.records.get(debate, LOOKUPS, { id: lookupId(turn.id) });
  const use = known ?? (await keep(deps, of, await made(deps, { ...of, config, speaker, generation })));
  const all = await listFound(store.records, { debate, config, generation });
  const exhibits = all.filter(({ id }) => use.exhibits.includes(id));
  const event = toldOf(turn, { use, exhibits });
  await untilStored(act.signal, () => store.log.append({ debate, since, events: [{ key: `${use.id}/found`, event }] }));
}

function keep({ store }: ActivityDeps, { act }: LookingUp, use: ToolUse): Promise<ToolUse> {
  return untilStored(act.signal, () => store.records.put(act.debate, LOOKUPS, use));
}

function toldOf(
  { id: turnId, round, phase, participantId }: TurnSpec,
  { use, exhibits }: { use: ToolUse; exhibits: Exhibit[] },
) {
  const data = { round, phase, participantId, turnId, use, exhibits };
  return { type: "exhibits.found" as const, at: use.at, data };
}

interface Looking extends LookingUp {
  config: DebateConfig;
  speaker: ParticipantConfig;
  generation: number;
}

async function made(deps: ActivityDeps, looking: Looking): Promise<ToolUse> {
  const { act, turn, config, speaker, generation } = looking;
  const turns = await deps.store.records.list(act.debate, TURNS, { generation, before: turn.sees });
  const query = lookupQuery({ config, speaker, turn, turns });
  const begun = deps.now().getTime();
  const found = await search(deps, { ...looking, query });
  const findings = "failed" in found ? [] : found.findings;
  const { exhibits: given = [] } = config;
  const known = given.filter((exhibit) => findings.some((finding) => isSamePassage(exhibit, finding)));
  const others = findings.filter((finding) => !given.some((exhibit) => isSamePassage(exhibit, finding)));
  const numbering = { debate: act.debate, generation, given: given.length };
  const numbered = await untilStored(act.signal, () => numberExhibits(deps.store.records, numbering, others));
  const at = deps.now();
  return {
    id: lookupId(turn.id),
    type: "retrieval",
    tool: "passages",
    input: query.slice(0, LONGEST_INPUT).toWellFormed(),
    ...("failed" in found ? { status: "failed", message: found.failed } : { status: "done" }),
    exhibits: [...known, ...numbered].map(({ id }) => id),
    latencyMs: Math.max(0, at.getTime() - begun),
    at: at.toISOString(),
  };
}

/** What came with the request has its number already. */
function isSamePassage(given: Exhibit, found: Finding): boolean {
  return given.file === found.file && given.page === found.page && given.text === found.text;
}

async function search(
  deps: ActivityDeps,
  { act, config, query }: Looking & { query: string },
): Promise<{ findings: Finding[] } | { failed: string }> {
  const { passages, store } = deps;
  const { from = [], topK = 0 } = config.passages ?? {};
  const { tenant, debateId } = act.debate;
  const late = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([act.signal, late]);
  try {
    const files = (await Promise.all(from.map((id) => store.files.get(tenant, id)))).filter((file) => file !== null);
    if (files.length === 0) return { failed: "the files were deleted" };
    const wanted = { tenant, debateId, from: files.map(({ id }) => id), query, topK, signal };
    const { items } = await untilAborted(signal, () => passages.search(wanted));
    const foundAt = deps.now().toISOString();
    const findings = items.flatMap(({ score: _score, ...passage }): Finding[] => {
      const file = files.find(({ id }) => id === passage.fileId);
      const exhibit = file ? passageExhibit(file, passage) : null;
      return exhibit ? [{ ...exhibit, text: withinTokens(exhibit.text), foundAt, passage: passageId(passage) }] : [];
    });
    return { findings };
  } catch (error) {
    act.signal.throwIfAborted();
    if (late.aborted) return { failed: "the search took too long" };
    return { failed: error instanceof ParleyError ? error.message : "the search failed" };
  }
}
