/** What the interpreter can do: each step of a debate, made durable through activities. */
import { condition } from "@temporalio/workflow";
import { costUsdOf, spendSince, totalOf, usageOf } from "../domain/costs.ts";
import type { EventPayloads } from "../domain/events.ts";
import { ballotTitle, isLost } from "../domain/judging/panel.ts";
import { type Happening, isTerminal, move, type Status } from "../domain/lifecycle.ts";
import { isSettled } from "../domain/protocols/control-arm.ts";
import { isBallotId, verdictId } from "../domain/protocols/ids.ts";
import { preparations } from "../domain/protocols/preparation.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import type { EndedBy } from "../domain/schemas/result.ts";
import { situationOf } from "../domain/state.ts";
import type { ActSpec, Step } from "../domain/steps.ts";
import { createActing, WITHOUT_JUDGE } from "./acting.ts";
import { storeActs } from "./acts.ts";
import { createBudget } from "./budget.ts";
import { createClarifying } from "./clarifying.ts";
import type { Fault } from "./faults.ts";
import { createMending } from "./mending.ts";
import type { DebateInput } from "./messages.ts";
import { createPicture } from "./picture.ts";
import { publish } from "./publishing.ts";
import { skip } from "./remedies.ts";
import { type DebateRun, tooLong } from "./run.ts";

/** Commands wait as long for their answer, so it must be short. */
const SHORT_REST_MS = 1_000;

type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;
type StatusData = EventPayloads["debate.status"];

