/** How a turn or another act of a debate is made: an activity that carries what is unpublished, and what comes of it. */
import { modelId } from "../domain/catalogue.ts";
import type { DebateState } from "../domain/debate-state.ts";
import type { DraftEvent } from "../domain/events.ts";
import { ballotOrder } from "../domain/protocols/ids.ts";
import type { EndedBy } from "../domain/schemas/result.ts";
import type { ActName, ActSpec, TurnSpec } from "../domain/steps.ts";
import { modelActs, serviceActs, storeActs } from "./acts.ts";
import type { createBudget } from "./budget.ts";
import { condensingAct } from "./condensing.ts";
import { type Fault, faultOf, isFinal } from "./faults.ts";
import { interruptible, type Subject } from "./interruptions.ts";
import { type createPicture, nameOf } from "./picture.ts";
import { skip } from "./remedies.ts";
import type { DebateRun } from "./run.ts";

export const WITHOUT_JUDGE = "its owner chose to go on without a judge";

/** How acts are called in the Temporal UI. */
const TITLES: Record<ActName, string> = {
  assignPositions: "positions",
  assessRound: "assessment",
  castBallot: "ballot",
  countBallots: "verdict",
  collectQuestions: "questions",
  castVote: "vote",
  summarizePerspective: "summary",
  summarizeTranscript: "summary",
  evaluateRound: "evaluation",
  synthesizeSolution: "solution",
  retrieveTemplates: "reasoning templates",
  giveAnswer: "answer",
  concludeUnjudged: "conclusion without a judge",
};

type Outcome = Awaited<ReturnType<ReturnType<typeof modelActs>["takeTurn"]>>;
interface Tools {
  run: DebateRun;
  picture: ReturnType<typeof createPicture>;
  budget: ReturnType<typeof createBudget>;
}

