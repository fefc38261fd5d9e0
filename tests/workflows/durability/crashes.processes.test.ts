import type { ChildProcess } from "node:child_process";
import { afterEach, describe, expect, inject, it } from "vitest";
import { REJUDGE_BALLOTS } from "../../../domain/around/rejudgement/rejudgement-records.ts";
import { stateQuery, webhookWorkflowId } from "../../../workflows/base/messages.workflow-base.ts";
import { CLAIM_EXHIBITS, claimManner } from "../../support/debates/claims.ts";
import { longTurns, windowed } from "../../support/debates/long-debate.ts";
import { answering, questionRequest } from "../../support/debates/question.ts";
import { aloneJson, kindOf, pollJson } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { killProgram as kill, startProgram } from "../../support/processes/program.ts";
import { SECRET, startReceiver, taken } from "../../support/servers/receiver.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, events, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld({
  workers: false,
  webhookAllowPrivate: true,
  durations: { heartbeat: 500, heartbeatTimeout: 2_000 },
});
const children: ChildProcess[] = [];
// No worker of another test may take what one of this test's leaves behind.
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});

const P = ["p1", "p2"];

/** A process of its own that can be killed; settles when it says that it is ready, with what it says. */
async function start(name: "worker" | "api", changes: object = {}): Promise<{ child: ChildProcess; said: string }> {
  const { url, models, table, taskQueue, temporalAddress } = world;
  const settings = {
    table,
    taskQueue,
    temporalAddress,
    providers: models.providers,
    bundle: inject("workflowBundle"),
    url,
    ...changes,
  };
  const started = await startProgram({ name, settings });
  children.push(started.child);
  return started;
}

describe("a worker that is killed in the middle of a turn", () => {
  it("is survived: the debate completes, no turn is missing or double, only the call in flight is bought again, once", async () => {
    const speaking = (n: number) => ({
      text: `Speech ${n}: ${"word ".repeat(40)}`,
      profile: { ttft: 50, tps: 20, chunkSize: 5 },
    });
    world.models.use(debaters(P, { turn: (_, n) => (n === 3 ? speaking(n) : { text: `Speech ${n}.` }) }));
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    await world.until(id, (e) => e.type === "turn.delta" && e["turnId"] === "g1-r2-t1");
    await kill(first.child);
    await start("worker");
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(log.map((e) => e.id)).toEqual(log.map((_, i) => i + 1));
    expect(completed(log)).toEqual(["g1-r1-t1", "g1-r1-t2", "g1-r2-t1", "g1-r2-t2"]);
    expect(log.filter((e) => e.type === "turn.restarted").map((e) => [e["turnId"], e["kind"]])).toEqual([
      ["g1-r2-t1", "interrupted"],
    ]);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.text)).toEqual(["Speech 1.", "Speech 2.", "Speech 4.", "Speech 5."]);
    expect(world.models.journal.filter((e) => kindOf(e) === "turn")).toHaveLength(5);
    expect(world.models.journal).toHaveLength(5 + 2 + 1);
  });
});

describe("a worker that is killed while a vote buys its answers", () => {
  it("is survived: no answer counts twice, only the one in flight is bought again, and the vote ends where it would have", async () => {
    const script = answering();
    world.models.use((request) => {
      const isSlow = world.models.journal.length === 2;
      return isSlow ? { ...script(request), profile: { ttft: 2_000, tps: 20, chunkSize: 5 } } : script(request);
    });
    const first = await start("worker");
    const { id } = await world.create(questionRequest({ vote: {}, gate: {} }));
    await world.models.arrived(2);
    await kill(first.child);
    await start("worker");
    const log = await world.finished(id);
    expect(completed(log)).toEqual(["g1-r1-t1", "g1-r1-t2", "g1-r1-t3", "g1-r1-t4"]);
    expect(world.models.journal.map(({ model }) => model)).toEqual(["one", "two", "two", "three", "one"]);
    const { result } = await world.debate(id);
    expect(result).toMatchObject({
      plurality: { answered: 4, vote: { way: "vote", bought: 4, probability: 0.96875 } },
    });
  });
});

