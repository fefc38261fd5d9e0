import { log } from "@temporalio/activity";
import { detectLanguage } from "../../domain/base/language/detect.ts";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import { TURNS } from "../../domain/play/records/kinds.record.ts";
import { fencesOf } from "../../domain/prompts/fences/fences.ts";
import type { SpokenTurn } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { withoutServers } from "../../domain/prompts/parts/tools.prompt-part.ts";
import { mayCite } from "../../domain/rules/citations/citations.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { canRetryFault } from "../../domain/shapes/faults/kinds.shape.ts";
import type { Turn, TurnContext } from "../../domain/shapes/schemas/turn.schema.ts";
import { billedOf } from "../../domain/shapes/state/costs.state.ts";
import type { TurnSpec } from "../../domain/shapes/state/steps.ts";
import type { KeyedEvent } from "../../store/port/log.port.ts";
import { completeAct } from "../acts/complete-act.ts";
import { reportWindow } from "../acts/report-window.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { promptHash } from "../base/prompt-hash.ts";
import { type Act, type ActInput, attemptAct, faultsOf, untilStored } from "../calls/attempt.ts";
import { type CallModelInput, callModel } from "../calls/call-model.ts";
import type { ActOutcome } from "../calls/outcome.activity.ts";
import { write } from "../calls/publish.ts";
import { converse, type Replied } from "../lookups/converse.ts";
import { checked, isOwed, isUnchecked } from "./check-turn.ts";
import { type ComposedTurn, composeTurn } from "./compose-turn.ts";
import { createDeltas } from "./deltas.ts";
import { lookUp } from "./look-up.ts";
import { measuredByWords } from "./measure-turn.ts";
import { createSpeech } from "./speech.ts";

export interface TakeTurnInput extends ActInput {
  turn: TurnSpec;
}

/** One participant speaks: streams the turn into the log, stores it once, and reports it to the workflow in brief. */
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
  const stored = act.attempt > 1 || turn.given ? await store.records.get(act.debate, TURNS, { id: turn.id }) : null;
  if (stored) act.onStored(stored);
  if (stored && !isOwed(stored, act)) return complete(deps, { input, act, turn: stored });
  if (!stored) await lookUp(deps, { act, turn, since: publication.since });
  const call = await composeTurn(deps, { debate: act.debate, turn, state, ...faultsOf(act) });
  if (stored) return complete(deps, { input, act, turn: await checked(deps, { act, call, spec: turn, turn: stored }) });
  const unmet = await reportWindow(deps, { input: { id: turn.id, publication }, act, call });
  if (unmet) return unmet;
  const first = act.keyed(opening(deps, { input, act, model: modelId(call.speaker) }));
  const { known } = await write(store, publication, [first]);
  // A first attempt that finds its opening event in the log is not the first: the workflow was reset.
  const spokenBefore = known.includes(first.key) ? await store.records.get(act.debate, TURNS, { id: turn.id }) : null;
  if (spokenBefore) return complete(deps, { input, act, turn: spokenBefore });
  const deltas = createDeltas((text) => appendDelta(deps, { input, act, text }), deps.deltaIntervalMs);
  const tellVoid = () => appendVoid(deps, { input, act });
  const { turnTimeout: timeout, silence } = input.durations;
  const hearing = {
    input,
    act,
    call,
    within: { timeout, silence },
    say: (text: string) => deltas.push(text),
    unsay: () => deltas.void(tellVoid),
  };
  // The log has what a refused answer said before it has the refusal.
  const spoken = await hear(deps, hearing).catch((fault) => deltas.end().then(() => Promise.reject(fault)));
  const made = measuredByWords(deps, { act, call, spec: turn, turn: turnOf({ deps, input, act, call, spoken }) });
  const [kept, words] = await Promise.all([
    untilStored(act.signal, () => store.records.put(act.debate, TURNS, made)),
    // A check may take its time.
    isUnchecked(made) ? deltas.end() : deltas.rest(),
  ]);
  act.onStored(kept);
  const last = words ? act.keyed(deltaOf(deps, { input, act, text: words })) : null;
  return complete(deps, { input, act, turn: await checked(deps, { act, call, spec: turn, turn: kept }), last });
}

interface Hearing {
  input: TakeTurnInput;
  act: Act;
  call: ComposedTurn;
  within: CallModelInput["within"];
  /** Receives each piece of what is said. */
  say: (text: string) => void;
  /** What was said so far were thoughts. */
  unsay: () => void;
}

/** Asks the speaker's model, with its tools where it has some. */
async function hear(deps: ActivityDeps, { input, act, call, within, say, unsay }: Hearing): Promise<Spoken> {
  const { turn, publication } = input;
  const { tooling, config, kind } = call;
  const heard = { ...call, wasRefused: faultsOf(act).faults !== undefined };
  const reveal = call.labels?.reveal ?? ((text: string) => text);
  const keepsCut = !kind.read && isTheLastTry(act);
  if (!tooling) {
    const speech = createSpeech(heard, { say, unsay });
    const heeded = { onDelta: speech.hear, onUnsaid: speech.forget };
    const reply = await callModel(deps, { call, act, within, ...heeded, keepsCut });
    return { said: await speech.end(reply), reply, uses: [], unreachable: [] };
  }
  const { since, state } = publication;
  const { value, ...replied } = await converse<SpokenTurn>(deps, {
    act,
    call,
    tooling,
    within,
    since,
    about: about(turn),
    used: call.tools.length,
    generation: state.generation,
    given: config.exhibits?.length ?? 0,
    fences: fencesOf(config),
    keepsCut,
    ...(!kind.read && { say, unsay }),
    read: (reply, whole) => (kind.read ? createSpeech(heard, { say, unsay }).end(reply) : { text: reveal(whole) }),
  });
  return { said: value, ...replied };
}

