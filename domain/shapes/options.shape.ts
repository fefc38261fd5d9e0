/** The options of debates that only some protocols take. Plain data: workflows import it, so no Zod here. */

import { type AskedValue, defineOption, type Option, type RunningValue } from "./define-option.ts";
import type { ProtocolName } from "./format-names.ts";

/** By their paths in a request. A confidence of the judge, a score of the skeptic, lengths in characters. */
export const OPTIONS = {
  mode: defineOption({
    kind: "choice",
    choices: ["simultaneous", "sequential"],
    default: "sequential",
    label: "How the speakers of a round take turns",
    words: {
      simultaneous: "all at once, unheard by each other",
      sequential: "one after another, each hears those before",
    },
    help: "Whether the speakers of a round hear one another",
    for: ["judged", "proposer-skeptic"],
  }),
  judging: defineOption({
    kind: "choice",
    choices: ["every-round", "final-only"],
    about: "judges",
    label: "When the judge assesses the debate",
    words: { "every-round": "after each round, and at the end", "final-only": "only at the end" },
    help: "Whether the judge assesses every round or only gives the verdict",
    for: ["judged"],
  }),
  overlap: defineOption({
    kind: "choice",
    choices: ["off", "safe", "ahead"],
    default: "safe",
    about: "judges",
    label: "Whether the next round waits for the judge",
    words: {
      off: "always",
      safe: "only where the judge can change it",
      ahead: "never; its assessment then counts one round later",
    },
    help: "Whether the next round begins while the judge still assesses the last one. `safe` (default): where the assessment cannot change whether or how that round is held, and no speaker reads it: calls and costs are the same, the debate is shorter; `ahead`: always, and each assessment counts one round later: guidance reaches speakers one round later, and a debate that the judge ends has one more round; `off`: never",
    for: ["judged"],
  }),
  controlArm: defineOption({
    kind: "flag",
    default: false,
    about: "checks",
    label: "Each model also answers alone, and the result compares these answers with the debate’s",
    help: "Each participant's model also answers alone, and the result compares these answers with the debate's. They are asked for without position, persona, name or format. It costs one more call for each answer and one that groups them; an estimate counts them",
    for: ["judged", "dialectic", "proposer-skeptic", "council"],
  }),
  skipIfUnanimous: defineOption({
    kind: "flag",
    default: false,
    about: "checks",
    label: "When all answers given alone agree, take that answer and hold no debate",
    help: "With `controlArm`: the debate ends before round 1 when all these answers are the same. That answer is the result",
    for: ["judged", "dialectic", "proposer-skeptic", "council"],
    needs: { option: "controlArm", value: true },
    runs: true,
    shown: "The debate ends before round 1 when all these answers are the same",
  }),
  poll: defineOption({
    kind: "choice",
    choices: ["off", "private"],
    default: "off",
    about: "checks",
    label: "Ask the speakers in private what they really think, before and after each round",
    words: { off: "no", private: "yes" },
    help: "Whether participants answer in private what they themselves hold, before round 1 and after each round. Nobody in the debate sees the answers. `private` costs one call of each participant each time; an estimate counts them",
    for: ["judged", "dialectic", "proposer-skeptic"],
    runs: true,
    shown: "Participants answer in private after each round",
    example: "private",
  }),
  stopWhenStable: defineOption({
    kind: "flag",
    default: false,
    about: "checks",
    label: "When these private answers stop changing, end the debate",
    help: "With `poll`: the debate ends once private stances hardly change in two rounds running, from round 3 on",
    for: ["judged", "dialectic", "proposer-skeptic"],
    needs: { option: "poll", value: "private" },
    runs: true,
    shown: "It ends once private stances are stable",
    example: true,
  }),
  conclusion: defineOption({
    kind: "flag",
    default: true,
    about: "judges",
    label: "Write a conclusion: the answer, how far to rely on it, and what would change it",
    help: "Write a conclusion for the owner: the answer, how far it can be relied on, what decides it and what would change it. A verdict's takes one more call of the judge's model",
    for: ["judged", "dialectic", "proposer-skeptic", "council"],
    runs: true,
  }),
  claimChecks: defineOption({
    kind: "flag",
    default: true,
    about: "checks",
    label: "With material: check the claims that decide the debate against it",
    help: "With exhibits: check the claims that decide the debate against them before the ballots. It takes one more call of the judge's model, and one of another family's where a claim is read as contradicted; an estimate counts both",
    for: ["judged"],
    runs: true,
  }),
  orderCheck: defineOption({
    kind: "choice",
    choices: ["labels", "twin"],
    default: "labels",
    about: "checks",
    label: "Check that the order of speaking did not decide the verdict",
    words: {
      labels: "judges read both orders",
      twin: "also hold the debate with places swapped (costs twice as much)",
    },
    help: "How the verdict is checked against an effect of order. `labels` (default): by the two orders in which judges read; `twin`: also by the twin debate, in which everybody takes the other's place. It runs beside this one, costs as much again, has the same limits, and its ballots count",
    for: ["judged"],
    runs: true,
  }),
  "judge/bothOrders": defineOption({
    kind: "flag",
    default: true,
    about: "judges",
    label: "Each judge votes twice, with the speakers in reverse order",
    help: "Ask for the verdict twice, with labels and roster turned round",
    for: ["judged"],
  }),
  "judge/requireIndependent": defineOption({
    kind: "flag",
    default: false,
    about: "judges",
    label: "The judge must be from another model family than the speakers",
    help: "Refuse a judge that is a debater's model, or of its family",
    for: ["judged", "dialectic", "council"],
  }),
  "judge/guides": defineOption({
    kind: "flag",
    about: "judges",
    label: "Speakers see what the judge recommends after each round",
    help: "The judge's recommendations after a round reach the speakers of the next one, marked as the judge's. Left out: on in `free-form` and `convergence-seeking` where the judge assesses every round, else off. Ballots, votes and private answers never have them",
    for: ["judged"],
    needs: { option: "judging", value: "every-round" },
  }),
  promptLayout: defineOption({
    kind: "choice",
    choices: ["conversation", "shared", "common", "blind"],
    about: "prompts",
    label: "How each model is shown what was said",
    words: {
      conversation: "as a conversation",
      shared: "as one transcript for all",
      common: "as one transcript, with the rules first",
      blind: "as one transcript without names",
    },
    help: "How prompts show what was said. `conversation`: a speaker's own turns stand as its own; `shared`: one transcript for all, so that a provider's cache serves more where speakers share a model; `common`: the rules of all speakers stand before it too; `blind`: the judge's too, and everybody reads the judge's labels instead of names, which replies then have again. Left out: `common` where all speakers have one model, else `conversation`; always `conversation` for demo models, and where a speaker or the judge has a `systemPrompt`",
    for: ["judged", "proposer-skeptic"],
  }),
  "termination/type": defineOption({
    kind: "choice",
    choices: ["fixed", "convergence", "quality"],
    default: "fixed",
    label: "What may end the debate early",
    words: { fixed: "nothing", convergence: "when the proposals agree", quality: "when the judge is confident enough" },
    help: "What ends the debate before its last round",
    for: ["dialectic"],
  }),
  "termination/threshold": defineOption({
    kind: "number",
    min: 0,
    max: 100,
    default: 80,
    label: "How confident the judge must be, 0–100",
    help: "The judge's confidence that ends the debate, 0–100",
    for: ["dialectic"],
  }),
  includeFullHistory: defineOption({
    kind: "flag",
    default: true,
    about: "prompts",
    label: "Show all earlier rounds, not only the last one",
    help: "Show earlier rounds and critiques of others in prompts, not only the last refinements and an agent's own",
    for: ["dialectic"],
    part: "dialectic",
  }),
  "contextWindow/agentSummaryThreshold": defineOption({
    kind: "number",
    min: 1,
    max: 1_000_000,
    whole: true,
    default: 5_000,
    of: "Dialectic",
    about: "prompts",
    label: "Summarise a speaker’s view from this many characters on",
    help: "characters of a view from which on it is summarised",
    for: ["dialectic"],
  }),
  "contextWindow/agentSummaryMaxLength": defineOption({
    kind: "number",
    min: 1,
    max: 1_000_000,
    whole: true,
    default: 2_500,
    of: "Dialectic",
    about: "prompts",
    label: "Longest summary, in characters",
    help: "characters of such a summary at most",
    for: ["dialectic"],
  }),
  peers: defineOption({
    kind: "choice",
    choices: ["all", "ring", "none"],
    default: "all",
    of: "Question",
    label: "Whose answers each one sees from round 2 on",
    words: { all: "everybody’s", ring: "those of two others", none: "only its own" },
    help: "Whose newest answers a participant is shown from round 2 on. `all` (default): everybody's; `ring`: those of its two neighbours; `none`: its own alone",
    for: ["question"],
    part: "question",
  }),
  show: defineOption({
    kind: "choice",
    choices: ["answers-and-reasons", "reasons"],
    default: "answers-and-reasons",
    of: "Question",
    label: "What it sees of them",
    words: { "answers-and-reasons": "answers and reasons", reasons: "only reasons" },
    help: "What it is shown of them. `answers-and-reasons` (default), or `reasons` alone",
    for: ["question"],
    part: "question",
  }),
  anonymous: defineOption({
    kind: "flag",
    default: true,
    of: "Question",
    label: "Nobody sees whose answer it is",
    help: "The others' answers have labels for names",
    for: ["question"],
    part: "question",
  }),
  gate: defineOption({
    kind: "flag",
    default: false,
    of: "Question",
    label: "End after the first round when all answers are the same",
    help: "End after the first round when all answers are the same",
    for: ["question"],
    part: "question",
  }),
  "gate/lead": defineOption({
    kind: "number",
    min: 0,
    max: 1,
    default: 0.15,
    of: "Question",
    label: "After a vote, debate when the leader is ahead by less than this share, 0–1",
    help: "With `vote`: those who differ debate where the vote is not safe and its leader is ahead by a smaller share of the answers",
    opens: true,
    for: ["question"],
  }),
  "vote/most": defineOption({
    kind: "number",
    min: 2,
    max: 40,
    whole: true,
    default: 21,
    of: "Question",
    label: "Most answers to collect in a vote before any debate",
    help: "The most answers that the vote buys",
    opens: true,
    for: ["question"],
  }),
  "vote/stopAt": defineOption({
    kind: "number",
    min: 0.6,
    max: 0.999,
    default: 0.95,
    of: "Question",
    label: "End the vote once the leader is this likely to stay ahead, 0.6–0.999",
    help: "The probability, that the vote's leader is the most frequent answer in truth, from which on no more are bought",
    opens: true,
    for: ["question"],
  }),
  earlyStopScore: defineOption({
    kind: "number",
    min: 0,
    max: 10,
    default: 8,
    of: "Proposer–skeptic",
    label: "The skeptic’s score, 0–10, at which the work may end early",
    help: "the skeptic's score that lets it end early",
    for: ["proposer-skeptic"],
    runs: true,
  }),
} as const satisfies Record<string, Option>;

