import { describe, expect, it } from "vitest";
import { buildAssessmentPrompt } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import { buildVerdictPrompt, readVerdict } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { ENDED_BY } from "../../../domain/shapes/schemas/result.schema.ts";
import { CRITERIA } from "../../../domain/shapes/schemas/rubric.schema.ts";
import { assessmentOf, configFor, replyOf, roundsOf, scoresOf, verdictOf } from "../../support/debates/transcripts.ts";

const config = { ...configFor({ speakers: 3 }), ballotAnswers: "lead" as const };
const turns = roundsOf(config, 2);
const assessments = [assessmentOf(config, 1), assessmentOf(config, 2)];
const active = ["p1", "p2", "p3"];
const turnIds = turns.map((turn) => turn.id);

const ruling = { config, turns, endedBy: "limit" } as const;

function build(changes: Partial<Parameters<typeof buildVerdictPrompt>[0]> = {}): Prompt {
  return buildVerdictPrompt({ ...ruling, isFirst: true, ...changes });
}

const CHOICE = { type: "choice" as const, options: ["Ban them", "Price them"] };
const sided = (people: typeof config.participants) =>
  people.map((p, i) => ({ ...p, side: i === 0 ? ("for" as const) : ("against" as const) }));

interface AnswerSchema {
  properties: { choice: { enum?: string[]; anyOf?: { enum?: string[]; type: string }[] } };
}

function choicesOf({ properties: { choice } }: AnswerSchema): (string | null)[] {
  const branches = choice.anyOf ?? [choice];
  return branches.flatMap((branch) => ("type" in branch && branch.type === "null" ? [null] : (branch.enum ?? [])));
}

const blocks = (prompt: Prompt) => prompt.messages[0]?.content ?? [];
const task = (prompt: Prompt) => blocks(prompt).at(-1) ?? "";

