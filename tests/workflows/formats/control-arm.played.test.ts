import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ControlArm } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { agents } from "../../support/agents.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { aloneJson, answersIn, groupsJson, kindOf, verdictJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const request = (changes: object = {}) =>
  requestOf({ maxRounds: 1, judging: "final-only", controlArm: true, judge: { model: "openai/judge" }, ...changes });
const textOf = (r: ModelRequest) => [r.system, ...r.messages.map((m) => m.content)].join("\n");
const asked = (kind: string) => world.models.journal.filter((r) => kindOf(r) === kind);
const verdictFor = (winner: string): ModelReplyScript => ({ json: JSON.parse(verdictJson(P, winner)) });

/** The answers of the control arm, in the order of asking. */
const answering =
  (...answers: string[]) =>
  (_: ModelRequest, n: number) => ({
    text: aloneJson(answers[n - 1] ?? answers.at(-1) ?? ""),
    usage: { input: 90, output: 60 },
  });
/** The answers that say "ban" together, and all others. */
const byBan = (r: ModelRequest): ModelReplyScript => ({
  text: groupsJson(r, (text) => (/ban/i.test(text) ? "Ban them." : "Price them.")),
  usage: { input: 150, output: 40 },
});

const positions = [{ position: "Ada would ban them." }, { position: "Ben would price them." }];
const placed = (changes: object = {}) => {
  const body = request(changes) as { participants: object[] };
  return { ...body, participants: body.participants.map((p, i) => ({ ...p, ...positions[i] })) };
};

async function played(body: object, manner: Manner = {}) {
  world.models.use(debaters(P, manner));
  const { id } = await world.create(body);
  return ended(id);
}

async function ended(id: string) {
  const log = await world.finished(id);
  const debate = await world.debate(id);
  expect(Debate.parse(debate)).toEqual(debate);
  if (!debate.result) throw new Error(`no result: ${debate.status} ${JSON.stringify(debate.error)}`);
  return { id, log, debate, result: debate.result, arm: debate.result.controlArm as ControlArm };
}

