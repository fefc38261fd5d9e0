/** Every way in which a debate can end has its conclusion, or says why it has none. */

import { describe, expect, it } from "vitest";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { protocolOf, takes } from "../../../domain/rules/protocols/registry.protocol.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { CLAIM_EXHIBITS } from "../../support/debates/claims.ts";
import { councilRequest, members } from "../../support/debates/council.ts";
import { answering as answeringQuestions } from "../../support/debates/question.ts";
import { danglingIn } from "../../support/debates/references.ts";
import { someOf } from "../../support/debates/runs.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { conclusionOf } from "../../support/models/conclusions.ts";
import { inChoices, kindOf, rosterIn, verdictJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const DOWN: ModelReplyScript = { error: { status: 503 } };
const textOf = (r: ModelRequest) => r.messages.map((m) => m.content).join("\n");
const asked = () => world.models.journal.filter((r) => kindOf(r) === "conclusion");

/** A short debate of a format, with a conclusion. */
function requestFor(format: FormatName, changes: object = {}): object {
  const { protocol, sides } = FORMATS_BY_NAME[format];
  const own = { format, conclusion: true, maxRounds: 2, ...changes };
  if (protocol === "dialectic") return dialecticRequest(own);
  if (protocol === "proposer-skeptic") return skepticRequest(own);
  if (protocol === "council") return councilRequest(own);
  const body = requestOf({ ...own, judging: "final-only" }) as { participants: object[] };
  const placed = body.participants.map((p, i) => ({ ...p, ...(sides && { side: i === 0 ? "for" : "against" }) }));
  return { ...body, participants: placed };
}

/** A question is counted, and has no conclusion. */
const CONCLUDED = FORMATS.filter((format) => takes(protocolOf({ format }), "conclusion"));

const script = debaters(P);
const team = agents();
const skeptics = cast();
const council = members();
const scriptFor = (format: FormatName) =>
  ({ judged: script, dialectic: team, "proposer-skeptic": skeptics, question: answeringQuestions(), council })[
    FORMATS_BY_NAME[format].protocol
  ];

async function concluded(where: World, body: object): Promise<Conclusion> {
  const { id } = await where.create(body);
  await where.finished(id);
  const transcript = await where.transcript(id);
  const { conclusion } = (await where.debate(id)).result ?? {};
  if (!conclusion) throw new Error(`no conclusion: ${JSON.stringify(transcript.result?.degraded)}`);
  expect(transcript.result?.conclusion).toEqual(conclusion);
  expect(danglingIn(conclusion, transcript)).toEqual([]);
  return conclusion;
}

/** Everything as usual, but for what `reply` says about a request. */
function answering(reply: (r: ModelRequest) => ModelReplyScript | null) {
  world.models.use((r) => reply(r) ?? script(r));
}

describe("the conclusion of a debate on scripted models", () => {
  it.each(someOf(CONCLUDED))("has an answer, cruxes and support, and refers to what is there: %s", async (format) => {
    world.models.use(scriptFor(format));
    const conclusion = await concluded(world, requestFor(format));
    expect(conclusion.answer.text).toBe("Price them first, and ban later.");
    expect(conclusion.cruxes).toHaveLength(1);
    expect(conclusion.evidence[0]).toMatchObject({ refs: [], status: "unverified" });
    expect(conclusion.support.because.length).toBeGreaterThan(0);
    expect(conclusion.support.level).not.toBe("strong");
    expect(world.models.complaints).toEqual([]);
  });

  it("takes one call of the judge's model, which sees neither models nor ids, and all ballots' reasons", async () => {
    world.models.use(script);
    const { id } = await world.create(requestFor("free-form"));
    const log = await world.finished(id);
    expect(asked()).toHaveLength(1);
    const [request] = asked();
    expect(textOf(request!)).toContain("The last speaker met more objections.");
    expect(JSON.stringify([request?.system, request?.messages, request?.schema])).not.toMatch(/"p\d"|claude|g1-r\d/);
    const story = log.map((e) => e.type).filter((type) => /ballot|conclusion|result/.test(type));
    expect(story).toEqual(["ballot.completed", "conclusion.completed", "result.completed"]);
    const { usage, cost, result } = await world.debate(id);
    expect(result?.usage.calls).toBe(2);
    expect(usage.calls).toBe(world.models.journal.length);
    expect(cost.totalUsd).toBeGreaterThan(0);
  });

  it("is saved by conclusion: false", async () => {
    world.models.use(script);
    const { id } = await world.create(requestFor("free-form", { conclusion: false }));
    await world.finished(id);
    const { result } = await world.debate(id);
    expect([asked(), result?.conclusion, result?.degraded]).toEqual([[], undefined, []]);
  });
});

describe("the conclusion of a debate on the demo", () => {
  it("has an answer in each format, and refers to what is there", async () => {
    await using demo = await demoWorld();
    for (const format of someOf(CONCLUDED)) {
      const conclusion = await concluded(demo.world, onDemo(requestFor(format)));
      expect([format, conclusion.answer.text]).toEqual([
        format,
        expect.stringMatching(/^(No, not as a general ban|Close the centre|On ")/),
      ]);
      // The sides of a motion: the demo agrees with the ballots.
      if (format === "oxford") expect(["for", "against"]).toContain(conclusion.answer.stance);
    }
  });

  it("leaves claims unverified: the demo compares nothing", async () => {
    await using demo = await demoWorld();
    const { id } = await demo.world.create(onDemo(requestFor("free-form", { exhibits: CLAIM_EXHIBITS })));
    await demo.world.finished(id);
    const { result } = await demo.world.debate(id);
    const claims = result?.type === "verdict" ? result.claims : [];
    expect([claims?.map(({ status }) => status), result?.degraded]).toEqual([["unverified", "unverified"], []]);
  });
});

describe("a debate that ends in another way", () => {
  it("is told as contested, never as a win", async () => {
    answering((r) => {
      if (kindOf(r) !== "verdict") return null;
      const keys = rosterIn(textOf(r)).map(({ key }) => key);
      return { json: inChoices(r, JSON.parse(verdictJson(keys, keys[0]))) };
    });
    const judge = { model: "openai/judge", bothOrders: true };
    const conclusion = await concluded(world, requestFor("lincoln-douglas", { judge }));
    expect(textOf(asked()[0]!)).toContain("the outcome is contested");
    expect(conclusion.support).toMatchObject({ level: "contested", winnerShare: null, margin: null });
    expect(conclusion.support.because[0]).toBe("The two orders of the labels have different winners.");
    // Both ballots' winners hold something: the first participant's ballot stands for the minority.
    expect(conclusion.minority?.ballots).toHaveLength(1);
  });

  it("is put to the judges where the ballots of the two orders answer differently, and rests on their word", async () => {
    answering((r) => {
      if (kindOf(r) === "review")
        return { json: { reason: `Read by ${r.model}.`, finding: r.model === "judge-b" ? "disagree" : "agree" } };
      if (kindOf(r) !== "verdict") return null;
      const keys = rosterIn(textOf(r)).map(({ key }) => key);
      return { json: inChoices(r, JSON.parse(verdictJson(keys, keys[0]))) };
    });
    const panel = ["openai/judge-a", "openai/judge-b", "anthropic/judge-c"];
    const body = requestFor("free-form", { judge: { model: "openai/judge", panel } });
    const { id } = await world.create(body);
    const log = await world.finished(id);
    expect(textOf(asked()[0]!)).toContain("To the question itself the judges answer differently");
    const reviews = world.models.journal.filter((r) => kindOf(r) === "review");
    expect(reviews.map(({ model }) => model).toSorted()).toEqual(["judge-a", "judge-b", "judge-c"]);
    for (const review of reviews) {
      expect(textOf(review)).toContain("Price them first, and ban later.");
      expect(JSON.stringify([review.system, review.messages])).not.toMatch(/"p\d"|claude|g1-r\d/);
    }
    expect(log.filter(({ type }) => type === "answer.reviewed")).toHaveLength(3);
    const { result, usage } = await world.debate(id);
    expect(result).toMatchObject({ contestedBecause: "orders", bench: { choice: null, disputed: "orders" } });
    expect(result?.conclusion?.support).toMatchObject({
      level: "weak",
      leads: "answer",
      winnerShare: 0.667,
      reviewed: { agree: 2, disagree: 1, cannotTell: 0 },
    });
    expect(result?.conclusion?.reviews?.map(({ judge, finding }) => [judge, finding])).toEqual([
      ["openai/judge-a", "agree"],
      ["openai/judge-b", "disagree"],
      ["anthropic/judge-c", "agree"],
    ]);
    expect(usage.calls).toBe(world.models.journal.length);
  });

  it("goes on without a judge who has no word on the answer, and says so", async () => {
    answering((r) => {
      if (kindOf(r) === "review") return DOWN;
      if (kindOf(r) !== "verdict") return null;
      const keys = rosterIn(textOf(r)).map(({ key }) => key);
      return { json: inChoices(r, JSON.parse(verdictJson(keys, keys[0]))) };
    });
    const { id } = await world.create(requestFor("free-form", { judge: { model: "openai/judge", bothOrders: true } }));
    await world.finished(id);
    const { result, status } = await world.debate(id);
    expect([status, result?.degraded.map(({ what }) => what)]).toEqual([
      "completed",
      ["the word of the judge on the answer"],
    ]);
    expect(result?.conclusion?.support.level).toBe("contested");
    expect(result?.conclusion?.reviews).toBeUndefined();
  });

  it("may find that who argued better is wrong, and counts both apart", async () => {
    answering((r) => {
      if (kindOf(r) !== "verdict") return null;
      const [winner, other] = rosterIn(textOf(r))
        .map(({ key }) => key)
        .toSorted();
      const ballot = JSON.parse(verdictJson([winner ?? "", other ?? ""], winner));
      return { json: { ...ballot, answer: { choice: other, text: "What the other holds." } } };
    });
    const panel = ["openai/judge-a", "anthropic/judge-c"];
    const body = requestFor("free-form", { judge: { model: "openai/judge", panel, bothOrders: false } });
    const { id } = await world.create(body);
    await world.finished(id);
    const { result } = await world.debate(id);
    if (result?.type !== "verdict") throw new Error("no verdict");
    expect(result.bench?.choice).not.toBe(result.verdict.winner?.participant);
    expect(result.conclusion?.answer.holder).toBe(result.bench?.choice);
    expect(result.ballots.map(({ answer, probability }) => [answer?.choice, probability])).toEqual(
      [1, 2].map(() => [result.bench?.choice, 70]),
    );
    expect(world.models.journal.some((r) => kindOf(r) === "review")).toBe(false);
  });

  it("does without a judge of the panel", async () => {
    answering((r) => (kindOf(r) === "verdict" && r.model === "judge-b" ? DOWN : null));
    const judge = { model: "openai/judge", bothOrders: false, panel: ["openai/judge-a", "openai/judge-b"] };
    const conclusion = await concluded(world, requestFor("free-form", { judge }));
    expect(conclusion.support).toMatchObject({ judges: 1, level: "weak", ballots: { valid: 1, asked: 2 } });
  });

  it("has none when nobody ruled, and says so", async () => {
    answering((r) => (kindOf(r) === "verdict" ? DOWN : null));
    const { id } = await world.create(requestFor("free-form", { policies: { onJudgeFailure: "continue" } }));
    await world.finished(id);
    const { result } = await world.debate(id);
    expect(result).toMatchObject({ type: "unjudged" });
    expect(result?.conclusion).toBeUndefined();
    expect(result?.degraded.at(-1)).toMatchObject({ what: "the conclusion", why: "nobody ruled" });
  });

  it("is stopped by its owner, and concludes from what there is", async () => {
    const gate = Promise.withResolvers<void>();
    world.models.use(async (r) => {
      if (kindOf(r) === "turn" && textOf(r).includes("round 2 of")) await gate.promise;
      return script(r);
    });
    const { id } = await world.create(requestFor("free-form", { maxRounds: 3 }));
    await world.until(id, (e) => e.type === "turn.started" && e["round"] === 2);
    await world.post(`/v1/debates/${id}/stop`, {});
    gate.resolve();
    await world.finished(id);
    const transcript = await world.transcript(id);
    expect(transcript.result).toMatchObject({ endedBy: "owner", conclusion: { answer: {} } });
    expect(danglingIn(transcript.result!.conclusion!, transcript)).toEqual([]);
  });

  it("is a fork, and has its own", async () => {
    world.models.use(script);
    const { id } = await world.create(requestFor("free-form"));
    await world.finished(id);
    const fork = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1 });
    const made = (fork.body as { id: string }).id;
    await world.finished(made);
    const transcript = await world.transcript(made);
    expect(transcript.result?.conclusion?.answer.text).toBe("Price them first, and ban later.");
    expect(danglingIn(transcript.result!.conclusion!, transcript)).toEqual([]);
    expect(asked()).toHaveLength(2);
  });

  it("goes on without one when its model is down, and says so", async () => {
    answering((r) => (kindOf(r) === "conclusion" ? DOWN : null));
    const { id } = await world.create(requestFor("free-form"));
    await world.finished(id);
    const { status, result } = await world.debate(id);
    expect([status, result?.type, result?.conclusion]).toEqual(["completed", "verdict", undefined]);
    expect(result?.degraded).toMatchObject([{ what: "the conclusion" }]);
  });
});

describe("a conclusion that is not as it was asked for", () => {
  const bad: [string, (r: ModelRequest) => ModelReplyScript, string][] = [
    ["names a turn that is not there", (r) => json(r, { evidence: [{ claim: "So.", turnIds: ["T99"] }] }), "T99"],
    [
      "quotes what nobody said",
      (r) => json(r, { answer: { text: 'As one said: "cars are the very devil of our streets".' } }),
      "cites what is not there",
    ],
    ["is prose", () => ({ text: "Ban them, I should think." }), "not JSON"],
    ["has no crux", (r) => json(r, { cruxes: [] }), "cruxes must be 1 to 4"],
    ["settles a crux that is not there", (r) => json(r, { nextSteps: [{ action: "Go.", crux: 4 }] }), "crux must be"],
  ];
  const json = (r: ModelRequest, changes: object): ModelReplyScript => ({ json: { ...conclusionOf(r), ...changes } });
  const isFirst = (r: ModelRequest) => kindOf(r) === "conclusion" && !textOf(r).includes("was refused");

  it.each(bad)("is asked for once more, with its faults: one that %s", async (_, spoil, fault) => {
    answering((r) => (isFirst(r) ? spoil(r) : null));
    await concluded(world, requestFor("free-form"));
    expect(asked()).toHaveLength(2);
    expect(textOf(asked()[1]!)).toContain(fault);
  });

  it.each(bad)("is left out when it comes twice, and the debate says so: one that %s", async (_, spoil) => {
    answering((r) => (kindOf(r) === "conclusion" ? spoil(r) : null));
    const { id } = await world.create(requestFor("free-form"));
    await world.finished(id);
    const { result } = await world.debate(id);
    expect(asked()).toHaveLength(2);
    expect(result).toMatchObject({ type: "verdict", degraded: [{ what: "the conclusion" }] });
    expect(result?.conclusion).toBeUndefined();
  });

  it("is refused when it claims a winner of a contested debate", async () => {
    answering((r) => {
      const keys = rosterIn(textOf(r)).map(({ key }) => key);
      if (kindOf(r) === "verdict") return { json: inChoices(r, JSON.parse(verdictJson(keys, keys[0]))) };
      const holder = conclusionOf(r).cruxes[0]?.points[0]?.by ?? null;
      return isFirst(r) ? json(r, { answer: { text: "A hat gewonnen.", holder, whyOther: null } }) : null;
    });
    await concluded(world, requestFor("lincoln-douglas", { judge: { model: "openai/judge", bothOrders: true } }));
    expect(textOf(asked()[1]!)).toContain("The outcome is contested: answer.holder must be null.");
  });

  it.each(["dialectic", "proposer-skeptic", "council"] as const)(
    "is left out of a reply that has more, which is kept: %s",
    async (format) => {
      const usual = scriptFor(format);
      let spoilt = 0;
      world.models.use((r) => {
        const reply = usual(r);
        if (!("json" in reply) || !Object.hasOwn(reply.json as object, "conclusion")) return reply;
        spoilt += 1;
        return { json: { ...(reply.json as object), conclusion: { answer: "No." } } };
      });
      const { id } = await world.create(requestFor(format));
      await world.finished(id);
      const { result } = await world.debate(id);
      expect(spoilt).toBe(2);
      expect(result?.type).toBe({ dialectic: "solution", "proposer-skeptic": "answer", council: "council" }[format]);
      expect(result?.conclusion).toBeUndefined();
      expect(result?.degraded).toMatchObject([
        { what: "the conclusion", why: "it was faulty twice, so it is left out" },
      ]);
    },
  );
});

/** A world whose only provider is the demo model. */
async function demoWorld() {
  const demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
  const opened = await openWorld({ demo: true, providers: { demo: { baseUrl: demo.url, apiKey: demo.key } } });
  return {
    world: opened,
    async [Symbol.asyncDispose]() {
      await opened.stop();
      await demo.stop();
    },
  };
}

function onDemo(body: object): object {
  return JSON.parse(JSON.stringify(body).replaceAll(/"(?:openai|anthropic)\/[\w.-]+"/g, '"demo/debater"')) as object;
}