describe("a worker that is killed while all answer alone before round 1", () => {
  it("is survived: no answer is there twice, only the one in flight is bought again, and the count follows", async () => {
    const slow = { text: aloneJson("word ".repeat(40)), profile: { ttft: 50, tps: 20, chunkSize: 5 } };
    let bens = 0;
    const alone = (r: { model: string }, n: number) =>
      r.model.includes("claude") && ++bens === 1 ? slow : { text: aloneJson(`Answer ${n}.`) };
    world.models.use(debaters(P, { alone }));
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 1, judging: "final-only", controlArm: true }));
    await world.until(id, (e) => e.type === "control_arm.answered");
    await world.models.arrived(2);
    await kill(first.child);
    await start("worker");
    const log = await world.finished(id);
    const answers = log.flatMap((e) => (e.type === "control_arm.answered" ? [(e["answer"] as { id: string }).id] : []));
    expect(answers).toEqual(["g1-alone-1", "g1-alone-2"]);
    const asked = (kind: string) => world.models.journal.filter((r) => kindOf(r) === kind).length;
    expect([asked("alone"), asked("groups"), asked("verdict")]).toEqual([3, 1, 1]);
    expect((await world.debate(id)).result).toMatchObject({ controlArm: { calls: 2, answered: 2 } });
  });
});

describe("a worker that is killed while participants answer in private", () => {
  it("is survived: no answer is there twice, only the one in flight is bought again, and the measurement follows", async () => {
    const slow = { text: pollJson({ reasons: ["word ".repeat(40)] }), profile: { ttft: 50, tps: 20, chunkSize: 5 } };
    let bens = 0;
    const poll = (r: { model: string }, round: number) =>
      r.model.includes("claude") && round === 1 && ++bens === 1 ? slow : { text: pollJson() };
    world.models.use(debaters(P, { poll }));
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 1, judging: "final-only", poll: "private" }));
    await world.until(id, (e) => e.type === "poll.taken" && e["round"] === 1);
    const isPoll = (e: ModelRequest) => kindOf(e) === "poll";
    while (world.models.journal.filter(isPoll).length < 4) await world.models.arrived(world.models.journal.length + 1);
    await kill(first.child);
    await start("worker");
    const log = await world.finished(id);
    const polls = log.flatMap((e) => (e.type === "poll.taken" ? [(e["poll"] as { id: string }).id] : []));
    expect(polls.toSorted()).toEqual(["g1-r0-poll-1", "g1-r0-poll-2", "g1-r1-poll-1", "g1-r1-poll-2"]);
    expect(world.models.journal.filter(isPoll)).toHaveLength(5);
    expect(log.filter((e) => e.type === "poll.measured").map((e) => e["round"])).toEqual([0, 1]);
    expect((await world.debate(id)).conformity?.map(({ stances }) => stances.length)).toEqual([2, 2]);
  });
});

describe("a worker that is killed while the transcript is summarised", () => {
  it("is survived: one summary stands for all, and no turn is bought twice", async () => {
    const slow = { ttft: 50, tps: 4, chunkSize: 5 };
    const text = `In brief: ${"word ".repeat(40)}`;
    const condense = (_: unknown, n: number) => (n === 1 ? { text, profile: slow } : { text });
    world.models.use(debaters(P, { ...longTurns(250), condense }));
    const first = await start("worker");
    const { id } = await world.create(windowed(6_000, { maxRounds: 5, judging: "final-only" }));
    await world.until(id, (e) => e.type === "context.warning");
    const isSummary = (e: { messages: { content: string }[] }) => kindOf(e) === "condensing";
    while (!world.models.journal.some(isSummary)) await world.models.arrived(world.models.journal.length + 1);
    await kill(first.child);
    await start("worker");
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const summaries = log.filter((e) => e.type === "context.summarized");
    expect(new Set(summaries.map((e) => (e["summary"] as { id: string }).id)).size).toBe(summaries.length);
    // Only the call in flight is made again.
    expect(world.models.journal.filter(isSummary)).toHaveLength(summaries.length + 1);
    expect(world.models.journal.filter((e) => kindOf(e) === "turn")).toHaveLength(10);
    expect(log.filter((e) => e.type === "context.warning").length).toBeLessThanOrEqual(3 * (summaries.length + 1));
  });
});

describe("a worker that is killed while a fault is waited out", () => {
  it("takes no count with it: the next one makes the retries that are left, and no more", async () => {
    const down = { error: { status: 503, retryAfter: 2 } };
    world.models.use(debaters(P, { turn: (_, n) => (n === 1 ? { text: "Speech 1." } : down) }));
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    const failed = (e: FlatEvent) => e.type === "turn.failed" && e["turnId"] === "g1-r1-t2";
    await world.until(id, failed);
    await kill(first.child);
    const second = await start("worker");
    const log = await world.until(id, (e) => failed(e) && e["waitMs"] === null);
    expect(log.filter(failed).map((e) => [e["attempt"], e["kind"], e["waitMs"]])).toEqual([
      [1, "api_error", 2_000],
      [2, "api_error", 2_000],
      [3, "api_error", null],
    ]);
    expect(world.models.journal.filter((e) => kindOf(e) === "turn")).toHaveLength(1 + 3);
    await world.post(`/v1/debates/${id}/stop`);
    await kill(second.child);
  });
});

