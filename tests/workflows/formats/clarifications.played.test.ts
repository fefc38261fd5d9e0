import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { pendingQuestions } from "../../../domain/shapes/schemas/questions.schema.ts";
import { pendingQuery, stateQuery } from "../../../workflows/base/messages.workflow-base.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { eventually } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const asked = (e: FlatEvent) => e.type === "clarification.asked";
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const awaiting = (e: FlatEvent) => e.type === "phase.started" && e["phase"] === "awaiting_answers";
const nth = (n: number, holds: (e: FlatEvent) => boolean) => {
  let seen = 0;
  return (e: FlatEvent) => holds(e) && ++seen === n;
};
const collection = (request: ModelRequest) =>
  Number(/collection (\d+) of/.exec(request.messages.at(-1)?.content ?? "")?.[1]);
const isAda = (request: ModelRequest) => request.model.includes("gpt");
const wanted = (changes: object = {}, request: object = {}) =>
  requestOf({ maxRounds: 1, clarifications: { enabled: true, ...changes }, ...request });
const answers = (given: Record<string, string | null>) => ({
  answers: Object.entries(given).map(([questionId, answer]) => ({ questionId, answer })),
});
const textOf = (request: ModelRequest) => request.messages.map((m) => m.content).join("\n");
const requests = (kind: ReturnType<typeof kindOf>) => world.models.journal.filter((entry) => kindOf(entry) === kind);

/** What the debaters ask by collection; Ada first. */
function asking(...collections: [string[], string[]][]) {
  world.models.use(
    debaters(P, { ask: (request) => collections[collection(request) - 1]?.[isAda(request) ? 0 : 1] ?? [] }),
  );
}

const answer = (id: string, given: Record<string, string | null>) =>
  world.post(`/v1/debates/${id}/answers`, answers(given));

/** The stored debate once it shows this question: META and the log are written side by side. */
async function asksFor(id: string, questionId: string): Promise<Debate> {
  const shown = async () => pendingQuestions((await world.debate(id)).pending).map((q) => q.id);
  await eventually(shown).toContain(questionId);
  return world.debate(id);
}

/** A debate that waits for the answers of its first collection. */
async function waiting(changes: object = {}): Promise<string> {
  const { id } = await world.create(wanted(changes));
  await world.until(id, awaiting);
  return id;
}