/** Another reply that nobody can use would be the turn's end, so a text that was cut off again is kept. */
function isTheLastTry({ failures }: Act): boolean {
  const unusable = failures.filter(({ data }) => data.kind === "invalid_response").length;
  return !canRetryFault("invalid_response", unusable);
}

/** What was said, with what it took. */
interface Spoken extends Pick<Replied<SpokenTurn>, "reply" | "uses" | "unreachable"> {
  said: SpokenTurn;
}

function opening(
  deps: ActivityDeps,
  { input, act, model }: { input: TakeTurnInput; act: Act; model: string },
): DraftEvent {
  const data = { ...about(input.turn), attempt: act.attempt };
  const { targetId } = input.turn;
  if (act.attempt === 1)
    return { type: "turn.started", at: now(deps), data: { ...data, model, ...(targetId && { targetId }) } };
  const last = act.failures.at(-1)?.data;
  return {
    type: "turn.restarted",
    at: now(deps),
    data: { ...data, kind: last?.kind ?? "interrupted", message: last?.message ?? "the attempt before was cut short" },
  };
}

interface Said {
  input: TakeTurnInput;
  act: Act;
  text: string;
}

function deltaOf(deps: ActivityDeps, { input, act, text }: Said): DraftEvent {
  return { type: "turn.delta", at: now(deps), data: { ...about(input.turn), attempt: act.attempt, text } };
}

function appendDelta(deps: ActivityDeps, said: Said) {
  const { input, act } = said;
  const events = [act.keyed(deltaOf(deps, said))];
  return deps.store.log.append({ debate: act.debate, since: input.publication.since, events });
}

/** Readers of the log had seen thoughts that nobody had marked as such. The attempt goes on. */
function appendVoid(deps: ActivityDeps, { input, act }: Omit<Said, "text">) {
  const data = {
    ...about(input.turn),
    attempt: act.attempt,
    kind: "interrupted",
    message: "what was said were thoughts",
  };
  const events = [act.keyed({ type: "turn.restarted", at: now(deps), data })];
  return deps.store.log.append({ debate: act.debate, since: input.publication.since, events });
}

async function complete(
  deps: ActivityDeps,
  { input, act, turn, last = null }: { input: TakeTurnInput; act: Act; turn: Turn; last?: KeyedEvent | null },
): Promise<ActOutcome> {
  const { publication } = input;
  const language = await foundLanguage(deps, { input, act, turn });
  const event: DraftEvent = {
    type: "turn.completed",
    at: turn.at,
    data: { ...about(input.turn), turn, ...(language && { language }) },
  };
  return completeAct(deps, { input: { id: turn.id, publication }, act }, { event, said: turn.text, last });
}

function turnOf(from: {
  deps: ActivityDeps;
  input: TakeTurnInput;
  act: Act;
  call: ComposedTurn;
  spoken: Spoken;
}): Turn {
  const { deps, act, call, spoken } = from;
  const { said, reply, uses, unreachable } = spoken;
  const tools = [...call.tools, ...uses];
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
    ...(reply.isCut && { isCutOff: true as const }),
    ...(reply.promptCut && { promptCut: reply.promptCut }),
    model: modelId(speaker),
    ...billedOf(reply.spend),
    latencyMs: reply.latencyMs,
    firstTokenMs: reply.firstTokenMs,
    attempt: act.attempt,
    promptSha256: promptHash(withoutServers(call.prompt, unreachable)),
    context: shownOf(from.input.turn, call),
    ...(tools.length > 0 && { tools }),
    ...(unreachable.length > 0 && { unreachable }),
    // Nothing that was bought is lost to the check: it comes when the turn is stored.
    ...(mayCite(said.text) && { citationsChecked: false as const }),
    at: now(deps),
  };
}

/** Where the request names none, the first text of a model says in which language the debate is. */
async function foundLanguage(
  { store }: ActivityDeps,
  { input, act, turn }: { input: TakeTurnInput; act: Act; turn: Turn },
): Promise<string | undefined> {
  if (input.publication.state.language !== undefined) return undefined;
  const config = await store.getConfig(act.debate);
  if (config?.language !== undefined) return undefined;
  // Nothing that was bought is lost to it: the debate goes on without.
  return detectLanguage(turn.text).catch((error: Error) => {
    log.warn("the language of a turn could not be found", { turnId: turn.id, error: error.name });
    return undefined;
  });
}

/** Which part of the transcript the prompt showed, by reference. */
function shownOf({ sees, round, index }: TurnSpec, { fitting: { fit } }: ComposedTurn): TurnContext {
  const { strategy, tokens, summaryId, leftOut } = fit;
  const seen = sees.round === round ? sees.index : index;
  return { strategy, seen, tokens, ...(summaryId && { summaryId }), ...(leftOut > 0 && { leftOut }) };
}

function about({ round, phase, participantId, id }: TurnSpec) {
  return { round, phase, participantId, turnId: id };
}

function now({ now: clock }: Pick<ActivityDeps, "now">): string {
  return clock().toISOString();
}
