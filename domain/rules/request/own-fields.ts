/**
 * Fields of a request that only some protocols take, described once. The request's schema, `GET /v1/formats`, the page's
 * form and the terminal's options are made from these. Plain data: workflows import it, so no Zod here.
 */

interface Described {
  /** The form and the terminal show the first sentence, the OpenAPI document shows all of it. */
  help: string;
  /** Whose field it is, where the help alone does not say so. */
  of?: string;
}
export type OwnField = Described &
  (
    | { kind: "flag"; default: boolean }
    /** Without a default, the format has one. */
    | { kind: "choice"; choices: readonly [string, ...string[]]; default?: string }
    | { kind: "number"; min: number; max: number; whole?: true; default: number }
  );

/** A confidence of the judge, a score of the skeptic, lengths in characters. */
export const DESCRIBED_FIELDS = {
  mode: {
    kind: "choice",
    choices: ["simultaneous", "sequential"],
    default: "sequential",
    help: "Whether the speakers of a round hear one another",
  },
  judging: {
    kind: "choice",
    choices: ["every-round", "final-only"],
    help: "Whether the judge assesses every round or only gives the verdict",
  },
  controlArm: {
    kind: "flag",
    default: false,
    help: "Each participant's model also answers alone, and the result compares these answers with the debate's. They are asked for without position, persona, name or format. It costs one more call for each answer and one that groups them; an estimate counts them",
  },
  skipIfUnanimous: {
    kind: "flag",
    default: false,
    help: "With `controlArm`: the debate ends before round 1 when all these answers are the same. That answer is the result",
  },
  poll: {
    kind: "choice",
    choices: ["off", "private"],
    default: "off",
    help: "Whether participants answer in private what they themselves hold, before round 1 and after each round. Nobody in the debate sees the answers. `private` costs one call of each participant each time; an estimate counts them",
  },
  stopWhenStable: {
    kind: "flag",
    default: false,
    help: "With `poll`: the debate ends once private stances hardly change in two rounds running, from round 3 on",
  },
  conclusion: {
    kind: "flag",
    default: true,
    help: "Write a conclusion for the person who asked: the answer, how far it can be relied on, what decides it and what would change it. A verdict's takes one more call of the judge's model",
  },
  claimChecks: {
    kind: "flag",
    default: true,
    help: "With exhibits: check the claims that decide the debate against them before the ballots. It takes one more call of the judge's model; an estimate counts it",
  },
  orderCheck: {
    kind: "choice",
    choices: ["labels", "twin"],
    default: "labels",
    help: "How the verdict is checked against an effect of order. `labels` (default): by the two orders in which judges read; `twin`: also by the twin debate, in which everybody takes the other's place. It runs beside this one, costs as much again, has the same limits, and its ballots count",
  },
  "judge/bothOrders": {
    kind: "flag",
    default: true,
    help: "Ask for the verdict twice, with labels and roster turned round",
  },
  "judge/requireIndependent": {
    kind: "flag",
    default: false,
    help: "Refuse a judge that is a debater's model, or of its family",
  },
  promptLayout: {
    kind: "choice",
    choices: ["conversation", "shared", "common", "blind"],
    help: "How prompts show what was said. `conversation`: a speaker's own turns stand as its own; `shared`: one transcript for all, so that a provider's cache serves more where speakers share a model; `common`: the rules of all speakers stand before it too; `blind`: the judge's too, and everybody reads the judge's labels instead of names, which replies then have again. Left out: `common` where all speakers have one model, else `conversation`; always `conversation` for demo models, and where a speaker or the judge has a `systemPrompt`",
  },
  "termination/type": {
    kind: "choice",
    choices: ["fixed", "convergence", "quality"],
    default: "fixed",
    help: "What ends the debate before its last round",
  },
  "termination/threshold": {
    kind: "number",
    min: 0,
    max: 100,
    default: 80,
    help: "The judge's confidence that ends the debate, 0–100",
  },
  includeFullHistory: {
    kind: "flag",
    default: true,
    help: "Show earlier rounds and critiques of others in prompts, not only the last refinements and an agent's own",
  },
  "contextWindow/agentSummaryThreshold": {
    kind: "number",
    min: 1,
    max: 1_000_000,
    whole: true,
    default: 5_000,
    of: "Dialectic",
    help: "characters of a view from which on it is summarised",
  },
  "contextWindow/agentSummaryMaxLength": {
    kind: "number",
    min: 1,
    max: 1_000_000,
    whole: true,
    default: 2_500,
    of: "Dialectic",
    help: "characters of such a summary at most",
  },
  peers: {
    kind: "choice",
    choices: ["all", "ring", "none"],
    default: "all",
    of: "Question",
    help: "Whose newest answers a participant is shown from round 2 on. `all` (default): everybody's; `ring`: those of its two neighbours; `none`: its own alone",
  },
  show: {
    kind: "choice",
    choices: ["answers-and-reasons", "reasons"],
    default: "answers-and-reasons",
    of: "Question",
    help: "What it is shown of them. `answers-and-reasons` (default), or `reasons` alone",
  },
  anonymous: {
    kind: "flag",
    default: true,
    of: "Question",
    help: "The others' answers have labels for names",
  },
  gate: {
    kind: "flag",
    default: false,
    of: "Question",
    help: "End after the first round when all answers are the same",
  },
  earlyStopScore: {
    kind: "number",
    min: 0,
    max: 10,
    default: 8,
    of: "Proposer–skeptic",
    help: "the skeptic's score that lets it end early",
  },
} as const satisfies Record<string, OwnField>;
export type DescribedPath = keyof typeof DESCRIBED_FIELDS;

/** Fields that only `request.ts` describes: the form and the terminal do not ask for them. */
type ShapedPath =
  | "answers"
  | "weights"
  | "termination"
  | "participants/*/summaries"
  | "participants/*/position"
  | "participants/*/role"
  | "participants/*/side"
  | "judge/role"
  | "judge/criteria"
  | "judge/panel";

/** Where a request has it; `*` is any element of a list. */
export type OwnPath = DescribedPath | ShapedPath;

/** The value that a debate has where its request says nothing. */
export function defaultOf<P extends DescribedPath>(
  path: P,
): (typeof DESCRIBED_FIELDS)[P] extends { default: infer D } ? D : undefined {
  return (DESCRIBED_FIELDS[path] as { default?: unknown }).default as never;
}
