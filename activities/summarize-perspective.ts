import { modelId } from "../domain/catalogue.ts";
import { verbatim } from "../domain/context/view.ts";
import { rulesFor } from "../domain/dialectic-summaries.ts";
import type { DraftEvent } from "../domain/events.ts";
import { ownView } from "../domain/prompts/perspective.ts";
import {
  buildPerspectiveSummaryPrompt,
  readPerspectiveSummary,
  viewLength,
} from "../domain/prompts/perspective-summary.ts";
import type { Summary } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, attemptAct, persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, cacheKeyOf, callOf, type JudgeInput, load, PREVIEW, rule, told } from "./judging.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

/** §1.5: summaries are asked for at this temperature, whatever the agent's own. */
const TEMPERATURE = 0.3;

interface ComposedSummary extends Composed {
  /** Characters of the summary at most. */
  maxLength: number;
  /** Characters of what is summarised. */
  before: number;
}

export const composePerspectiveSummary: Compose<ComposedSummary> = async (deps, call) => {
  const { debate, state, id, participantId = "", faults } = call;
  const ref = state.dialectic?.summaries[participantId];
  const [{ config, turns }, earlier] = await Promise.all([
    load(deps, call),
    ref ? deps.store.getSummary(debate, ref) : null,
  ]);
  const speaker = config.participants.find((p) => p.id === participantId);
  if (!speaker || !config.dialectic) throw new Error(`no configuration for ${id}`);
  const view = { config, participantId, turns, earlier: earlier ?? undefined };
  const model = { ...speaker, temperature: TEMPERATURE };
  const fit = await fitted(deps, {
    ...call,
    config,
    model,
    reader: participantId,
    turns: ownView(turns, participantId, earlier?.round),
    build: (shown) =>
      buildPerspectiveSummaryPrompt({ ...view, turns: verbatim(turns, shown), ...(faults && { faults }) }),
  });
  const { maxLength } = rulesFor(config.dialectic, participantId);
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, maxLength, before: viewLength(view) };
};

/** An agent's own view of the rounds so far in brief, by its own model. */
export const summarizePerspective =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> => {
    const { id, round, participantId } = input;
    if (participantId === undefined) throw new Error(`nobody's view is to be summarised by ${id}`);
    const about = { round, phase: "summarizing", participantId, turnId: id };
    const failed = (data: ReturnType<typeof failureData>): FailureEvent => ({
      type: "turn.failed",
      at: deps.now().toISOString(),
      data: { ...about, ...data },
    });
    return attemptAct(deps, { ...input, failed }, (act) => summarize(deps, { input, act, participantId }));
  };

interface Call {
  input: JudgeInput;
  act: Act;
  participantId: string;
}

async function summarize(deps: ActivityDeps, { input, act, participantId }: Call): Promise<ActOutcome> {
  const { store } = deps;
  const { id, round, publication } = input;
  await write(store, publication);
  const [stored, call] = await Promise.all([
    store.getSummary(act.debate, { id, round }),
    composePerspectiveSummary(deps, callOf(input, act)),
  ]);
  if (stored) return summarized(deps, { input, act, summary: stored });
  const { maxLength, before } = call;
  const { reply, value: text } = await rule(deps, { input, act, call }, (said) =>
    readPerspectiveSummary(said, { maxLength }),
  );
  const sizes = { before, after: text.length };
  const summary: Summary = {
    id,
    participantId,
    round,
    text,
    ...sizes,
    method: "model",
    model: modelId(call.model),
    ...bill(deps, act, reply),
  };
  const kept = await persistently(act.signal, () => store.putSummary(act.debate, summary));
  return summarized(deps, { input, act, summary: kept });
}

async function summarized(
  deps: ActivityDeps,
  { input, act, summary }: { input: JudgeInput; act: Act; summary: Summary },
): Promise<ActOutcome> {
  const { text, ...digest } = summary;
  const { round, participantId, at, before, after } = summary;
  const eventOf = (body: Summary | typeof digest): DraftEvent => ({
    type: "context.summarized",
    at,
    data: { round, participantId, summary: body },
  });
  const head = await told(deps, { input, act, event: eventOf(summary) });
  const said = preview(`${before} characters in ${after}. ${text}`, PREVIEW);
  return { head, events: [...act.failures, ...act.noted, eventOf(digest)], preview: said };
}