describe("a control arm", () => {
  it("has one answer of each participant's model, counted, beside the debate's answer", async () => {
    const { id, debate, arm, log } = await played(placed(), {
      alone: answering("We should ban them.", "Cities ought to ban cars."),
      group: byBan,
      rule: () => verdictFor("p2"),
    });
    expect(debate.controlArm).toEqual({ calls: 2 });
    expect(arm).toMatchObject({
      calls: 2,
      answered: 2,
      answer: "Ban them.",
      share: 1,
      groups: [{ answer: "Ban them.", count: 2, answers: ["g1-alone-1", "g1-alone-2"] }],
      debate: "Ben would price them.",
      differs: true,
      judge: "openai/judge",
      usage: { calls: 3, inputTokens: 2 * 90 + 150, outputTokens: 2 * 60 + 40 },
    });
    expect(arm).not.toHaveProperty("expected");
    const told = log.flatMap((e) =>
      /^(control_arm|round\.started|result|debate\.completed)/.test(e.type) ? [e.type] : [],
    );
    expect(told).toEqual([
      "control_arm.answered",
      "control_arm.answered",
      "round.started",
      "result.completed",
      "control_arm.counted",
      "debate.completed",
    ]);
    expect(
      log
        .flatMap((e) => (e.type === "control_arm.answered" ? [(e["answer"] as { model: string }).model] : []))
        .toSorted(),
    ).toEqual(["anthropic/claude-sonnet-5", "openai/gpt-5.5"]);
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    expect(body.total.usage).toEqual(debate.usage);
    expect((await world.transcript(id)).turns).toHaveLength(2);
    for (const as of ["md", "html"]) {
      const { text } = await world.request(`/v1/debates/${id}/transcript?as=${as}`);
      expect(text).toContain("Answers without the debate");
      expect(text).toMatch(/debate(?:'|’|&#39;)s answer is another one\./);
      expect(text).toContain("2 of 2 gave the most frequent answer.");
      const { calls, inputTokens, outputTokens } = debate.usage;
      const tokens = inputTokens + outputTokens - 490;
      const times = (tokens / 490).toFixed(1);
      expect(text).toMatch(
        new RegExp(`debate itself took ${calls - 3} calls and ${tokens} tokens, ${times} times as many tokens\\.`),
      );
      expect(text).not.toMatch(/34 %|95 % interval|helped/);
    }
  });

  it("is asked without position, persona, name or format, and grouped blind with the debate's answer", async () => {
    const { debate } = await played(placed({ context: "Two tram lines.", format: "free-form" }), {
      alone: answering("We should ban them."),
      rule: () => verdictFor("p1"),
    });
    expect(debate.status).toBe("completed");
    for (const r of asked("alone")) {
      expect(textOf(r)).toContain("Should cities ban cars?");
      expect(textOf(r)).toContain("Two tram lines.");
      expect(textOf(r)).toContain(
        "Answer this question yourself: first three reasons with what each rests on, then your answer, then what would change your mind.",
      );
      expect(textOf(r)).not.toMatch(/Ada|Ben\b|would ban them\.|free-form|persona|position/i);
      expect(textOf(r)).not.toMatch(/debat|judge|\bturns?\b|speaker|\bsides?\b|owner|everyone/i);
      expect(Object.keys((r.schema as { properties: object }).properties)).toEqual([
        "reasons",
        "answer",
        "wouldChange",
      ]);
    }
    const [grouped] = asked("groups");
    const answers = answersIn(grouped as ModelRequest);
    expect(answers.map(({ text }) => text).toSorted()).toEqual([
      "We should ban them.",
      "We should ban them.",
      "the speaker would ban them.",
    ]);
    expect(textOf(grouped as ModelRequest)).not.toMatch(/Ada|Ben\b|gpt-5|claude|g1-alone/);
  });

  it("is shown to nobody in the debate", async () => {
    await played(request({ maxRounds: 2, judging: "every-round" }), { alone: answering("A secret answer.") });
    expect(asked("alone")).toHaveLength(2);
    for (const kind of ["turn", "assessment", "verdict"])
      for (const r of asked(kind)) expect(textOf(r)).not.toContain("A secret answer");
  });

  it("has as many answers as the debate has turns, by the models in turn, or as many as are asked for", async () => {
    const equal = await played(request({ maxRounds: 3, controlArm: { calls: "equal" } }));
    expect([equal.arm.calls, asked("turn").length, asked("alone").length]).toEqual([6, 6, 6]);
    expect(asked("alone").filter((r) => r.model.includes("claude"))).toHaveLength(3);
    const { arm } = await played(request({ controlArm: { calls: 13 } }));
    expect([arm.calls, arm.answered]).toEqual([13, 13]);
  });

  it("names no answer where the most frequent are tied, and says which these are", async () => {
    const { arm, id } = await played(placed(), {
      alone: answering("We should ban them.", "We should price them."),
      group: byBan,
      rule: () => verdictFor("p2"),
    });
    expect(arm).toMatchObject({ answer: null, share: 0.5, differs: null });
    expect(arm.tied?.toSorted()).toEqual(["Ban them.", "Price them."]);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain("The debate's answer is one of those that are tied.");
  });

  it("says who is right only where the known answer was given, and of one debate never that it helped", async () => {
    const manner = { alone: answering("We should ban them."), group: byBan, rule: () => verdictFor("p2") };
    const { arm, id } = await played(placed({ expected: "Price cars in cities." }), manner);
    expect(arm.expected).toEqual({ answer: "Price cars in cities.", alone: false, debate: true });
    expect((await world.request(`/v1/debates/${id}/transcript?as=md`)).text).toMatch(
      /the debate is right.*One debate does not show/,
    );
    for (const kind of ["turn", "alone", "verdict"])
      for (const r of asked(kind)) expect(textOf(r)).not.toContain("Price cars in cities.");
    const other = await played(placed({ expected: "Ban cars." }), manner);
    expect(other.arm.expected).toMatchObject({ alone: true, debate: false });
  });

  it.each([false, true])(
    "stands beside a contested verdict, which gives no answer; a conclusion: %j",
    async (conclusion) => {
      let n = 0;
      const { arm, result } = await played(placed({ conclusion, judge: { model: "openai/judge", bothOrders: true } }), {
        rule: () => verdictFor(P[n++ % 2] ?? ""),
      });
      expect([result.contested, result.conclusion !== undefined]).toEqual([true, conclusion]);
      expect(arm).toMatchObject({ debate: null, differs: null, answered: 2 });
    },
  );

  it("compares with what the conclusion says, as docs/judging.md does", async () => {
    const { arm } = await played(placed({ conclusion: true }), { rule: () => verdictFor("p1") });
    expect(arm.debate).toBe("Price them first, and ban later.");
    const page = readFileSync(new URL("../../../docs/judging.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");
    expect(page).toContain("The debate's answer is the text of its [conclusion](#the-conclusion)");
  });

  it("is there for every protocol; where nobody judges, the last participant's model groups", async () => {
    const alone = (r: ModelRequest) => ["alone", "groups"].includes(kindOf(r));
    const script = debaters(P);
    world.models.use((r) => (alone(r) ? script(r) : agents()(r)));
    const dialectic = await ended(
      (
        await world.create(
          requestOf({ format: "dialectic", controlArm: true, maxRounds: 1, judge: { model: "openai/judge" } }),
        )
      ).id,
    );
    expect([dialectic.result.type, dialectic.arm.answered, dialectic.arm.debate]).toEqual([
      "solution",
      2,
      "Close the centre at noon.",
    ]);
    world.models.use((r) => (alone(r) ? script(r) : cast()(r)));
    const skeptic = await ended(
      (await world.create(skepticRequest({ controlArm: { calls: "equal" }, maxRounds: 3 }))).id,
    );
    expect([skeptic.result.type, skeptic.arm.calls, skeptic.arm.debate]).toEqual(["answer", 7, "The whole answer."]);
    expect(skeptic.arm.judge).toBe("openai/gpt-5.5");
    expect(skeptic.debate.judge).toBeNull();
  });
});

describe("a control arm that fails in part", () => {
  it("counts an answer as missing that cannot be had, and names it", async () => {
    const { arm, debate } = await played(request({ controlArm: { calls: 4 } }), {
      alone: (r) => (r.model.includes("claude") ? { text: "No JSON." } : { text: aloneJson("Ban them.") }),
    });
    expect(arm).toMatchObject({ calls: 4, answered: 2 });
    expect(debate.degraded.map(({ what }) => what).toSorted()).toEqual([
      "answer 2 of the control arm (anthropic/claude-sonnet-5)",
      "answer 4 of the control arm (anthropic/claude-sonnet-5)",
    ]);
    expect(debate.participants.map((p) => p.status)).toEqual(["active", "active"]);
  });

  it("asks once more for groups that leave an answer out, double or unknown, and then goes without a count", async () => {
    const bad = { groups: [{ answer: "Ban.", members: ["A1", "A1", "A9"] }] };
    const { debate, arm } = await played(request(), { group: () => ({ json: bad }) });
    expect(asked("groups")).toHaveLength(2);
    const again = textOf(asked("groups")[1] as ModelRequest);
    expect(again).toContain("Answer A2 is in no group.");
    expect(again).toContain("Answer A1 is in more than one group.");
    expect(again).toContain("There is no answer A9.");
    expect(arm).toBeUndefined();
    expect([debate.status, debate.degraded.map(({ what }) => what)]).toEqual([
      "completed",
      ["the count of the control arm's answers, after the debate"],
    ]);
  });
});

describe("skipIfUnanimous", () => {
  it("holds no round when all answers are the same, and that answer is the result", async () => {
    const { debate, result, arm, id } = await played(request({ skipIfUnanimous: true }), {
      alone: answering("We should ban them.", "Cities ought to ban cars."),
      group: byBan,
    });
    expect([debate.status, debate.round, result.endedBy, debate.usage.calls]).toEqual([
      "completed",
      0,
      "convergence",
      3,
    ]);
    expect(result).toMatchObject({ type: "answer", answer: { text: "Ban them.", rounds: 0 } });
    expect(arm).toMatchObject({ answer: "Ban them.", share: 1, debate: null });
    expect(asked("turn")).toEqual([]);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain("All gave this answer, each alone, so no round was held.");
  });

  it("holds the debate when the answers differ, and counts them again with the debate's", async () => {
    const { debate, arm } = await played(request({ skipIfUnanimous: true }), {
      alone: answering("We should ban them.", "We should price them."),
      group: byBan,
    });
    expect([debate.round, arm.answered, asked("groups").length]).toEqual([1, 2, 2]);
    const sizes = asked("groups").map((r) => answersIn(r).length);
    expect(sizes).toEqual([2, 3]);
  });
});

describe("a request for a control arm", () => {
  it.each([
    [{ controlArm: { calls: 0 } }, "/controlArm/calls"],
    [{ controlArm: { calls: 201 } }, "/controlArm/calls"],
    [{ controlArm: { calls: "many" } }, "/controlArm/calls"],
    [
      { controlArm: { calls: "equal" }, format: "dialectic", judging: undefined, maxRounds: 10, participants: 5 },
      "/controlArm/calls",
    ],
    [{ controlArm: false, expected: "Ban them." }, "/expected"],
    [{ controlArm: undefined, skipIfUnanimous: true }, "/skipIfUnanimous"],
  ])(
    "is refused out of bounds, or where a field needs it: %j",
    async ({ participants = 2, ...changes }: { participants?: number; [field: string]: unknown }, pointer) => {
      const { participants: many } = requestOf({}, participants) as { participants: object[] };
      const { status, body } = await world.post("/v1/debates", request({ ...changes, participants: many }));
      expect([status, (body as { errors: { pointer: string }[] }).errors.map((e) => e.pointer)]).toEqual([
        422,
        [pointer],
      ]);
    },
  );
});
