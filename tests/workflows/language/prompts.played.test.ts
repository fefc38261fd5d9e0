import { describe, expect, it } from "vitest";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { protocolOf, takes } from "../../../domain/rules/protocols/registry.protocol.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { agents, askedOf, dialecticRequest } from "../../support/agents.ts";
import { callOf as councilCallOf, councilRequest, members } from "../../support/debates/council.ts";
import { fork } from "../../support/debates/forks.ts";
import { longTurns, windowed } from "../../support/debates/long-debate.ts";
import { answering, askedOf as questionOf, questionRequest } from "../../support/debates/question.ts";
import { someOf } from "../../support/debates/runs.ts";
import { callOf, cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelJournalEntry } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

const RULE = /Write in ([^,]+), also inside JSON;/g;
const GERMAN = "German (de)";
const OF_THE_TOPIC = "the topic's language";
const WISH = "Weigh the costs above all.";

const textOf = ({ system, messages }: ModelJournalEntry) => [system, ...messages.map((m) => m.content)].join("\n");
const languageIn = (entry: ModelJournalEntry) => [...textOf(entry).matchAll(RULE)].map(([, named]) => named);
/** Every request is looked at: none is left out. */
const languages = () => world.models.journal.map(languageIn);
const all = (named: string) => world.models.journal.map(() => [named]);

const LENGTHY = { text: "Trams carry more people than cars. ".repeat(8) };

/** A debate that uses what its format has: questions, positions to find, answers alone, votes, summaries, own prompts. */
function playOf(format: FormatName) {
  const { protocol, sides } = FORMATS_BY_NAME[format];
  const judge = { model: "openai/gpt-5.5", instructions: WISH };
  if (protocol === "proposer-skeptic") return { body: skepticRequest(), script: cast() };
  if (protocol === "council")
    return {
      body: councilRequest({ judge, maxRounds: 3, clarifications: ASKS }),
      script: (request: ModelJournalEntry) =>
        kindOf(request) === "questions" ? { json: { questions: [] } } : members()(request),
    };
  if (protocol === "question")
    return {
      body: questionRequest({ answers: { type: "text" }, clarifications: ASKS }),
      script: (request: ModelJournalEntry) =>
        kindOf(request) === "questions" ? { json: { questions: [] } } : differing(request),
    };
  if (protocol === "dialectic")
    return {
      body: dialecticRequest({
        judge,
        contextWindow: { agentSummaryThreshold: 100 },
        termination: { type: "convergence" },
        clarifications: ASKS,
      }),
      script: (request: ModelJournalEntry) =>
        kindOf(request) === "questions" ? { json: { questions: [] } } : agents({ turn: () => LENGTHY })(request),
    };
  const { participants, ...body } = requestOf({
    format,
    judge,
    controlArm: true,
    clarifications: ASKS,
    ...(sides ? {} : { judging: "every-round" }),
  }) as { participants: object[] };
  const seats = participants.map((seat, i) => ({
    ...seat,
    position: undefined,
    ...(i === 1 && { systemPrompt: "You argue in verse." }),
    ...(sides && { side: i === 0 ? "for" : "against" }),
  }));
  return { body: { ...body, participants: seats }, script: debaters(["p1", "p2"]) };
}

const ASKS = { enabled: true, maxIterations: 1 };

/** Answers that differ to the end, so that they are grouped. */
const differing = answering(({ model }) => `${model}.`);

async function play(format: FormatName, changes: object) {
  const { body, script } = playOf(format);
  world.models.use(script as Parameters<typeof world.models.use>[0]);
  const { id } = await world.create({
    ...body,
    ...(takes(protocolOf({ format }), "conclusion") && { conclusion: true }),
    ...changes,
  });
  await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  const debate = await world.debate(id);
  expect(debate.status).toBe("completed");
  return debate;
}

function kindIn(entry: ModelJournalEntry, format: FormatName): string {
  const { protocol } = FORMATS_BY_NAME[format];
  if (protocol === "proposer-skeptic") return callOf(entry).phase;
  const kind = kindOf(entry);
  if (kind === "questions") return kind;
  if (protocol === "question") return questionOf(entry) ? "answer" : "groups";
  if (protocol === "council") return councilCallOf(entry).kind;
  return protocol === "dialectic" ? askedOf(entry).kind : kind;
}

function kindsAsked(format: FormatName): string[] {
  return [...new Set(world.models.journal.map((entry) => kindIn(entry, format)))];
}

const DIALECTIC = ["questions", "proposal", "critique", "refinement", "evaluation", "summary", "solution"];
const KINDS: Partial<Record<FormatName, string[]>> = {
  dialectic: DIALECTIC,
  "proposer-skeptic": ["proposal", "critique", "synthesis"],
  question: ["questions", "answer", "groups"],
  council: ["questions", "proposal", "ranking", "refinement", "chair"],
  oxford: ["questions", "positions", "vote", "turn", "alone", "groups", "conclusion", "verdict"],
  "lincoln-douglas": ["questions", "positions", "turn", "alone", "groups", "conclusion", "verdict"],
};
const JUDGED = ["questions", "positions", "turn", "alone", "groups", "conclusion", "assessment", "verdict"];
const JUDGES = ["vote", "conclusion", "assessment", "verdict", "evaluation", "solution", "chair"];

