import { createHash } from "node:crypto";
import { modelId } from "../domain/catalogue.ts";
import { checkCitations } from "../domain/citations.ts";
import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { SummaryNeed } from "../domain/debate-state.ts";
import type { DraftEvent, TurnDigest } from "../domain/events.ts";
import type { SpokenTurn, TurnKind } from "../domain/prompts/by-phase.ts";
import { type Prompt, promptText } from "../domain/prompts/prompt.ts";
import { visibleTurns } from "../domain/prompts/transcript.ts";
import type { Turn, TurnContext } from "../domain/schemas/turn.ts";
import { critiqueDigest } from "../domain/state.ts";
import type { TurnSpec } from "../domain/steps.ts";
import { type Act, type ActInput, attemptAct, persistently } from "./act.ts";
import { ask, readReply } from "./ask.ts";
import { type ComposedTurn, composeTurn } from "./compose-turn.ts";
import { createDeltas } from "./deltas.ts";
import type { ActivityDeps } from "./index.ts";
import { beforeCall, faultsOf } from "./judging.ts";
import type { ModelReply } from "./models/port.ts";
import { write } from "./publish.ts";
import { told } from "./told.ts";

export interface TakeTurnInput extends ActInput {
  turn: TurnSpec;
}

/** What an act tells the workflow: the events it wrote, without their texts, and how far the log reaches. */
export interface ActOutcome {
  head: number;
  events: DraftEvent[];
  /** The call was not made: this summary has to be there first. */
  needs?: SummaryNeed;
  /** For the Temporal UI. */
  preview?: string;
  /** Under a budget: the number of the last attempt that was made. */
  attempt?: number;
  /** Under a budget: a further attempt is wanted, which must be reserved first. */
  again?: { waitMs: number };
}

/** One participant speaks: the turn is streamed into the log, stored whole once, and told to the workflow in brief. */
export const takeTurn =
  (deps: ActivityDeps) =>
  (input: TakeTurnInput): Promise<ActOutcome> =>
    attemptAct(
      deps,
      {
        ...input,
        id: input.turn.id,
        failed: (data) => ({ type: "turn.failed", at: now(deps), data: { ...about(input.turn), ...data } }),
      },
      (act) => speak(deps, input, act),
    );

async function speak(deps: ActivityDeps, input: TakeTurnInput, act: Act): Promise<ActOutcome> {
  const { store } = deps;
  const { turn, publication } = input;
  const { state } = publication;
  const stored = act.attempt > 1 ? await store.getTurn(act.debate, turn.id) : null;
  if (stored) return complete(deps, { input, act, turn: stored });
  const call = await composeTurn(deps, { debate: act.debate, turn, state, ...faultsOf(act) });
  const unmet = await beforeCall(deps, { id: turn.id, publication, act, call });
  if (unmet) return unmet;
  const first = act.keyed(opening(deps, { input, act, model: modelId(call.speaker) }));
  const { known } = await write(store, publication, [first]);
  // A first attempt that finds its opening event in the log is not the first: the workflow was reset.
  const spokenBefore = known.includes(first.key) ? await store.getTurn(act.debate, turn.id) : null;
  if (spokenBefore) return complete(deps, { input, act, turn: spokenBefore });
  const deltas = createDeltas((text) => appendDelta(deps, { input, act, text }));
  // The pieces of a structured answer are nothing to read: its prose comes when it is whole.
  const onDelta = call.kind.read ? undefined : (text: string) => deltas.push(text);
  const { turnTimeout: timeout, silence } = input.durations;
  const reply = await ask(deps, { call, act, within: { timeout, silence }, onDelta });
  const said = spokenOf(reply, call.kind);
  if (call.kind.read) deltas.push(said.text);
  const [spoken] = await Promise.all([
    persistently(act.signal, () => store.putTurn(act.debate, turnOf({ deps, input, act, call, reply, said }))),
    deltas.end(),
  ]);
  return complete(deps, { input, act, turn: spoken });
}

/** Throws a fault that the next attempt is shown, when a structured answer is not of its shape. */
function spokenOf(reply: ModelReply, kind: TurnKind): SpokenTurn {
  return kind.read ? readReply(reply, kind.read) : { text: reply.text };
}

