/**
 * Renders the prompts of one debate of each format, as `docs/prompts/` shows them, so that a change of a prompt is seen in
 * review. The debate's own protocol is walked: a new format needs nothing here.
 */

import { pileOf } from "../../domain/judge/answer-pile.ts";
import { blindCase, openCase } from "../../domain/judge/blind/blind.ts";
import type { Outcome } from "../../domain/judge/conclusion/outcome.judging.ts";
import { blindRankings, othersAnswers, type ShownRanking } from "../../domain/judge/council/others.ts";
import { askedOf } from "../../domain/play/acts/act.ts";
import { MODEL_ACTS } from "../../domain/play/acts/registry.act.ts";
import { CASES } from "../../domain/play/assumptions/cases.ts";
import { checkRequest } from "../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { markedTurn } from "../../domain/play/estimates/prompts.estimate.ts";
import { walk } from "../../domain/play/estimates/walk.ts";
import { turnKind } from "../../domain/prompts/by-phase.ts";
import { guidingRound } from "../../domain/prompts/parts/guidance.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { isOnMotion } from "../../domain/rules/judges/ballot-answer.ts";
import { protocolOf, takes } from "../../domain/rules/protocols/registry.protocol.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { ClaimCheck } from "../../domain/shapes/schemas/claims.schema.ts";
import type { AloneAnswer } from "../../domain/shapes/schemas/control-arm.schema.ts";
import type { FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { ActSpec, TurnSpec } from "../../domain/shapes/state/steps.ts";
import { voteMoment } from "../../domain/shapes/turn-ids.ts";
import { catalogueOf } from "../support/models/catalogue.ts";
import { SHORT } from "../support/random/plans.ts";

/** What the control arm answered, and the debate. */
const PILE = pileOf(
  {
    answers: ["Yes, within five years.", "Yes."].map(
      (answer, i) => ({ id: `g1-alone-${i + 1}`, answer }) as AloneAnswer,
    ),
    debate: "No: price them instead.",
    expected: null,
  },
  { seed: "deb", names: [] },
);

const OUTPUT = {
  name: "ruling",
  schema: {
    type: "object",
    properties: { winner: { type: "string", description: "Who argued best" } },
    required: ["winner"],
    additionalProperties: false,
  },
};

const ROLES = ["proposer", "skeptic", "synthesizer"];

interface Rendered {
  title: string;
  prompt: Prompt;
}

/**
 * Two speakers, or the three of a proposer–skeptic debate or a council; three rounds, questions, exhibits, answers alone
 * and aside.
 */
function requestOf(format: FormatName): object {
  const { protocol, sides } = FORMATS_BY_NAME[format];
  const placed = (i: number) => (sides ? { side: i === 0 ? "for" : "against" } : {});
  const names = protocol === "council" ? ["Ada", "Ben", "Cleo"] : ["Ada", "Ben"];
  const speakers = names.map((name, i) => ({
    name,
    model: `openai/model-${i + 1}`,
    ...(protocol === "judged" &&
      !sides && { position: i === 0 ? "Ban them within five years." : "Price them instead." }),
    ...placed(i),
    ...(format === "free-form" && { persona: { text: "Has run a shop there for years.", inCharacter: true } }),
  }));
  if (protocol === "question") return questionOf(format, speakers);
  const judged = { judge: { model: "anthropic/judge" }, clarifications: { enabled: true, maxIterations: 1 } };
  return {
    topic: "Should cities ban private cars from their centres?",
    context: "The city has 400,000 inhabitants and two tram lines.",
    format,
    maxRounds: 3,
    ...(protocol === "proposer-skeptic"
      ? {
          participants: ["Ada", "Ben", "Cleo"].map((name, i) => ({ name, model: `openai/model-${i}`, role: ROLES[i] })),
        }
      : { participants: speakers, ...judged }),
    controlArm: true,
    ...(format === "structured-rounds" && { output: OUTPUT }),
    ...(takes(protocolOf({ format }), "poll") && { poll: "private" }),
    ...(FORMATS_BY_NAME[format].openPositions && { agreement: 30 }),
    ...(format === "oxford" && { audience: { voters: 2 } }),
    exhibits: [{ title: "Air quality report", text: "Fine dust fell by 12 % on car-free days." }],
  };
}

/** Each of its forms of answers has a line of its own in the task; that of a choice is shown. */
function questionOf(format: FormatName, participants: object[]): object {
  return {
    topic: "How many inhabitants has the city?",
    context: "The city has two tram lines.",
    format,
    maxRounds: 3,
    answers: { type: "text" },
    expected: "400,000",
    participants,
    clarifications: { enabled: true, maxIterations: 1 },
    exhibits: [{ title: "Census", text: "The census counted 400,000." }],
  };
}

/** One of each kind: of a turn its first in round 1 and in a later round, of an act the first. */
export function promptsOf(format: FormatName): Rendered[] {
  const catalogue = catalogueOf();
  const { request, problems } = checkRequest(requestOf(format), catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  const asked = { ...configOf(request, catalogue), fenceKey: "k3y" };
  const config = positioned(asked);
  const names = { tenant: "default", debateId: "deb-20261121-120000-ABCDEF" };
  const plan = planOf({ ...names, config: asked, durations: SHORT, continueAfterEvents: 1_000 });
  const book = createBook(config);
  for (const _ of walk({ plan, config, of: { ...CASES.likely, reviews: true } }, book)) continue;
  return [...book.prompts(), ...(config.question ? [afterAVote(config)] : [])];
}

/** Of the debate that follows where a vote stays close. */
function afterAVote(config: DebateConfig): Rendered {
  const question = config.question && { ...config.question, vote: { most: 9, stopAt: 0.95, lead: 0.15 } };
  const place = { participantId: "p1", phase: "answer", sees: { round: 2, index: 0, count: 2 } } as const;
  const turns = ["400,000", "380,000"].map((answer, i): Turn => {
    const turn = { ...place, id: `g1-r1-t${i + 1}`, round: 1, index: i + 1 };
    const text = `What was reasoned in turn ${turn.id}.\n\nAnswer: ${answer}`;
    return { ...markedTurn(config, turn), text, answer: { reasoning: "What was reasoned.", answer, confidence: 70 } };
  });
  const turn = { ...place, id: "g1-r2-t1", round: 2, index: 1 };
  const about = { config: { ...config, ...(question && { question }) }, turn, turns, totalRounds: config.maxRounds };
  return { title: "answer, in the debate after a vote", prompt: turnKind(config, "answer").build(about) };
}

/** With the positions and personas that a model would have assigned. */
function positioned(config: DebateConfig): DebateConfig {
  const participants = config.participants.map((p) =>
    p.positionSource === "plain" && FORMATS_BY_NAME[config.format].protocol === "judged"
      ? { ...p, position: `${p.name}'s assigned position.`, persona: "A planner.", positionSource: "assigned" as const }
      : p,
  );
  return { ...config, participants };
}

/** As the writer of a conclusion is shown it. */
const OUTCOME: Outcome = {
  winner: "speaker-b",
  contested: false,
  ballots: [
    { winner: "speaker-b", answer: "Price them.", reasoning: "Speaker B met more objections." },
    { winner: "speaker-b", answer: "Price them first.", reasoning: "Speaker A left the costs open." },
  ],
};

/** The same, where the result rests on what the ballots answer. */
function outcomeOf({ ballotAnswers, participants }: DebateConfig): Outcome {
  if (ballotAnswers !== "lead") return OUTCOME;
  const choice = isOnMotion({ participants }) ? "against" : "speaker-b";
  const given = [{ choice, ballots: 2, probability: 70 }];
  return { ...OUTCOME, bench: { choice, text: "Price them.", probability: 70, given } };
}

/** As a judge is shown them. */
const CLAIMS: ClaimCheck[] = [
  {
    claim: "Car-free days lower fine dust.",
    turnIds: ["T1"],
    refs: ["E1"],
    status: "supported",
    quotes: [{ ref: "E1", text: "Fine dust fell by 12 %" }],
    why: "The report measured it.",
  },
  {
    claim: "Fine dust rose.",
    turnIds: ["T2"],
    refs: [],
    missingRefs: ["E9"],
    status: "unverified",
    unverifiedBecause: "no_such_exhibit",
    quotes: [],
    why: "A survey says so.",
  },
  {
    claim: "Fine dust fell by half.",
    turnIds: ["T2"],
    refs: ["E1"],
    status: "unverified",
    unverifiedBecause: "one_judge",
    quotes: [{ ref: "E1", text: "Fine dust fell by 12 %" }],
    why: "The report measured less.",
  },
];

/** As the writer of the output is shown it. */
const RESULT = {
  type: "verdict",
  verdict: { winner: { participant: "p2", reasoning: "Ben met more objections." }, scores: { p1: 61, p2: 74 } },
  contested: false,
  ballots: [],
  dissent: [],
  degraded: [],
  endedBy: "limit",
} as unknown as Result;

/** Of a council. */
const RANKINGS: ShownRanking[] = [
  { places: [["p2"], ["p3"]], reasons: { p2: "It says who pays.", p3: "It has no date." } },
  { places: [["p1", "p3"]], reasons: { p1: "It begins small.", p3: "So does this one." } },
  { places: [["p2"], ["p1"]], reasons: { p2: "It can be undone.", p1: "It cannot." } },
];
/** As the judge recommends. */
const GUIDANCE = { recommendations: ["Say who pays.", "Test the figure of the report against the city's own."] };

/** An act that is asked for in two ways has two prompts. */
function titleOf({ name, id }: ActSpec, round: number): string {
  if (name === "castVote") return `castVote, ${voteMoment(id)} the debate`;
  if (name === "takePoll") return `takePoll, ${round === 0 ? "before round 1" : "after a round"}`;
  return name;
}

function createBook(config: DebateConfig) {
  const found = new Map<string, Prompt>();
  const turns: Turn[] = [];
  const add = (title: string, prompt: () => Prompt) => {
    if (!found.has(title)) found.set(title, prompt());
  };
  return {
    turn(turn: TurnSpec): number {
      const when = turn.round > 1 ? "a later round" : turn.round === 1 ? "round 1" : "before round 1";
      const kind = turnKind(config, turn.phase);
      const ranked = kind.seesRankings && { rankings: RANKINGS };
      const heard = guidingRound(config, turn);
      const guided = heard !== null && { guidance: { ...GUIDANCE, round: heard } };
      const said = { turns: [...turns], templates: [], totalRounds: config.maxRounds };
      const about = { config, turn, ...said, ...ranked, ...guided };
      add(`${turn.phase}, ${when}`, () => kind.build(about));
      turns.push({ ...markedTurn(config, turn), text: `What was said in turn ${turn.id}.` });
      return 400;
    },
    act(act: ActSpec, state: DebateState): number {
      if (act.by === "service") return 0;
      const asked = { ...askedOf(act, state), endedBy: "limit" as const };
      const record = MODEL_ACTS[act.name];
      const reads = record.reads(asked);
      const isBlind = reads === "blind transcript" || reads === "checked claims";
      const open = { config, turns: reads === "configuration" ? [] : turns, assessments: [] };
      const { participantId = "" } = asked;
      const shown = isBlind
        ? blindCase(open, { seed: "deb", order: "given" })
        : reads === "others' answers"
          ? othersAnswers(open, participantId)
          : openCase(open);
      const titled = titleOf(act, asked.round);
      const more = {
        ...(reads === "answers alone" && { pile: PILE }),
        ...(reads === "result" && { result: RESULT }),
        ...(record.seesOutcome && { outcome: outcomeOf(config) }),
        ...(record.seesAnswer && { answer: "Price them first, and ban them where buses run often." }),
        ...(record.seesClaims && config.claimChecks && { claims: CLAIMS }),
        ...(record.seesRankings && { rankings: blindRankings(RANKINGS, shown) }),
      };
      add(titled, () => record.prompt({ ...shown, ...more }, asked));
      return 100;
    },
    endStep: () => {},
    prompts: (): Rendered[] => [...found].map(([title, prompt]) => ({ title, prompt })),
  };
}

export function pageOf(format: FormatName): string {
  const parts = promptsOf(format).flatMap(({ title, prompt: { system, messages, output } }) => [
    `## ${title}`,
    block("system", system),
    ...messages.map(({ role, content }) => block(role, content.join("\n\n"))),
    ...(output ? [block("JSON Schema", JSON.stringify(output.schema))] : []),
  ]);
  const head = `# Prompts of a ${format} debate\n\nWritten by \`npm run prompts\`. Do not edit.`;
  return `${[head, ...parts].join("\n\n")}\n`;
}

function block(name: string, text: string): string {
  return `**${name}**\n\n~~~text\n${text}\n~~~`;
}