export function createStage(run: DebateRun) {
  const { plan } = run;
  const { durations } = plan;
  const picture = createPicture();

  /** A move of the lifecycle that is not the owner's. */
  function happen(on: Happening | "validate" | "start", extra: Partial<StatusData> = {}): void {
    const problems = extra.problems?.length ?? run.state.problems.length;
    const status = move({ ...situationOf(run.state, run), problems }, on);
    if (!status) throw new Error(`${on} is not legal while the debate is ${run.state.status}`);
    const { phase, round } = run.state;
    run.emit("debate.status", {
      status,
      phase: isTerminal(status) ? null : phase,
      round,
      pausing: false,
      by: on,
      ...extra,
    });
  }

  function end(type: "debate.completed" | "debate.failed" | "debate.cancelled", reason?: string): void {
    const status = run.state.status;
    run.emit(type, { status, ...(reason && { reason }) } as EventPayloads[typeof type]);
  }

  function leavePhase(): void {
    const { phase, round } = run.state;
    if (phase && phase !== "round_complete") run.emit("phase.completed", { round, phase });
  }

  function enterPhase(phase: string, expected: number): void {
    if (run.state.phase === phase) return;
    leavePhase();
    run.emit("phase.started", { round: run.state.round, phase, expected });
  }

  const budget = createBudget({ run, happen });
  const { takeTurn, perform, condense, doWithout, publishing } = createActing({ run, picture, budget });
  const { mend, ...mending } = createMending({ run, picture, happen });

  type Undone = { fault: Fault | null } & Parameters<typeof mend>[1];

  /** What failed at once, one after the other, until the debate is stopped, waits or concludes. */
  async function mendAll(failed: Undone[], at: Status): Promise<void> {
    const { judgeModel } = run.state;
    for (const { fault, ...about } of failed) {
      // Another judge is to be asked before anybody else takes the place of this one.
      const isAnothers = !fault?.participantId && run.state.judgeModel !== judgeModel;
      if (fault && !isAnothers && run.state.status === at) await mend(fault, about);
    }
  }

  /** A panel does without a ballot while another one answers the same question; else its judges have failed. */
  function withoutSpoilt(undone: { act: ActSpec; fault: Fault | null }[]): Undone[] {
    const failed = undone.filter(({ fault }) => fault).map(({ act: { id } }) => id);
    const lost = undone.filter(({ act: { id }, fault }) => fault && isLost(plan, run.state, { id, failed }));
    for (const { act: spec, fault } of undone)
      if (!lost.some((one) => one.act === spec))
        doWithout({ ...spec, dispensable: ballotTitle(spec, plan.judge) }, fault);
    // Of the ballots all make one verdict.
    const about = (spec: ActSpec) =>
      isBallotId(spec.id) ? { id: verdictId(run.state.generation), name: "countBallots" as const } : spec;
    return lost.map(({ act: spec, fault }) => ({ fault, act: about(spec) }));
  }

  return {
    show: (doing: string) => picture.show(run, doing),

    open(problems?: Problem[], origin?: DebateInput["origin"]): void {
      const { format, maxRounds } = plan;
      run.emit("debate.created", { format, maxRounds, ...(problems && { problems }), ...origin });
      if (!plan.draft) happen("validate");
    },

    /** A fork is not paused because its original was about to be. */
    goOn({ forkedFrom }: NonNullable<DebateInput["origin"]>): void {
      const { status, phase, round } = run.state;
      const reason = `forked from ${forkedFrom?.id} after round ${forkedFrom?.afterRound}`;
      run.emit("debate.status", { status, phase, round, pausing: false, by: "fork", reason });
    },

    /** A pause takes effect once nothing is in flight. */
    settle(): void {
      happen("settled");
    },

    async waitForOwner(): Promise<void> {
      const { status, since } = run.state;
      if (status === "ready" && !plan.draft) return happen("start");
      picture.show(run, "waiting for its owner");
      await publish(run);
      const moved = () => run.state.status !== status || run.state.since !== since || tooLong(run);
      const expiry = expiryOf(status);
      if (expiry === null) return condition(moved);
      const left = Math.max(1, Date.parse(since ?? "") + expiry - Date.now());
      if (await condition(moved, left, { summary: `${status}: waiting for its owner` })) return;
      happen("expired");
      end(run.state.status === "failed" ? "debate.failed" : "debate.cancelled", "nobody acted in time");
    },

    async validate(): Promise<void> {
      if (plan.draft || run.state.revision) return recheck();
      const models = [...plan.participants, ...(plan.judge ? [plan.judge, ...(plan.panel ?? [])] : [])];
      const problems = await storeActs("providers and keys").checkProviders({
        models: models.map(({ provider, model }) => ({ provider, model })),
        ...(!plan.judge && { judge: false }),
      });
      if (run.state.status !== "validating") return;
      happen(problems.length > 0 ? "rejected" : "passed", { problems });
    },

    async initialize(): Promise<void> {
      for (let [spec] = preparations(plan, run.state); spec; [spec] = preparations(plan, run.state)) {
        if (!(await budget.admit({ acts: [spec] }))) return;
        await mendAll([{ fault: await perform(spec, null), act: spec }], "initializing");
        if (run.state.pausing || run.state.status !== "initializing") return;
      }
      happen("initialized");
      // Seen at once, even when the first turn has to wait for a worker or a rate limit.
      await publish(run);
    },

    async beginRound({ round, afterMs }: StepOf<"beginRound">): Promise<void> {
      if (afterMs > 0 && (await rest(afterMs)) === "interrupted") return;
      leavePhase();
      run.emit("round.started", { round });
    },

    async takeTurns(step: StepOf<"turns">): Promise<void> {
      const now = step.order === "parallel" ? step.turns : step.turns.slice(0, 1);
      if (!(await budget.admit({ turns: now }))) return;
      enterPhase(step.phase, step.expected);
      const failed = await Promise.all(now.map(async (turn) => ({ turn, fault: await takeTurn(turn) })));
      await mendAll(failed, "running");
      await condense();
    },

    async perform({ phase, acts }: StepOf<"acts">): Promise<void> {
      if (!(await budget.admit({ acts }))) return;
      enterPhase(phase, acts.length);
      const { status } = run.state;
      const failed = await Promise.all(
        acts.map(async (spec) => ({ act: spec, fault: doWithout(spec, await perform(spec, null)) })),
      );
      // Stopped meanwhile, the debate concludes without these acts.
      await mendAll(acts[0]?.name === "castVote" ? withoutSpoilt(failed) : failed, status);
      await condense();
    },

    ...mending,
    ...createClarifying({ run, picture, happen, enterPhase, leavePhase, publishing }),

    endRound({ round }: StepOf<"endRound">): void {
      leavePhase();
      const spent = spendSince(totalOf(run.state), run.state.spentBeforeRound);
      run.emit("round.completed", { round, usage: usageOf(spent), costUsd: costUsdOf(spent) });
    },

    async conclude({ endedBy, turn, ballots, act: spec }: StepOf<"conclude">): Promise<void> {
      leavePhase();
      if (run.state.status === "running") happen("roundsOver", { phase: null, endedBy });
      if (run.state.wholeTurns === 0 && !isSettled(plan, run.state)) {
        happen("nothingToConclude");
        return end("debate.cancelled", "no turn was whole, so there was nothing to rule on");
      }
      if (turn) {
        if (!(await budget.admit({ turns: [turn] }))) return;
        enterPhase("synthesizing", 1);
        const fault = await takeTurn(turn);
        if (fault && run.state.status === "concluding") return mend(fault, { turn });
        await condense();
        leavePhase();
        const isTaken = run.state.taken.includes(turn.index);
        if (fault || !isTaken || run.state.pausing || run.state.status !== "concluding") return;
      }
      if (ballots) return castBallots(ballots, endedBy);
      if (!run.state.result) {
        if (!(await budget.admit({ acts: [spec] }))) return;
        await mendAll([{ fault: await perform(spec, endedBy), act: spec }], "concluding");
        await condense();
      }
      if (!run.state.result || run.state.pausing || run.state.status !== "concluding") return;
      happen("concluded");
      end("debate.completed");
    },

    /** The workflow was cancelled from Temporal's own tools: the stored debate must say so. */
    cancelled(): void {
      if (isTerminal(run.state.status)) return;
      happen("cancelledFromOutside");
      end("debate.cancelled", "the workflow was cancelled");
    },
  };

  /** A draft may lack more than keys. */
  async function recheck(): Promise<void> {
    const problems = await storeActs("the draft").recheck({ debate: run.place().debate });
    if (run.state.status !== "validating") return;
    happen(problems.length > 0 ? "rejected" : "passed", { problems });
  }

  /** A short rest is part of the local activity that publishes: a timer would be five events of history. */
  async function rest(ms: number): Promise<"rested" | "interrupted"> {
    const interrupted = () => run.state.pausing || run.state.status !== "running";
    picture.show(run, "resting between rounds");
    await publish(run, ms <= SHORT_REST_MS ? ms : 0);
    if (ms > SHORT_REST_MS) await condition(interrupted, ms, { summary: `rest before round ${run.state.round + 1}` });
    return interrupted() ? "interrupted" : "rested";
  }

  function expiryOf(status: Status): number | null {
    if (status === "error") return durations.errorExpiry;
    return status === "configuring" || status === "ready" ? durations.draftExpiry : null;
  }

  /** All at once, since none knows of another. */
  async function castBallots(ballots: ActSpec[], endedBy: EndedBy): Promise<void> {
    if (run.state.withoutJudge)
      return skip(run, { id: verdictId(run.state.generation), name: "countBallots" }, WITHOUT_JUDGE);
    if (!(await budget.admit({ acts: ballots }))) return;
    enterPhase("balloting", ballots.length);
    const cast = await Promise.all(ballots.map(async (spec) => ({ act: spec, fault: await perform(spec, endedBy) })));
    const [first] = withoutSpoilt(cast);
    if (first) await mendAll([first], "concluding");
    await condense();
  }
}

export type Stage = ReturnType<typeof createStage>;