function opening(
  deps: ActivityDeps,
  { input, act, model }: { input: TakeTurnInput; act: Act; model: string },
): DraftEvent {
  const data = { ...about(input.turn), attempt: act.attempt };
  if (act.attempt === 1) return { type: "turn.started", at: now(deps), data: { ...data, model } };
  const last = act.failures.at(-1)?.data;
  return {
    type: "turn.restarted",
    at: now(deps),
    data: { ...data, kind: last?.kind ?? "interrupted", message: last?.message ?? "the attempt before was cut short" },
  };
}

function appendDelta(
  { store, ...deps }: ActivityDeps,
  { input, act, text }: { input: TakeTurnInput; act: Act; text: string },
) {
  const event: DraftEvent = {
    type: "turn.delta",
    at: now(deps),
    data: { ...about(input.turn), attempt: act.attempt, text },
  };
  return store.log.append({ debate: act.debate, since: input.publication.since, events: [act.keyed(event)] });
}

function complete(
  deps: ActivityDeps,
  { input, act, turn }: { input: TakeTurnInput; act: Act; turn: Turn },
): Promise<ActOutcome> {
  const { publication } = input;
  return told(
    deps,
    { input: { id: turn.id, publication }, act },
    {
      type: "turn.completed",
      at: turn.at,
      whole: { ...about(input.turn), turn },
      brief: { ...about(input.turn), turn: digestOf(turn) },
      said: turn.text,
    },
  );
}

export function digestOf(turn: Turn): TurnDigest {
  const { id, participantId, round, index, phase, status, usage, costUsd, latencyMs, attempt: tries } = turn;
  const digest = { id, participantId, round, index, phase, status, usage, costUsd, latencyMs, attempt: tries };
  const critique = turn.critique && { critique: critiqueDigest(turn.critique, round) };
  return { ...digest, ...critique, ...(turn.targetId && { targetId: turn.targetId }), length: turn.text.length };
}

function turnOf(from: {
  deps: ActivityDeps;
  input: TakeTurnInput;
  act: Act;
  call: ComposedTurn;
  reply: ModelReply;
  said: SpokenTurn;
}): Turn {
  const { deps, act, call, reply, said } = from;
  const { speaker } = call;
  const { id, participantId, round, index, phase, targetId } = from.input.turn;
  return {
    id,
    participantId,
    participant: speaker.name,
    round,
    index,
    phase,
    ...(targetId && { targetId }),
    ...said,
    status: "whole",
    model: modelId(speaker),
    usage: usageOf(reply.spend),
    costUsd: costUsdOf(reply.spend),
    latencyMs: reply.latencyMs,
    firstTokenMs: reply.firstTokenMs,
    attempt: act.attempt,
    promptSha256: hashOf(call.prompt),
    context: shownOf(from.input.turn, call),
    ...citationsOf(from),
    at: now(deps),
  };
}

/** What the turn cites, checked against what its speaker was shown. */
function citationsOf({ input, said, call }: { input: TakeTurnInput; said: SpokenTurn; call: ComposedTurn }) {
  const { config, turns } = call;
  const { topic, context = "", exhibits = [], participants, clarified = [] } = config;
  const answers = clarified.flatMap(({ text, answer }) => [text, answer ?? ""]);
  const citations = checkCitations({
    text: said.text,
    participantId: input.turn.participantId,
    exhibits,
    turns: visibleTurns(turns, input.turn.sees),
    given: [topic, context, ...answers, ...participants.map((p) => p.position)],
  });
  return citations.length > 0 ? { citations } : {};
}

/** What was shown of the transcript, by reference. */
function shownOf({ sees, round, index }: TurnSpec, { fitting: { fit } }: ComposedTurn): TurnContext {
  const { strategy, tokens, summaryId, leftOut } = fit;
  const seen = sees.round === round ? sees.index : index;
  return { strategy, seen, tokens, ...(summaryId && { summaryId }), ...(leftOut > 0 && { leftOut }) };
}

/** The prompt itself is not stored: it is rebuilt from its references, and this says whether it is the same. */
function hashOf(prompt: Prompt): string {
  return createHash("sha256").update(promptText(prompt)).digest("hex");
}

function about({ round, phase, participantId, id }: TurnSpec) {
  return { round, phase, participantId, turnId: id };
}

function now({ now: clock }: Pick<ActivityDeps, "now">): string {
  return clock().toISOString();
}