describe("the judge of a debate", () => {
  it("is shown every turn and no assessment, which would anchor the ballots of both orders", () => {
    const given = { ...ruling, assessments };
    const text = blocks(buildVerdictPrompt(given)).join("\n");
    for (const turn of turns) expect(text).toContain(`id="${turn.id}"`);
    expect(text).not.toMatch(/Reasons for round|Your assessment/);
  });

  it("is asked for findings before scores, scores before the winner, and its own answer after it", () => {
    const fields = ["findings", "criterionScores", "winner", "reasoning", "answer", "probability"];
    const asked = Object.keys(build().output?.schema["properties"] as object);
    expect(asked.slice(0, fields.length)).toEqual(fields);
    const places = fields.map((field) => task(build()).indexOf(`- ${field}: `));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it.each(ENDED_BY)("is told why the debate is over: %s", (endedBy) => {
    const own = task(build({ endedBy }));
    expect(own).toMatch(/^The debate is over: .+\. Cast your ballot/);
    expect(ENDED_BY.filter((other) => task(build({ endedBy: other })) === own)).toEqual([endedBy]);
  });

  it("is told of every field of the answer and of the schema", () => {
    for (const field of Object.keys(build().output?.schema["properties"] as object))
      expect(task(build())).toContain(field);
    expect(task(build())).toContain("by this request's JSON Schema");
    expect(task(build())).not.toContain('"type":"object"');
  });

  it("is told no threshold that it cannot compute, and one rule for each field", () => {
    expect(build().system + task(build())).not.toMatch(/weighted score|more than 5 of 100|before you go on/);
  });

  it("is told to leave the winner out only when nobody argued better", () => {
    expect(task(build())).toContain("null only when nobody argued better");
  });

  it("is told nothing of the assessment of rounds, which is another call", () => {
    const round = buildAssessmentPrompt({ config, round: 2, turns, assessments: assessments.slice(0, 1) });
    expect(round.system).toContain("In the assessment of a round:");
    expect(build().system).not.toContain("In the assessment of a round:");
  });

  it("is asked for what only readers want on the first ballot alone", () => {
    const fields = (isFirst: boolean) => Object.keys(build({ isFirst }).output?.schema["properties"] as object);
    const more = ["criteria", "areasOfAgreement", "areasOfDisagreement", "insights", "summary"];
    expect(fields(true).filter((field) => !fields(false).includes(field))).toEqual(more);
    for (const field of more) expect(task(build({ isFirst: false }))).not.toContain(`${field}:`);
  });

  it("is not asked what it answers in a debate from before", () => {
    const { ballotAnswers: _new, ...old } = config;
    const prompt = build({ config: old });
    expect(task(prompt)).not.toMatch(/- answer:|- probability:/);
    expect(Object.keys(prompt.output?.schema["properties"] as object)).not.toContain("answer");
  });

  it.each([
    ["participants", config, ["p1", "p2", "p3", null], "the id of the participant"],
    ["sides", { ...config, participants: sided(config.participants) }, ["for", "against"], "for or against the motion"],
    ["options", { ...config, answers: CHOICE }, ["A", "B", null], "the letter of one option"],
  ] as const)("chooses its answer from %s", (_, about, choices, line) => {
    const { answer: asked } = build({ config: about }).output!.schema["properties"] as { answer: AnswerSchema };
    expect(choicesOf(asked)).toEqual(choices);
    expect(task(build({ config: about }))).toContain(line);
  });

  it("is shown the faults of its last answer and asked more strictly", () => {
    expect(task(build({ faults: ["summary is missing."] }))).toContain("- summary is missing.");
    expect(task(build())).not.toContain("refused");
  });

  it("rules only on those who are active, when some are not", () => {
    const prompt = build({ active: ["p1", "p3"] });
    expect(task(prompt)).toContain("by id: p1, p3.");
    expect(JSON.stringify(prompt.output)).not.toContain('"p2"');
  });

  it("names no winner where one participant alone was heard", () => {
    expect(task(build({ active: ["p2"] }))).toContain("- winner: null, since nobody else was heard.");
    const { ballotAnswers: _none, ...about } = config;
    const alone = { ...about, participants: config.participants.slice(0, 1) };
    const reply = replyOf(verdictOf(alone));
    expect(reply.winner).toBe("p1");
    const reading = readVerdict(JSON.stringify(reply), { config: alone, active: ["p1"], turnIds });
    expect(reading).toMatchObject({ ok: true, value: { winner: null } });
  });

  it("may have a system prompt of its own", () => {
    const judge = { ...config.judge!, systemPrompt: "Judge like a poet." };
    expect(build({ config: { ...config, judge } })).toMatchObject({ system: "Judge like a poet.", source: "custom" });
  });
});

describe("a verdict's schema", () => {
  const schema = build().output?.schema as {
    properties: Record<string, { required?: string[]; anyOf?: { type: string }[] }>;
  };

  it("keys its maps by this call's participants and by the criteria", () => {
    expect(schema.properties["criterionScores"]?.required).toEqual(active);
    expect(schema.properties["criteria"]?.required).toEqual([...CRITERIA]);
  });

  it("has a winner that may be null rather than missing", () => {
    expect(schema.properties["winner"]?.anyOf?.map((branch) => branch.type)).toEqual(["string", "null"]);
    expect(JSON.stringify(schema)).toContain('"winner"');
  });

  it("uses no ranges and no dialect", () => {
    expect(JSON.stringify(schema)).not.toMatch(/minimum|maximum|minLength|minItems|pattern|\$schema|\$ref/i);
  });

  it("does not ask for the scores and the key points that the code computes", () => {
    expect(Object.keys(schema.properties)).not.toContain("scores");
    expect(Object.keys(schema.properties)).not.toContain("keyPoints");
  });
});

const answer = () => ({
  ...replyOf(verdictOf(config)),
  answer: { choice: "p1" as string | number | null, text: "Ban them." },
  probability: 80,
});
const read = (value: unknown, about: typeof config = config) =>
  readVerdict(JSON.stringify(value), { config: about, active, turnIds, isFirst: true });

function faultsOf(value: unknown): string[] {
  const reading = read(value);
  return reading.ok ? [] : reading.faults;
}

describe("a judge's verdict", () => {
  it("is read, with the scores from 0 to 100 made by the code", () => {
    const reading = read({
      ...answer(),
      criterionScores: { p1: scoresOf(9), p2: scoresOf(10, { relevance: 0 }), p3: scoresOf(0) },
    });
    expect(reading.ok && reading.value.scores).toEqual({ p1: 90, p2: 90, p3: 0 });
    expect(reading.ok && reading.value.keyPoints["p2"]).toEqual(["Seat 2 answers it.", "Seat 2 answers it."]);
    expect(reading.ok && reading.value.winner).toEqual({ participant: "p1", reasoning: "Answered every point." });
  });

  it("may name no winner", () => {
    const reading = read({ ...answer(), winner: null });
    expect(reading.ok && reading.value.winner).toBeNull();
  });

  it("answers beside who argued better, in the form's own spelling", () => {
    const given = (choice: string | number | null, about: typeof config = config) => {
      const reading = read({ ...answer(), answer: { choice, text: "So." } }, about);
      return reading.ok ? [reading.value.answer?.choice, reading.value.probability] : reading.faults;
    };
    expect(given("p2")).toEqual(["p2", 80]);
    expect(given(null)).toEqual([null, 80]);
    expect(given("B", { ...config, answers: CHOICE })).toEqual(["Price them", 80]);
    expect(given(1200, { ...config, answers: { type: "number" } })).toEqual(["1200", 80]);
    expect(given("Ada")).toEqual(["answer.choice must be one of p1, p2, p3."]);
  });

  it.each([-1, 101])("is refused when its probability is %d", (probability) => {
    expect(faultsOf({ ...answer(), probability })).toEqual(["probability must be between 0 and 100."]);
  });

  it("is taken with fields that nobody asked for, which are left out", () => {
    const { summary, ...short } = answer();
    const reading = readVerdict(JSON.stringify({ ...short, summary, mood: "grave" }), { config, active, turnIds });
    expect(reading.ok && [reading.value.summary, Object.keys(reading.value).includes("mood")]).toEqual(["", false]);
  });

  it("is refused when it leaves the winner out instead", () => {
    const { winner: _gone, ...rest } = answer();
    expect(faultsOf(rest)).toEqual(["winner is missing."]);
  });

  it("is refused when the winner does not take part", () => {
    expect(faultsOf({ ...answer(), winner: "Ada" })).toEqual(["winner must be one of p1, p2, p3."]);
  });

  it("is refused when it forgets a participant or adds one", () => {
    const { p3: _gone, ...scores } = answer().criterionScores;
    expect(faultsOf({ ...answer(), criterionScores: { ...scores, p4: scoresOf(1) } })).toEqual([
      "criterionScores.p3 is missing.",
      'criterionScores has a field "p4" that was not asked for.',
    ]);
  });

  it.each([-1, 101])("is refused when the quality is %d", (qualityScore) => {
    expect(faultsOf({ ...answer(), qualityScore })).toEqual(["qualityScore must be between 0 and 100."]);
  });

  it("is refused when a criterion's score is out of range or missing", () => {
    const { logic: _gone, ...rest } = scoresOf(11);
    const faults = faultsOf({ ...answer(), criterionScores: { ...answer().criterionScores, p1: rest } });
    expect(faults).toContain("criterionScores.p1.logic is missing.");
    expect(faults).toContain("criterionScores.p1.evidence must be between 0 and 10.");
    expect(faults).toHaveLength(6);
  });

  it("is refused when its summary or reasoning is blank", () => {
    expect(faultsOf({ ...answer(), summary: "", reasoning: "\n" })).toEqual([
      "reasoning must not be blank.",
      "summary must not be blank.",
    ]);
  });

  it.each([0, 1, 4, 5, 400])("is taken with %d findings, of which four are kept", (count) => {
    const [finding] = answer().findings ?? [];
    const reading = read({ ...answer(), findings: Array(count).fill(finding) });
    expect(reading.ok && reading.value.findings).toHaveLength(Math.min(4, count));
  });

  it("is refused when a finding names a turn that was not shown, or none at all in words", () => {
    const named = (turn: string | null) => {
      const [first, ...rest] = answer().findings ?? [];
      const points = [{ by: "p2", point: "It pays.", turn }];
      return faultsOf({ ...answer(), findings: [{ ...first, points }, ...rest] });
    };
    const fault = "findings[0].points[0].turn must be the id of one turn that you were shown, or null.";
    expect(named("the second turn")).toEqual([fault]);
    expect(named("g1-r9-t9")).toContain(fault);
    expect(named(null)).toEqual([]);
  });

  it("is refused when its winner's score is more than 5 of 100 below another's, and only then", () => {
    const scored = (p1: number) => ({
      ...answer(),
      criterionScores: { p1: scoresOf(p1), p2: scoresOf(8), p3: scoresOf(1) },
    });
    expect(faultsOf(scored(7.5))).toEqual([]);
    expect(faultsOf(scored(7.4))).toEqual([
      "The winner's weighted score is 74 of 100, another's is 80: scores and winner contradict each other.",
    ]);
    expect(faultsOf({ ...scored(1), winner: null })).toEqual([]);
  });

  it("that is prose is refused", () => {
    expect(readVerdict("Ada wins.", { config, active, turnIds })).toEqual({
      ok: false,
      faults: ["The answer is not JSON: it must be one JSON object and nothing else."],
    });
  });
});