/** Whose words the language is a part of is the same in all formats of a protocol. */
const ONE_OF_EACH: FormatName[] = ["oxford", "dialectic", "proposer-skeptic", "question", "council"];

describe("every prompt of a debate", () => {
  it.each(someOf(FORMATS))(
    "in the format %s asks for the language of the request, in one sentence, and has the judge's own instructions, once",
    async (format) => {
      const debate = await play(format, { language: "DE" });
      expect(languages()).toEqual(all(GERMAN));
      expect(kindsAsked(format)).toEqual(expect.arrayContaining(KINDS[format] ?? JUDGED));
      expect(debate.language).toBe("de");
      const judging = world.models.journal.filter((entry) => JUDGES.includes(kindIn(entry, format)));
      expect(judging.map((entry) => textOf(entry).split(WISH).length - 1)).toEqual(judging.map(() => 1));
      // A chair is asked once.
      if (protocolOf({ format }).hasJudge) expect(judging.length).toBeGreaterThan(format === "council" ? 0 : 1);
      const { turns } = await world.transcript(debate.id);
      for (const { id } of turns) {
        const { body } = await world.request(`/v1/debates/${debate.id}/turns/${id}`);
        expect(JSON.stringify(body?.prompt)).toContain("Write in German (de),");
      }
    },
  );

  it.each(ONE_OF_EACH)(
    "in the format %s asks for the topic's language where the request names none",
    async (format) => {
      await play(format, {});
      expect(languages()).toEqual(all(OF_THE_TOPIC));
      expect(kindsAsked(format)).toEqual(expect.arrayContaining(KINDS[format] ?? JUDGED));
    },
  );

  it("has the sentence before the transcript, so that it is part of what providers cache", async () => {
    await play("round-limited", { language: "de" });
    const second = world.models.journal.filter((entry) => kindOf(entry) === "turn").at(-1);
    const text = second ? textOf(second) : "";
    expect(text.indexOf("Write in German")).toBeGreaterThan(0);
    expect(text.indexOf("Write in German")).toBeLessThan(text.indexOf("Speech "));
  });

  it.each([
    ["one transcript for all speakers", { promptLayout: "shared" }],
    [
      "a judge with a system prompt of its own",
      { judge: { model: "openai/gpt-5.5", systemPrompt: "You are a judge." } },
    ],
  ])("asks for the language with %s", async (_, changes) => {
    await play("round-limited", { language: "pt-br", ...changes });
    expect(languages()).toEqual(all("Brazilian Portuguese (pt-BR)"));
  });

  it("asks for the language of summaries that a long debate needs", async () => {
    world.models.use(debaters(["p1", "p2", "p3", "p4"], longTurns(250)));
    const { id } = await world.create(windowed(8_000, { maxRounds: 8, judging: "final-only", language: "de" }, 4));
    await world.finished(id);
    expect(languages()).toEqual(all(GERMAN));
    expect(world.models.journal.map(kindOf)).toContain("condensing");
  }, 60_000);
});

describe("a debate that is made from another", () => {
  it("keeps the language, as a fork, as a twin and under another judge", async () => {
    const { id } = await play("round-limited", { language: "de", controlArm: undefined });
    world.models.forget();
    const forked = await fork(world, id, { afterRound: 1 });
    await world.finished(forked.id);
    const twin = await world.post(`/v1/debates/${id}/twin`);
    await world.finished(twin.body.id);
    const { status } = await world.post(`/v1/debates/${id}/rejudge`, { judge: { model: "openai/other" } });
    expect(status).toBe(202);
    await expect.poll(async () => (await world.debate(id)).rejudgements?.[0]?.status).toBe("completed");
    expect(languages()).toEqual(all(GERMAN));
    expect([forked.language, twin.body.language]).toEqual(["de", "de"]);
    expect(world.models.journal.some(({ model }) => model === "other")).toBe(true);
  });
});

describe("positions without a debate", () => {
  it("are asked for in the language of the request", async () => {
    world.models.use(debaters([]));
    const body = { topic: "Cars?", count: 2, model: "openai/gpt-5.5" };
    expect((await world.post("/v1/positions", { ...body, language: "DE-at" })).status).toBe(200);
    expect((await world.post("/v1/positions", body)).status).toBe(200);
    expect(languages()).toEqual([["Austrian German (de-AT)"], [OF_THE_TOPIC]]);
    const { status, body: problem } = await world.post("/v1/positions", { ...body, language: "German" });
    expect([status, problem.errors]).toMatchObject([422, [{ pointer: "/language" }]]);
  });
});
