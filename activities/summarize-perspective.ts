import { modelId } from "../domain/catalogue.ts";
import type { DraftEvent } from "../domain/events.ts";
import {
  buildPerspectiveSummaryPrompt,
  readPerspectiveSummary,
  viewLength,
} from "../domain/prompts/perspective-summary.ts";
import type { Summary } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, attemptAct, persistently } from "./act.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, faultsOf, type JudgeInput, load, PREVIEW, rule, told } from "./judging.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

/** §1.5: summaries are asked for at this temperature, whatever the agent's own. */
const TEMPERATURE = 0.3;

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
  const ref = publication.state.dialectic?.summaries[participantId];
  const [stored, { config, turns }, earlier] = await Promise.all([
    store.getSummary(act.debate, { id, round }),
    load(deps, { act, input }),
    ref ? store.getSummary(act.debate, ref) : null,
  ]);
  if (stored) return summarized(deps, { input, act, summary: stored });
  const speaker = config.participants.find((p) => p.id === participantId);
  if (!speaker || !config.dialectic) throw new Error(`no configuration for ${id}`);
  const view = { config, participantId, turns, earlier: earlier ?? undefined };
  const prompt = buildPerspectiveSummaryPrompt({ ...view, ...faultsOf(act) });
  const asked = { input, act, judge: { ...speaker, temperature: TEMPERATURE }, prompt };
  const { maxLength } = config.dialectic.summaries;
  const { reply, value: text } = await rule(deps, asked, (said) => readPerspectiveSummary(said, { maxLength }));
  const sizes = { before: viewLength(view), after: text.length };
  const summary: Summary = {
    id,
    participantId,
    round,
    text,
    ...sizes,
    method: "model",
    model: modelId(speaker),
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
  return { head, events: [...act.failures, eventOf(digest)], preview: said };
}
