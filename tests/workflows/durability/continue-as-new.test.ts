import { describe, expect, it } from "vitest";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

// So short that every burst of a test goes over several runs.
const world = await useWorld({ continueAfterEvents: 40 });

const P = ["p1", "p2"];
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const runOf = async (id: string) => (await world.handle(id).describe()).runId;
const remarks = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind} ${i + 1}.`);

/** Says all of it at once, half by updates and half by signals; every update is answered. */
async function burst(id: string): Promise<string[]> {
  const [updates, signals] = [remarks("Update", 20), remarks("Signal", 20)];
  const answers = await Promise.all([
    ...updates.map((text) => world.post(`/v1/debates/${id}/interjections`, { text })),
    ...signals.map((text) => world.handle(id).signal("interject", { text })),
  ]);
  const refused = answers.flatMap((answer) => (answer && answer.status !== 202 ? [answer.text] : []));
  expect(refused).toEqual([]);
  return [...updates, ...signals];
}

async function requireSaidOnce(id: string, said: string[]): Promise<FlatEvent[]> {
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(log.map((e) => e.id)).toEqual(log.map((_, i) => i + 1));
  expect(log.filter((e) => e.type === "interjection.added")).toHaveLength(said.length);
  const { turns } = await world.transcript(id);
  const heard = turns.filter((t) => t.phase === "interjection").map((t) => t.text);
  expect(heard.toSorted()).toEqual(said.toSorted());
  return log;
}

describe("a debate that continues as new", () => {
  it("loses and repeats no command that comes while it is paused, and stays paused", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, status("paused"));
    const first = await runOf(id);
    const said = await burst(id);
    await expect.poll(() => runOf(id)).not.toBe(first);
    await expect
      .poll(async () => (await world.handle(id).query<{ interjections?: unknown[] }>("state")).interjections?.length)
      .toBe(40);
    expect(await world.debate(id)).toMatchObject({ status: "paused", round: 1, allowed: ["resume", "stop"] });
    await world.post(`/v1/debates/${id}/stop`);
    await requireSaidOnce(id, said);
  }, 60_000);

  it("keeps questions open, and takes each answer once however many give it", async () => {
    const wishes = ["What is a city?", "Which cars are meant?", "Who decides in the end?"];
    world.models.use(debaters(P, { ask: ({ model }) => (model.includes("gpt") ? wishes : []) }));
    const clarifications = { enabled: true, maxIterations: 1 };
    const { id } = await world.create(requestOf({ maxRounds: 1, clarifications }));
    await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
    const first = await runOf(id);
    const said = await burst(id);
    await expect.poll(() => runOf(id)).not.toBe(first);
    expect((await world.debate(id)).pending).toMatchObject({ type: "answers", questions: [{}, {}, {}] });
    const answer = (n: number) =>
      world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: `q${n}`, answer: `Answer ${n}.` }] });
    const given = await Promise.all([1, 1, 2, 2, 3, 3].map(answer));
    expect(given.filter((each) => each.status === 200)).toHaveLength(3);
    const log = await requireSaidOnce(id, said);
    expect(log.filter((e) => e.type === "clarification.answered")).toHaveLength(3);
    expect((await world.transcript(id)).questions.map((q) => q.answer)).toEqual([
      "Answer 1.",
      "Answer 2.",
      "Answer 3.",
    ]);
  }, 60_000);

  it("answers a command that its client sends again after the hand-over as carried out, and does it once", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    const send = (name: string, updateId: string) =>
      world.handle(id).executeUpdate<{ state: { status: string } }, [object]>(name, { updateId, args: [{}] });
    await send("pause", "first-pause");
    await send("resume", "first-resume");
    await send("pause", "second-pause");
    await world.until(id, status("paused"));
    const first = await runOf(id);
    await burst(id);
    await expect.poll(() => runOf(id)).not.toBe(first);
    expect((await send("pause", "second-pause")).state.status).toBe("paused");
    expect((await send("resume", "first-resume")).state.status, "an old command changes nothing").toBe("paused");
    await expect(send("pause", "third-pause")).rejects.toThrow();
    await world.post(`/v1/debates/${id}/stop`);
    const log = await world.finished(id);
    const by = log.flatMap((e) => (e.type === "debate.status" ? [e["by"]] : []));
    expect(by.filter((name) => name === "pause" || name === "resume")).toEqual(["pause", "resume", "pause"]);
  }, 60_000);

  it("takes the pauses and resumptions of an impatient owner in their order", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    const first = await runOf(id);
    for (let n = 0; n < 12; n++) {
      expect((await world.post(`/v1/debates/${id}/pause`)).status).toBe(200);
      expect((await world.post(`/v1/debates/${id}/resume`)).status).toBe(200);
    }
    expect(await runOf(id)).not.toBe(first);
    await world.post(`/v1/debates/${id}/stop`);
    const by = (await world.finished(id)).flatMap((e) => (e.type === "debate.status" ? [e["by"]] : []));
    expect(by.filter((name) => name === "pause" || name === "resume")).toEqual(
      Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? "pause" : "resume")),
    );
  }, 60_000);
});