type Options = typeof OPTIONS;
export type OptionPath = keyof Options;
/** Options that have this property. */
type With<Property> = { [P in OptionPath]: Options[P] extends Property ? P : never }[OptionPath];

/** The options among a running debate's rules. */
export type RunningOptions = { [P in With<{ runs: true }>]?: RunningValue<Options[P]> };
/** Those that the debate's document shows. */
export type ShownOption = With<{ shown: string }>;
type Part = NonNullable<Option["part"]>;
/** The options among the rules of one protocol. */
export type OptionsOf<T extends Part> = { [P in With<{ part: T }>]: AskedValue<Options[P]> };

const ALL = Object.entries<Option>(OPTIONS) as [OptionPath, Option][];

function pathsWhere(isWanted: (option: Option) => boolean): readonly OptionPath[] {
  return ALL.flatMap(([path, option]) => (isWanted(option) ? [path] : []));
}

export const RUNNING_OPTIONS = pathsWhere(({ runs }) => runs === true) as readonly (keyof RunningOptions)[];
export const SHOWN_OPTIONS = pathsWhere(({ shown }) => shown !== undefined) as readonly ShownOption[];

/** The paths of the options that a protocol takes. */
export function optionsFor(protocol: ProtocolName): readonly OptionPath[] {
  return pathsWhere((option) => option.for.includes(protocol));
}

