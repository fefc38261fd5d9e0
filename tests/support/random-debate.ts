/**
 * Plays a debate of pure steps as the workflow does, with outcomes, commands and faults at random, and checks at every
 * step that the protocol asks for nothing illegal.
 */
import { expect } from "vitest";
import { openQuestions } from "../../domain/clarifications.ts";
import type { DebateState } from "../../domain/debate-state.ts";
import type { DraftEvent, EventPayloads } from "../../domain/events.ts";
import { isLost } from "../../domain/judging/panel.ts";
import { allowedCommands, COMMANDS, type Command, isTerminal, move } from "../../domain/lifecycle.ts";
import type { DebatePlan } from "../../domain/plan.ts";
import { isSettled } from "../../domain/protocols/control-arm.ts";
import { verdictId } from "../../domain/protocols/ids.ts";
import { preparations } from "../../domain/protocols/preparation.ts";
import { next } from "../../domain/protocols/registry.ts";
import { initialState, reduce, situationOf } from "../../domain/state.ts";
import type { ActSpec, Step, TurnSpec } from "../../domain/steps.ts";
import { event } from "./drive.ts";
import { actOutcome, type Dice, questionsAsked, turnFault, turnOutcome } from "./random-outcomes.ts";
import { createRemedies } from "./random-remedies.ts";

/** Steps of the longest debate, with all the pauses and errors that dice can throw. */
const STEPS = 20_000;

