/**
 * What the workflow and the planner know of each act. Plain values: Zod must not reach the workflow bundle. The rest
 * of an act is in its record, `domain/play/acts/<act>.ts`.
 */
import { ballotOrder, isAudienceVoteId, voterOf } from "./turn-ids.ts";

interface Facts {
  /** How Temporal's UI calls it. */
  title: string | ((id: string) => string);
  /**
   * Who does it. `model`: one model call, on its provider's queue. `store`: short work on the store, as a local activity.
   * `service`: longer work without a model, on the workflow's own queue.
   */
  queue: "model" | "store" | "service";
  /** Only of acts that a participant may do: the phase that its `turn.failed` names. */
  phase?: string;
  /** A judge's panel does it, where there is one. */
  ofPanel?: true;
  /** What a debate lacks that goes on without it; the act's `dispensable` comes first. */
  lost?: (round: number) => string;
}

/** By the name of the activity that does it. */
export const ACTS = {
  assignPositions: { title: "positions", queue: "model", lost: () => "the assigned positions" },
  retrieveTemplates: { title: "reasoning templates", queue: "service" },
  collectQuestions: { title: "questions", queue: "model", phase: "collecting" },
  assessRound: { title: "assessment", queue: "model", lost: (round) => `the judge's assessment of round ${round}` },
  evaluateRound: { title: "evaluation", queue: "model", lost: (round) => `the judge's evaluation of round ${round}` },
  castVote: {
    title: (id) => (isAudienceVoteId(id) ? `vote of voter ${voterOf(id)}` : "vote"),
    queue: "model",
    ofPanel: true,
    lost: () => "the judge's vote on the motion",
  },
  castBallot: { title: (id) => `ballot, ${ballotOrder(id)} order`, queue: "model", ofPanel: true },
  checkClaims: { title: "check of claims", queue: "model", lost: () => "the check of claims against the exhibits" },
  confirmClaims: { title: "second reading of claims", queue: "model" },
  countBallots: { title: "verdict", queue: "store", ofPanel: true, lost: () => "the verdict: nobody ruled" },
  writeConclusion: { title: "conclusion", queue: "model", lost: () => "the conclusion" },
  reviewAnswer: { title: "review of the answer", queue: "model", ofPanel: true },
  summarizePerspective: { title: "summary", queue: "model", phase: "summarizing" },
  summarizeTranscript: { title: "summary", queue: "model" },
  synthesizeSolution: {
    title: "solution",
    queue: "model",
    lost: () => "the solution: nobody made one of the proposals",
  },
  answerAlone: { title: "answer alone", queue: "model", phase: "answering" },
  countAnswers: { title: "count of the answers given alone", queue: "model", phase: "counting" },
  groupAnswers: { title: "groups of answers", queue: "model", phase: "counting" },
  countPlurality: { title: "count of the answers", queue: "store" },
  rankAnswers: { title: "ranking", queue: "model", phase: "ranking" },
  concludeCouncil: {
    title: "council's answer",
    queue: "model",
    lost: () => "the council's answer: nobody wrote it",
  },
  shapeOutput: { title: "output", queue: "model", phase: "shaping", lost: () => "the output" },
  takePoll: { title: "private answer", queue: "model", phase: "polling" },
  measurePolls: { title: "measurement of the private answers", queue: "store" },
  giveAnswer: { title: "answer", queue: "store" },
  concludeUnjudged: { title: "conclusion without a judge", queue: "store" },
} as const satisfies Record<string, Facts>;

/** Acts other than turns, named for the activity that does them. */
export type ActName = keyof typeof ACTS;

type On<Q extends Facts["queue"]> = { [A in ActName]: (typeof ACTS)[A]["queue"] extends Q ? A : never }[ActName];

/** Those that are one model call each. */
export type ModelAct = On<"model">;
/** Those that no model does. */
export type ServiceAct = On<"store" | "service">;

export function actsOn<Q extends Facts["queue"]>(queue: Q): On<Q>[] {
  return (Object.keys(ACTS) as ActName[]).filter((name) => ACTS[name].queue === queue) as On<Q>[];
}

/** How Temporal's UI calls an act. */
export function titleOf({ name, id }: { name: ActName; id: string }): string {
  const { title }: Facts = ACTS[name];
  return typeof title === "string" ? title : title(id);
}

/** What a debate lacks that goes on without this act. */
export function lostWithout(act: { id: string; name: ActName; dispensable?: string }, round: number): string {
  const { lost }: Facts = ACTS[act.name];
  return act.dispensable ?? lost?.(round) ?? titleOf(act);
}

/** The phase that a participant's failure at it names. */
export function phaseOf(name: ActName): string {
  const { phase }: Facts = ACTS[name];
  return phase ?? name;
}

/** The members of the judge's panel do it, each its own, and the debate can go on without one of them. */
export function isOfPanel(name: ActName): boolean {
  const { ofPanel }: Facts = ACTS[name];
  return ofPanel === true;
}