/**
 * The value that a debate has where its request says nothing.
 *
 * @example
 * defaultOf("peers") // → "all"
 */
export function defaultOf<P extends OptionPath>(path: P): Options[P] extends { default: infer D } ? D : undefined {
  return (OPTIONS[path] as { default?: unknown }).default as never;
}

/** The rules of a running debate that follow from a request: what is off or at its default is left out. */
export function runningOptions(request: object, protocol: ProtocolName): RunningOptions {
  const taken = RUNNING_OPTIONS.filter((path) => (OPTIONS[path] as Option).for.includes(protocol));
  const rules = taken.flatMap((path): [string, unknown][] => {
    const option: Option = OPTIONS[path];
    const value = (request as Record<string, unknown>)[path] ?? option.default;
    const isOff = option.kind === "flag" ? value !== true : option.kind === "choice" && value === option.default;
    return isOff ? [] : [[path, value]];
  });
  return Object.fromEntries(rules);
}

/** The rules of one protocol that follow from a request, each with a value. */
export function partOf<T extends Part>(part: T, request: object): OptionsOf<T> {
  const asked = request as Record<string, unknown>;
  const own = ALL.filter(([, option]) => option.part === part);
  return Object.fromEntries(own.map(([path, option]) => [path, asked[path] ?? option.default])) as OptionsOf<T>;
}