describe("an API that is killed in the middle of an event stream", () => {
  it("is survived: a reader that resumes by Last-Event-ID has every id once", async () => {
    world.models.use(
      debaters(P, {
        turn: (_, n) => ({ text: `Speech ${n} ${"word ".repeat(20)}`, profile: { ttft: 20, tps: 40, chunkSize: 10 } }),
      }),
    );
    const worker = await start("worker");
    const first = await start("api");
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    const seen: FlatEvent[] = [];
    await expect(
      (async () => {
        for await (const event of events(first.said, id, 0)) {
          seen.push(event);
          if (seen.length === 15) first.child.kill("SIGKILL");
        }
        throw new Error("the stream ended as if nothing had happened");
      })(),
    ).rejects.toThrow();
    const second = await start("api");
    const last = seen.at(-1)?.id ?? 0;
    const response = await fetch(`${second.said}/v1/debates/${id}/events`, {
      headers: { accept: "text/event-stream", "last-event-id": String(last) },
    });
    const rest = [...(await response.text()).matchAll(/^id: (\d+)$/gm)].map((m) => Number(m[1]));
    const ids = [...seen.map((e) => e.id), ...rest];
    expect(ids).toEqual(ids.map((_, i) => i + 1));
    expect(ids.length).toBe((await world.finished(id)).length);
    await kill(worker.child);
    await kill(second.child);
  });
});

describe("a worker that is killed while claims are checked", () => {
  it("is survived: only the call in flight is made again, and the claims are there once", async () => {
    for (const child of children) await kill(child);
    const usual = debaters(P, claimManner);
    let slow = true;
    world.models.use((request) => {
      const said = usual(request);
      return slow && kindOf(request) === "claims" ? { ...said, profile: { ttft: 60_000, tps: 1, chunkSize: 5 } } : said;
    });
    world.models.forget();
    const first = await start("worker");
    const { id } = await world.create(requestOf({ exhibits: CLAIM_EXHIBITS, judging: "final-only" }));
    await world.models.arrived(5);
    await kill(first.child);
    slow = false;
    await start("worker");
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "claims.checked")).toHaveLength(1);
    expect(world.models.journal.filter((r) => kindOf(r) === "claims")).toHaveLength(2);
    expect(world.models.journal.filter((r) => kindOf(r) === "verdict")).toHaveLength(1);
    const { result } = await world.debate(id);
    expect(result?.type === "verdict" && result.claims).toHaveLength(5);
  });
});

describe("a worker that is killed while another judge rules", () => {
  it("is survived: what is cast is not bought again, and the ruling comes", async () => {
    for (const child of children) await kill(child);
    const usual = debaters(P);
    world.models.use(usual);
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.finished(id);
    await expect.poll(async () => (await world.debate(id)).status, { timeout: 50_000 }).toBe("completed");
    const key = { tenant: "default", debateId: id };
    const PANEL = ["judge-a", "judge-b", "judge-c"];
    let slow = true;
    world.models.use((request) => {
      const said = usual(request);
      const hangs = slow && request.model === "judge-c" && "text" in said;
      return hangs ? { ...said, profile: { ttft: 60_000, tps: 1, chunkSize: 5 } } : said;
    });
    world.models.forget();
    await world.post(`/v1/debates/${id}/rejudge`, {
      judge: { model: "openai/judge-a", panel: PANEL.map((name) => `openai/${name}`), bothOrders: false },
    });
    await expect
      .poll(async () => (await world.store.records.list(key, REJUDGE_BALLOTS, { rejudgement: "j1" })).length)
      .toBe(2);
    await world.models.arrived(3);
    await kill(first.child);
    slow = false;
    await start("worker");
    const brief = async () => (await world.debate(id)).rejudgements?.[0];
    await expect.poll(async () => (await brief())?.status, { timeout: 30_000 }).toBe("completed");
    const asked = world.models.journal.map((request) => request.model).toSorted();
    // Only the call in flight is made again.
    expect(asked).toEqual(["judge-a", "judge-b", "judge-c", "judge-c"]);
    const { rejudgements } = await world.transcript(id);
    expect(rejudgements?.[0]?.result?.ballots.map((ballot) => ballot.judge)).toEqual(PANEL.map((n) => `openai/${n}`));
    expect(rejudgements?.[0]?.usage.calls).toBe(3);
  });
});