export function createActing({ run, picture, budget }: Tools) {
  const { plan } = run;
  const { durations } = plan;

  /** Calls an activity that carries what is unpublished, and takes in what it says has happened. */
  async function act(doing: string, call: () => Promise<Outcome>, subject?: Subject): Promise<Fault | null> {
    picture.show(run, doing);
    const { debate, since } = run.place();
    let outcome: Outcome | null = null;
    try {
      outcome = await (subject ? interruptible(run, subject, call) : call());
      // The protocol will ask for it again.
      if (!outcome) return null;
      for (const event of outcome.events) if (!isTold(run.state, event)) run.absorb(event);
      if (outcome.again) return null;
      if (outcome.needs) run.needed.push(outcome.needs);
      if (outcome.preview) picture.say(`${doing}: ${outcome.preview}`);
      return null;
    } catch (error) {
      const fault = faultOf(error);
      for (const event of fault.events) if (!isTold(run.state, event)) run.absorb(event);
      // Ended by Temporal and not by itself, it could not say what its attempts have left in the log.
      if (subject && !isFinal(error)) {
        const { failures } = await storeActs("attempts so far").readAttempts({ debate, since, id: subject.id });
        for (const event of failures) run.absorb(event);
      }
      return fault;
    } finally {
      if (subject) budget.settle(subject, outcome);
      if (outcome) await budget.again(outcome);
    }
  }

  /** Sends a publication along with an act and keeps account of what reached the log. */
  async function publishing<T extends { head: number }>(call: (p: ReturnType<DebateRun["publication"]>) => Promise<T>) {
    const publication = run.publication();
    const outcome = await call(publication);
    run.published(publication, outcome.head);
    return outcome;
  }

  async function takeTurn(turn: TurnSpec): Promise<Fault | null> {
    const name = nameOf(run, turn.participantId);
    const model = plan.participants.find((p) => p.id === turn.participantId);
    if (!model) throw new Error(`no participant ${turn.participantId}`);
    const doing = `round ${turn.round} · ${name} · ${turn.phase}`;
    const acts = modelActs({ plan, model, timeoutMs: durations.turnTimeout, summary: doing });
    const earlier = run.state.attempts[turn.id] ?? 0;
    run.turnsInFlight += 1;
    run.inFlight.add(turn.index);
    const { id, round, participantId, phase } = turn;
    const fault = await act(
      doing,
      () =>
        publishing((publication) =>
          acts.takeTurn({ publication, turn, earlierAttempts: earlier, durations, ...budget.grantOf(id) }),
        ),
      { id, round, by: { participantId, phase } },
    );
    run.turnsInFlight -= 1;
    run.inFlight.delete(turn.index);
    return fault && { ...fault, participantId: turn.participantId };
  }

  /** What the debate can do without is no fault of it: it says what is lost and goes on. */
  function doWithout({ id, by, dispensable }: ActSpec, fault: Fault | null): Fault | null {
    if (!fault || dispensable === undefined) return fault;
    const { round } = run.state;
    const whose = typeof by === "string" ? {} : { participantId: by.participantId };
    const degradation = { what: dispensable, why: fault.message, ...whose, round };
    run.emit("act.skipped", { round, actId: id, degradation });
    return null;
  }

  /** Makes the summary that calls were not made without; they are asked for again. */
  async function condense(): Promise<void> {
    const spec = condensingAct(run);
    if (!spec || !(await budget.admit({ acts: [spec] }))) return;
    doWithout(spec, await perform(spec, null));
  }

  /** An act that is no turn: which activity, by whose model. */
  async function perform(spec: ActSpec, endedBy: EndedBy | null): Promise<Fault | null> {
    const { generation, round, attempts, assessments, degraded } = run.state;
    const { id } = spec;
    const about = { id, generation, round, endedBy, degraded, assessed: assessments.length };
    const more = { ...about, earlierAttempts: attempts[id] ?? 0, durations, ...budget.grantOf(id) };
    if (spec.by === "service") {
      const title = TITLES[spec.name];
      const call =
        spec.name === "retrieveTemplates" ? serviceActs(title).retrieveTemplates : storeActs(title)[spec.name];
      return act(title, () => publishing((publication) => call({ ...more, publication })));
    }
    const { name, by, summary, panelist } = spec;
    if (by === "judge" && run.state.withoutJudge) {
      skip(run, spec, WITHOUT_JUDGE);
      return null;
    }
    const participantId = typeof by === "string" ? undefined : by.participantId;
    const own = participantId === undefined ? plan.judge : plan.participants.find((p) => p.id === participantId);
    const model = summary?.model ?? (by === "judge" ? (panelist ?? run.state.judgeModel ?? own) : own);
    if (!model) throw new Error(`nobody can do ${id}`);
    const judge = panelist ? `judge ${modelId(panelist)}` : "judge";
    const who = participantId === undefined ? (by === "judge" ? judge : "transcript") : nameOf(run, participantId);
    const title = name === "castBallot" ? `${TITLES[name]}, ${ballotOrder(id)} order` : TITLES[name];
    const timeoutMs = participantId === undefined ? durations.judgeTimeout : durations.turnTimeout;
    const doing = endedBy || round === 0 ? `${who} · ${title}` : `round ${round} · ${who} · ${title}`;
    const acts = modelActs({ plan, model, timeoutMs, summary: doing });
    const whose = {
      ...(participantId !== undefined && { participantId }),
      ...(panelist && { panelist }),
      ...(summary && { summary }),
    };
    const phase = name === "collectQuestions" ? "collecting" : "summarizing";
    const fault = await act(doing, () => publishing((publication) => acts[name]({ ...more, ...whose, publication })), {
      id,
      round,
      by: participantId === undefined ? null : { participantId, phase },
      ...(panelist && { panelist: modelId(panelist) }),
    });
    return fault && { ...fault, ...(participantId && { participantId }) };
  }

  return { takeTurn, perform, condense, doWithout, publishing };
}

/** A failure that the state knows already, from an earlier reservation of the same act. */
function isTold({ attempts }: DebateState, { type, data }: DraftEvent): boolean {
  if (type === "turn.failed") return data.attempt <= (attempts[data.turnId] ?? 0);
  return type === "judge.failed" && data.attempt <= (attempts[data.actId] ?? 0);
}