export function playAtRandom(plan: DebatePlan, roll: Dice) {
  const events: DraftEvent[] = [];
  const steps: Step[] = [];
  const spoken = new Set<string>();
  let state: DebateState = initialState(plan);
  /** What is in flight was cut short by a pause. */
  let cut = false;

  const emit = (e: DraftEvent) => {
    expect(isTerminal(state.status) && !e.type.startsWith("debate.")).toBe(false);
    events.push(e);
    state = reduce(state, e);
  };
  const happen = (on: Parameters<typeof move>[1], extra: Partial<EventPayloads["debate.status"]> = {}) => {
    const status = move({ ...situationOf(state), problems: extra.problems?.length ?? state.problems.length }, on);
    if (!status) throw new Error(`${on} is illegal in ${state.status}`);
    const { phase, round } = state;
    emit(event("debate.status", { status, phase, round, pausing: false, by: on, ...extra }));
  };
  const end = (type: "debate.completed" | "debate.failed" | "debate.cancelled") =>
    emit(event(type, { status: state.status } as EventPayloads[typeof type]));

  /** A command at random: carried out when the table allows it, else nothing changes. */
  const command = (turnsInFlight = 0) => {
    const name = COMMANDS[roll(COMMANDS.length)] as Command;
    const stopMode = roll(4) === 0 ? ("abandon" as const) : ("conclude" as const);
    const situation = situationOf(state, { turnsInFlight, stopMode });
    const status = move(situation, name);
    expect(allowedCommands(situation).includes(name)).toBe(status !== null);
    if (status === null) return;
    if (name === "submitAnswers") return answer();
    if (name === "decide") return remedies.decide();
    cut = name === "pause" && roll(2) === 0;
    const { endedBy } = state;
    const { phase, round } = name === "reset" ? { phase: null, round: 0 } : state;
    const owner = status === "concluding" && name === "stop" && !endedBy ? { endedBy: "owner" as const } : {};
    emit(event("debate.status", { status, phase, round, pausing: name === "pause", by: name, ...owner }));
    if (status === "cancelled") end("debate.cancelled");
  };
  const answer = () => {
    const open = openQuestions(state);
    const answers = open.slice(0, 1 + roll(open.length)).map((questionId) => ({ questionId, answer: "Yes." }));
    emit(event("clarification.answered", { answers }));
  };
  const disturbed = (turnsInFlight = 0) => {
    if (roll(8) === 0) command(turnsInFlight);
    return isTerminal(state.status);
  };
  const remedies = createRemedies({ plan, state: () => state, emit, happen, roll });
  const speakerOf = ({ by }: ActSpec) => (typeof by === "string" ? undefined : by.participantId);
  const mendActs = (acts: ActSpec[], at: DebateState["status"]) => {
    for (const act of acts) if (state.status === at) remedies.mend({ act, participantId: speakerOf(act) });
  };

  const leavePhase = () => {
    const { phase, round } = state;
    if (phase && phase !== "round_complete") emit(event("phase.completed", { round, phase }));
  };
  const enterPhase = (phase: string, expected: number) => {
    if (state.phase === phase) return;
    leavePhase();
    emit(event("phase.started", { round: state.round, phase, expected }));
  };

  const isCut = () => cut && state.pausing;

  /** True when it was said, or cut short: it is no fault then. */
  function take(turn: TurnSpec, inFlight: number): boolean {
    if (disturbed(inFlight)) return false;
    if (isCut()) {
      emit(turnFault(turn, null));
      return true;
    }
    if (roll(10) === 0) emit(turnFault(turn, 1_000));
    if (roll(12) === 0) {
      emit(turnFault(turn, null));
      return false;
    }
    expect(spoken.has(turn.id)).toBe(false);
    spoken.add(turn.id);
    emit(turnOutcome(turn, roll));
    return true;
  }

  /** True when it was done, or cut short. */
  function perform(act: ActSpec): boolean {
    if (disturbed()) return false;
    if (isCut()) return true;
    if (act.by === "judge" && state.withoutJudge) {
      emit(
        event("act.skipped", { round: state.round, actId: act.id, degradation: { what: act.name, why: "decided" } }),
      );
      return true;
    }
    if (act.by !== "service" && roll(12) === 0) {
      if (act.dispensable === undefined) return false;
      emit(
        event("act.skipped", { round: state.round, actId: act.id, degradation: { what: act.dispensable, why: "cut" } }),
      );
      return true;
    }
    emit(actOutcome(act, state, roll));
    return true;
  }

  function initialize(): void {
    for (let [act] = preparations(plan, state); act; [act] = preparations(plan, state)) {
      if (!perform(act)) mendActs([act], "initializing");
      if (state.pausing || state.status !== "initializing") return;
    }
    happen("initialized");
  }

  function takeTurns(step: Extract<Step, { kind: "turns" }>): void {
    enterPhase(step.phase, step.expected);
    const now = step.order === "parallel" ? step.turns : step.turns.slice(0, 1);
    const silent = now.filter((turn, i) => !isTerminal(state.status) && !take(turn, now.length - i));
    for (const turn of silent)
      if (state.status === "running") remedies.mend({ turn, participantId: turn.participantId });
  }

  /** A panel does without a ballot or a vote while another one answers the same question. */
  function withoutSpoilt(undone: ActSpec[]): ActSpec[] {
    const failed = undone.map(({ id }) => id);
    const lost = undone.filter(({ id }) => isLost(plan, state, { id, failed }));
    for (const act of undone)
      if (!lost.includes(act) && !isTerminal(state.status))
        emit(event("act.skipped", { round: state.round, actId: act.id, degradation: { what: act.id, why: "cut" } }));
    return lost;
  }

  function castBallots(ballots: ActSpec[]): void {
    const verdict = { id: verdictId(state.generation), name: "countBallots", by: "service" } as const;
    if (state.withoutJudge)
      return emit(
        event("act.skipped", { round: state.round, actId: verdict.id, degradation: { what: "it", why: "decided" } }),
      );
    enterPhase("balloting", ballots.length);
    for (const { id } of ballots) expect(state.ballots ?? []).not.toContain(id);
    const lost = withoutSpoilt(ballots.filter((act) => !isTerminal(state.status) && !perform(act)));
    if (lost.length > 0) mendActs([verdict], "concluding");
  }

  function conclude({ endedBy, turn, ballots, act }: Extract<Step, { kind: "conclude" }>): void {
    leavePhase();
    if (state.status === "running") happen("roundsOver", { phase: null, endedBy });
    if (state.wholeTurns === 0 && !isSettled(plan, state)) {
      happen("nothingToConclude");
      return end("debate.cancelled");
    }
    if (turn) {
      const said = take(turn, 1);
      if (!said && state.status === "concluding") return remedies.mend({ turn, participantId: turn.participantId });
      if (!said || !state.taken.includes(turn.index) || state.pausing || state.status !== "concluding") return;
    }
    if (ballots) return castBallots(ballots);
    if (!state.result && !perform(act)) return mendActs([act], "concluding");
    if (!state.result || state.pausing || state.status !== "concluding") return;
    happen("concluded");
    end("debate.completed");
  }

  function live(step: Step): void {
    switch (step.kind) {
      case "beginRound":
        leavePhase();
        return emit(event("round.started", { round: step.round }));
      case "turns":
        return takeTurns(step);
      case "acts": {
        enterPhase(step.phase, step.acts.length);
        const { status } = state;
        const undone = step.acts.filter((act) => !isTerminal(state.status) && !perform(act));
        return mendActs(step.acts[0]?.name === "castVote" ? withoutSpoilt(undone) : undone, status);
      }
      case "gatherQuestions":
        return emit(questionsAsked(step, state.clarification?.total ?? 0, roll));
      case "awaitAnswers":
        return roll(3) > 0 ? answer() : command();
      case "clarified":
        leavePhase();
        return happen("clarified", { phase: null });
      case "endRound":
        leavePhase();
        return emit(event("round.completed", { round: step.round, usage: COSTLESS, costUsd: 0 }));
      case "conclude":
        return conclude(step);
    }
  }

  function waiting(): void {
    if (state.status === "validating")
      return roll(6) === 0
        ? happen("rejected", { problems: [{ pointer: "/topic", detail: "no" }] })
        : happen("passed", { problems: [] });
    if (state.status === "configuring") return roll(4) === 0 ? expire("debate.cancelled") : happen("validate");
    if (state.status === "ready") return happen("start");
    if (state.status === "error" && roll(20) === 0) return expire("debate.failed");
    if (state.status === "awaiting_decision" && roll(3) > 0) return remedies.decide();
    return command();
  }
  const expire = (type: "debate.failed" | "debate.cancelled") => {
    happen("expired");
    end(type);
  };

  happen("validate");
  for (let n = 0; !isTerminal(state.status); n++) {
    if (n > STEPS) throw new Error(`no end in sight: ${state.status}, round ${state.round}`);
    if (disturbed()) break;
    if (state.pausing && state.status !== "awaiting_decision") happen("settled");
    else if (["configuring", "validating", "ready", "paused", "awaiting_decision", "error"].includes(state.status))
      waiting();
    else if (state.status === "initializing") initialize();
    else {
      const step = next(plan, state);
      requireLegal(plan, state, step);
      steps.push(step);
      live(step);
    }
  }
  return { state, events, steps };
}