function completed(log: FlatEvent[]) {
  return log.filter((e) => e.type === "turn.completed").map((e) => e["turnId"]);
}

describe("a worker that is killed in a turn under a limit", () => {
  it("leaves an attempt that is charged in full, apart from what is known, and the debate stays below its limit", async () => {
    const priceUsdPerMTok = { input: 1, output: 10 };
    const speaking = { text: "word ".repeat(60), profile: { ttft: 50, tps: 20, chunkSize: 5 } };
    world.models.use(debaters(P, { turn: (_, n) => (n === 1 ? speaking : { text: `Speech ${n}.` }) }));
    const first = await start("worker");
    const { participants, ...rest } = requestOf({ maxRounds: 1 }) as { participants: object[] };
    const model = { model: "openai/priced", maxOutputTokens: 500, priceUsdPerMTok };
    const { id } = await world.create({
      ...rest,
      participants: participants.map((p) => ({ ...p, model })),
      judge: { model: { ...model, model: "openai/judge" } },
      limits: { maxCostUsd: 0.1 },
    });
    await world.until(id, (e) => e.type === "turn.delta");
    await kill(first.child);
    await start("worker");
    const log = await world.finished(id);
    const unsettled = log.filter((e) => e.type === "attempt.unsettled");
    expect(unsettled).toMatchObject([{ actId: "g1-r1-t1", attempt: 1, participantId: "p1" }]);
    const charge = Number(unsettled[0]?.["costUsd"]);
    expect(charge).toBeGreaterThan((500 * priceUsdPerMTok.output) / 1_000_000);
    expect(
      log.filter((e) => e.type === "turn.completed").map((e) => (e["turn"] as { attempt: number }).attempt),
    ).toEqual([2, 1]);
    const { status, cost } = await world.debate(id);
    expect([status, cost.unsettledUsd]).toEqual(["completed", charge]);
    expect(charge + (cost.totalUsd ?? Number.NaN)).toBeLessThanOrEqual(0.1);
    expect((await world.store.getDebate({ tenant: "default", debateId: id }))?.state.reserved).toBeUndefined();
  });
});

describe("a killed worker", () => {
  it("while a debate waits for answers takes nothing with it: another one knows the questions and goes on", async () => {
    const collection = (request: ModelRequest) =>
      Number(/collection (\d+) of/.exec(request.messages.at(-1)?.content ?? "")?.[1]);
    const answer = (id: string, questionId: string, text: string) =>
      world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId, answer: text }] });
    world.models.use(debaters(P, { ask: (r) => (collection(r) === 1 ? ["Which city?", "What budget?"] : []) }));
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 1, clarifications: { enabled: true } }));
    await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
    await answer(id, "q1", "Graz.");
    await kill(first.child);
    await start("worker");
    const state = await world.handle(id).query(stateQuery);
    expect(state.clarification?.batch.map((q) => q.answered)).toEqual([true, false]);
    expect((await answer(id, "q2", "Ten million.")).status).toBe(200);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect((await world.transcript(id)).questions.map((q) => q.answer)).toEqual(["Graz.", "Ten million."]);
    expect(world.models.journal.filter((e) => kindOf(e) === "questions")).toHaveLength(4);
  });

  it("while a receiver refuses every fifth delivery loses none: all arrive in order, and at most the one in flight twice", async () => {
    await using open = new AsyncDisposableStack();
    const receiver = open.adopt(await startReceiver(), (one) => one.stop());
    world.models.use(debaters(P, { turn: (_, n) => ({ text: `Speech ${n}.`, profile: { ttft: 100, tps: 200 } }) }));
    receiver.answer((n) => ({ status: n % 5 === 0 ? 503 : 200 }));
    const first = await start("worker");
    const { id } = await world.create(requestOf({ maxRounds: 3, webhook: { url: receiver.url, secret: SECRET } }));
    await receiver.until((all) => all.length >= 12);
    await kill(first.child);
    await start("worker");
    await world.handle(webhookWorkflowId(id)).result();
    const expected = (await world.finished(id)).filter((e) => e.type !== "turn.delta").map((e) => e.id);
    expect(taken(receiver)).toEqual(expected);
    const accepted = receiver.received.filter((r) => r.status === 200);
    expect(accepted.length - expected.length).toBeLessThanOrEqual(1);
    expect(receiver.received.filter((r) => r.status === 503).length).toBeGreaterThanOrEqual(4);
    expect(receiver.forged).toBe(0);
  });
});