describe("a debate that clarifies", () => {
  it("asks, takes partial answers, asks again with what is known, and then shows all of it to everybody", async () => {
    asking([["Which city is meant?"], ["which city is meant", "What budget?"]], [[], ["Who decides?"]]);
    const { id } = await world.create(wanted());
    const log = await world.until(id, awaiting);
    expect(log.filter((e) => e.type === "clarification.collected")).toHaveLength(2);
    expect(log.filter((e) => e.type === "phase.started").map((e) => [e["phase"], e["expected"]])).toEqual([
      ["collecting", 2],
      ["awaiting_answers", 2],
    ]);
    expect(log.find(asked)?.["questions"]).toEqual([
      { id: "q1", text: "Which city is meant?", askedBy: ["p1", "p2"] },
      { id: "q2", text: "What budget?", askedBy: ["p2"] },
    ]);
    const debate = await asksFor(id, "q1");
    expect(debate).toMatchObject({
      status: "clarifying",
      phase: "awaiting_answers",
      allowed: ["pause", "stop", "submitAnswers"],
      pending: {
        type: "answers",
        questions: [
          { id: "q1", answered: false },
          { id: "q2", answered: false },
        ],
      },
    });
    expect(await world.handle(id).query(pendingQuery)).toEqual(debate.pending);

    const partly = await answer(id, { q2: "Ten million." });
    expect(partly.status).toBe(200);
    expect(partly.body).toMatchObject({ status: "clarifying", phase: "awaiting_answers" });
    const { pending } = partly.body as Debate;
    expect(pendingQuestions(pending).map((q) => q.answered)).toEqual([false, true]);
    expect(requests("questions")).toHaveLength(2);

    await answer(id, { q1: "Graz." });
    await world.until(id, nth(2, awaiting));
    const second = requests("questions").filter((request) => collection(request) === 2);
    expect(second).toHaveLength(2);
    for (const request of second) {
      expect(textOf(request)).toContain("Ten million.");
      expect(textOf(request)).toContain("Graz.");
    }
    expect(pendingQuestions((await asksFor(id, "q3")).pending)).toEqual([
      { id: "q3", text: "Who decides?", askedBy: ["p2"], answered: false },
    ]);

    const done = await answer(id, { q3: "The council." });
    expect(done.status).toBe(200);
    const whole = await world.finished(id);
    expect(whole.at(-1)?.type).toBe("debate.completed");
    expect(whole.filter((e) => e.type === "clarification.answered").map((e) => e["answers"])).toEqual([
      [{ questionId: "q2", answer: "Ten million." }],
      [{ questionId: "q1", answer: "Graz." }],
      [{ questionId: "q3", answer: "The council." }],
    ]);
    // The third collection brought nothing, so the rounds began.
    expect(whole.filter(asked).map((e) => (e["questions"] as unknown[]).length)).toEqual([2, 1, 0]);
    for (const kind of ["turn", "assessment", "verdict"] as const)
      for (const request of requests(kind)) expect(textOf(request)).toContain("The council.");
    const history = JSON.stringify((await world.handle(id).query(stateQuery)) ?? {});
    expect(history).not.toContain("Graz.");
  });

  it("stands in the transcript and its costs with every question and answer", async () => {
    asking([["Which city?"], []]);
    const id = await waiting({ maxIterations: 1 });
    await answer(id, { q1: "Graz." });
    await world.finished(id);
    const transcript = await world.transcript(id);
    expect(transcript.questions).toEqual([
      expect.objectContaining({ id: "q1", text: "Which city?", askedBy: ["p1"], answer: "Graz.", iteration: 1 }),
    ]);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain(
      "## Questions before the debate\n\n### q1, asked by Ada\n\n> Which city?\n\n> Answer: Graz.",
    );
    const { byRound, total } = (await world.request(`/v1/debates/${id}/costs`)).body;
    expect(byRound[0]).toMatchObject({ round: 0, usage: { calls: 2, inputTokens: 160 } });
    expect(total.usage).toEqual(transcript.debate.usage);
  });

  it("asks nothing and goes on when nobody has a question", async () => {
    asking();
    const { id } = await world.create(wanted());
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "debate.status").map((e) => e["status"])).toContain("clarifying");
    expect(log.some(awaiting)).toBe(false);
    expect(requests("questions")).toHaveLength(2);
  });

  it("takes no more questions from each than it may ask, and no more collections than are allowed", async () => {
    world.models.use(
      debaters(P, { ask: (request) => ["scope", "money", "people"].map((what) => `${what} ${collection(request)}?`) }),
    );
    const id = await waiting({ maxPerAgent: 2, maxIterations: 2 });
    await answer(id, { q1: "a", q2: "b" });
    await world.until(id, nth(2, awaiting));
    const { pending } = await asksFor(id, "q3");
    expect(pendingQuestions(pending).map((q) => [q.id, q.text])).toEqual([
      ["q3", "scope 2?"],
      ["q4", "money 2?"],
    ]);
    await answer(id, { q3: "c", q4: "d" });
    await world.finished(id);
    expect(requests("questions")).toHaveLength(4);
  });

  it("goes on without an answer once the time for it is up", async () => {
    asking([["Which city?", "What budget?"], []]);
    const { id } = await world.create(wanted({ answerTimeoutSeconds: 2, maxIterations: 2 }));
    await world.until(id, awaiting);
    await answer(id, { q2: "Ten million." });
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "clarification.answered").map((e) => e["answers"])).toEqual([
      [{ questionId: "q2", answer: "Ten million." }],
      [{ questionId: "q1", answer: null }],
    ]);
    expect(textOf(requests("turn")[0] as ModelRequest)).toContain("To q1 no answer was given.");
    const late = await answer(id, { q1: "Graz." });
    expect(late).toMatchObject({ status: 409, body: { debateStatus: "completed" } });
  });
});