const COSTLESS = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 };

const KINDS: Partial<Record<DebateState["status"], Step["kind"][]>> = {
  clarifying: ["acts", "gatherQuestions", "awaitAnswers", "clarified"],
  running: ["beginRound", "turns", "acts", "endRound", "conclude"],
  concluding: ["acts", "conclude"],
};

function requireLegal(plan: DebatePlan, state: DebateState, step: Step): void {
  expect(KINDS[state.status]).toContain(step.kind);
  if (step.kind === "beginRound") expect(step.round).toBe(state.round + 1);
  if (step.kind === "beginRound") expect(step.round).toBeLessThanOrEqual(plan.maxRounds);
  const turns = step.kind === "turns" ? step.turns : step.kind === "conclude" && step.turn ? [step.turn] : [];
  if (step.kind === "turns") expect(turns.length).toBeGreaterThan(0);
  for (const turn of turns) {
    expect(plan.participants.map((p) => p.id)).toContain(turn.participantId);
    expect(state.participants.find((p) => p.id === turn.participantId)?.status).not.toBe("failed");
    expect(turn.round).toBe(state.round);
    expect(state.taken).not.toContain(turn.index);
    expect(turn.sees.count).toBeLessThanOrEqual(state.wholeTurns);
  }
  const acts = step.kind === "acts" ? step.acts : step.kind === "conclude" ? [step.act] : [];
  for (const { by, id } of acts) {
    if (by === "judge") expect(state.skipped ?? []).not.toContain(id);
    if (by === "judge") expect(plan.judge).not.toBeNull();
    else if (typeof by !== "string") expect(plan.participants.map((p) => p.id)).toContain(by.participantId);
  }
}