describe("a question that its owner skips", () => {
  it("counts as answered, has no answer in prompts and transcript, and cannot be answered later", async () => {
    asking([["Which city?", "What budget?"], []]);
    const id = await waiting({ maxIterations: 1 });
    expect((await answer(id, { q1: null })).status).toBe(200);
    expect(await answer(id, { q1: "Graz." })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/answers/0/questionId", detail: "q1 has been answered already" }] },
    });
    await answer(id, { q2: "Ten million." });
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "clarification.answered").map((e) => e["answers"])).toEqual([
      [{ questionId: "q1", answer: null }],
      [{ questionId: "q2", answer: "Ten million." }],
    ]);
    expect((await world.transcript(id)).questions.map((q) => [q.id, q.answer, q.answeredAt === null])).toEqual([
      ["q1", null, true],
      ["q2", "Ten million.", false],
    ]);
    expect(textOf(requests("turn")[0] as ModelRequest)).toContain("To q1 no answer was given.");
  });
});

describe("answers that can not be taken", () => {
  it("are refused with what is wrong, and change nothing", async () => {
    asking([["Which city?", "What budget?"], []]);
    const id = await waiting();
    await answer(id, { q1: "Graz." });
    const before = await world.debate(id);
    const faults = async (body: object) => {
      const { status: code, body: problem } = await world.post(`/v1/debates/${id}/answers`, body);
      return [
        code,
        ...(problem.errors ?? []).map((e: { pointer: string; detail: string }) => `${e.pointer} ${e.detail}`),
      ];
    };
    expect(await faults(answers({ q2: "Ten.", q7: "?" }))).toEqual([
      422,
      "/answers/1/questionId there is no question q7",
    ]);
    expect(await faults(answers({ q1: "Linz." }))).toEqual([422, "/answers/0/questionId q1 has been answered already"]);
    expect(await faults(answers({ q2: "  " }))).toEqual([422, "/answers/0/answer must not be blank"]);
    expect(await faults(answers({ q2: "x".repeat(10_001) }))).toEqual([
      422,
      "/answers/0/answer must have at most 10000 characters",
    ]);
    expect(await faults({ answers: [] })).toEqual([422, "/answers must have at least 1 item"]);
    expect(await faults({ answers: [{ questionId: "q2", answer: "a", why: "b" }] })).toEqual([
      422,
      "/answers/0/why unknown field",
    ]);
    expect(await world.debate(id)).toEqual(before);
    await world.post(`/v1/debates/${id}/stop`);
  });

  it("are those to a debate that asks nothing: 409 with what is allowed", async () => {
    const gate = Promise.withResolvers<void>();
    const script = debaters(P);
    world.models.use(async (request) => {
      await gate.promise;
      return script(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "turn.started");
    expect(await answer(id, { q1: "Graz." })).toMatchObject({
      status: 409,
      body: { type: "/problems/illegal-transition", debateStatus: "running", allowed: ["pause", "stop"] },
    });
    gate.resolve();
    await world.finished(id);
  });

  it("are taken once when two come at the same time", async () => {
    asking([["Which city?"], []]);
    const id = await waiting({ maxIterations: 1 });
    const both = await Promise.all([answer(id, { q1: "Graz." }), answer(id, { q1: "Linz." })]);
    expect(both.filter((b) => b.status === 200)).toHaveLength(1);
    const taken = both[0].status === 200 ? "Graz." : "Linz.";
    await world.finished(id);
    expect((await world.transcript(id)).questions[0]?.answer).toBe(taken);
  });
});

describe("answers as a signal", () => {
  it("are taken like the others; an illegal one is logged as ignored", async () => {
    asking([["Which city?"], []]);
    const id = await waiting({ maxIterations: 1 });
    await world.handle(id).signal("submitAnswers", answers({ q5: "Graz." }));
    const log = await world.until(id, (e) => e.type === "command.ignored");
    expect(log.at(-1)).toMatchObject({
      command: "submitAnswers",
      why: "/answers/0/questionId there is no question q5",
    });
    await world.handle(id).signal("submitAnswers", answers({ q1: "Graz." }));
    await world.finished(id);
    expect((await world.transcript(id)).questions[0]?.answer).toBe("Graz.");
    expect(textOf(requests("turn")[0] as ModelRequest)).toContain("Graz.");
  });

  it("are ignored while nothing is asked", async () => {
    asking();
    const gate = Promise.withResolvers<void>();
    const script = debaters(P);
    world.models.use(async (request) => {
      await gate.promise;
      return script(request);
    });
    const { id } = await world.create(wanted());
    await world.until(id, (e) => e.type === "phase.started");
    await world.handle(id).signal("submitAnswers", answers({ q1: "Graz." }));
    const log = await world.until(id, (e) => e.type === "command.ignored");
    expect(log.at(-1)?.["why"]).toBe("submitAnswers is not legal while the debate is clarifying");
    gate.resolve();
    await world.finished(id);
  });
});

describe("commands while it clarifies", () => {
  it("pauses while it waits, takes no answers then, and waits on after resume", async () => {
    asking([["Which city?"], []]);
    const id = await waiting({ maxIterations: 1 });
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, status("paused"));
    expect(await answer(id, { q1: "Graz." })).toMatchObject({ status: 409, body: { debateStatus: "paused" } });
    const resumed = await world.post(`/v1/debates/${id}/resume`);
    expect(resumed.body).toMatchObject({ status: "clarifying", phase: "awaiting_answers" });
    expect((await answer(id, { q1: "Graz." })).status).toBe(200);
    await world.finished(id);
  });

  it("is cancelled by stop, since no turn is whole", async () => {
    asking([["Which city?"], []]);
    const id = await waiting();
    const stopped = await world.post(`/v1/debates/${id}/stop`);
    expect(stopped.body).toMatchObject({ status: "cancelled", pending: null, allowed: [] });
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.cancelled");
  });

  it("goes to error when a participant can not be asked, and retry asks only the one who is missing", async () => {
    let healed = false;
    const script = debaters(P, {
      ask: (request) => (isAda(request) && collection(request) === 1 ? ["Which city?"] : []),
    });
    world.models.use((request) => (isAda(request) || healed ? script(request) : { error: { status: 401 } }));
    const { id } = await world.create(wanted({ maxIterations: 1 }));
    await world.until(id, status("error"));
    expect((await world.debate(id)).error).toMatchObject({ kind: "authentication", participantId: "p2" });
    healed = true;
    expect((await world.post(`/v1/debates/${id}/retry`)).body).toMatchObject({ status: "clarifying" });
    await world.until(id, awaiting);
    expect(requests("questions").filter(isAda)).toHaveLength(1);
    await answer(id, { q1: "Graz." });
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
  });

  it("asks once more, with the fault, when the questions are not the JSON that was asked for", async () => {
    const script = debaters(P);
    let spoilt = false;
    world.models.use((request) => {
      if (kindOf(request) !== "questions" || !isAda(request) || spoilt) return script(request);
      spoilt = true;
      return { text: "Which city?" };
    });
    const { id } = await world.create(wanted());
    await world.finished(id);
    const adas = requests("questions").filter(isAda);
    expect(adas).toHaveLength(2);
    expect(textOf(adas[1] as ModelRequest)).toContain("The answer is not JSON");
  });
});

describe("a debate with roles that clarifies", () => {
  const asksFirst = (play: (request: ModelRequest) => ModelReplyScript) => (request: ModelRequest) => {
    if (kindOf(request) !== "questions") return play(request);
    return { json: { questions: isAda(request) && collection(request) === 1 ? ["Which city is meant?"] : [] } };
  };

  it.each([
    ["dialectic", () => ({ script: agents(), request: dialecticRequest({ maxRounds: 1 }) })],
    ["proposer-skeptic", () => ({ script: cast(), request: skepticRequest({ maxRounds: 1 }) })],
  ])("shows what was answered to every speaker and judge of %s", async (_format, of) => {
    const { script, request } = of();
    world.models.use(asksFirst(script));
    const { id } = await world.create({ ...request, clarifications: { enabled: true } });
    await world.until(id, awaiting);
    expect((await asksFor(id, "q1")).status).toBe("clarifying");
    const collected = world.models.journal.length;
    await answer(id, { q1: "Graz on the Mur." });
    await world.finished(id);
    expect((await world.debate(id)).status).toBe("completed");
    const later = world.models.journal.slice(collected).filter((entry) => kindOf(entry) !== "questions");
    expect(later.length).toBeGreaterThan(2);
    for (const entry of later) expect(textOf(entry)).toContain("Graz on the Mur.");
    expect((await world.transcript(id)).questions).toMatchObject([{ id: "q1", answer: "Graz on the Mur." }]);
  });
});
