/** Commands that find no place are accepted, and carried out in their turn: here none finds one. */
import { randomUUID } from "node:crypto";
import { WorkflowNotFoundError } from "@temporalio/client";
import { expect, test } from "vitest";
import { createClient } from "../../../api/client/index.ts";
import type { AcceptedCommand } from "../../../domain/shapes/schemas/accepted.schema.ts";
import { BACKLOG, type StoredCommand } from "../../../features/backlog/domain/backlog-records.ts";
import { acceptedSignal, backlogWorkflowId } from "../../../features/backlog/workflows/messages.backlog.ts";
import { whole } from "../../support/debates/drafts.ts";
import { eventually, GOES_ON } from "../../support/eventually.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type World } from "../../support/world.ts";

/** No command finds a place. The backlog of a world before it may still wait for a worker of that world: it has the same id. */
async function openFull(more: { workers?: boolean; continueAfterEvents?: number } = {}): Promise<World> {
  const world = await openWorld({ places: { commands: { atOnce: 0, waiting: 0 } }, ...more });
  await world.handle(BACKLOG_ID).terminate().catch(isOver);
  return world;
}

const BACKLOG_ID = backlogWorkflowId("default");

function isOver(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

const TIMEOUT = 120_000;

const ASKS = whole({ clarifications: { enabled: true, maxIterations: 1 } });
const answersTo = (questionId: string) => ({ answers: [{ questionId, answer: "All of it." }] });

async function asking(world: World): Promise<string> {
  const { id } = await world.create(ASKS);
  await world.until(id, ({ type }) => type === "clarification.asked");
  return id;
}

function useAsking(world: World): void {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
}

async function accepted(world: World, path: string, body: object, headers = {}): Promise<AcceptedCommand> {
  const answer = await world.request(`/v1/debates/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([202, answer.body.links.self]);
  return answer.body as AcceptedCommand;
}

const read = async (world: World, { links }: AcceptedCommand) =>
  (await world.request(links.self.replace(world.url, ""))).body as AcceptedCommand;

test(
  "Answers that come while no worker runs wait in line; then each is carried out once, and nobody repeats it.",
  async () => {
    await using world = await openFull({ workers: false, continueAfterEvents: 40 });
    useAsking(world);
    const workers = await world.openWorkers();
    const ids = await Promise.all(Array.from({ length: 12 }, () => asking(world)));
    await workers.stop();
    const commands: AcceptedCommand[] = [];
    for (const id of ids) commands.push(await accepted(world, `${id}/answers`, answersTo("q1")));
    expect(commands.map(({ place }) => place)).toEqual(ids.map((_, i) => i + 1));
    expect(commands.at(-1)).toMatchObject({ command: "submitAnswers", status: "waiting" });
    const again = await world.openWorkers();
    for (const [i, id] of ids.entries()) {
      const log = await world.finished(id);
      expect(log.filter(({ type }) => type === "clarification.answered")).toHaveLength(1);
      expect(log.at(-1)).toMatchObject({ type: "debate.completed", status: "completed" });
      const command = commands[i] as AcceptedCommand;
      await eventually(async () => (await read(world, command)).status).toBe("carried-out");
      const { place: _place, estimateSeconds: _seconds, ...rest } = command;
      expect(await read(world, command)).toEqual({ ...rest, status: "carried-out", endedAt: expect.any(String) });
    }
    const { accepted: count, done } = await world.store.backlogs.read("default");
    expect([count, done]).toEqual([12, 12]);
    await again.stop();
  },
  TIMEOUT,
);

test(
  "While commands come faster than they are carried out, none is: the first of many waits for a timer.",
  async () => {
    await using world = await openFull();
    const many = Array.from({ length: 80 }, (_, i) => ({ debateId: `deb-gone-${i}`, id: `c${i}` }));
    const handle = await world.client.workflow.signalWithStart("backlogWorkflow", {
      workflowId: BACKLOG_ID,
      taskQueue: world.taskQueue,
      args: [{ tenant: "default", continueAfterEvents: 1_000 }],
      signal: acceptedSignal,
      signalArgs: [many],
    });
    await handle.result();
    const { events } = await handle.fetchHistory();
    const asked = (events ?? []).flatMap(({ timerStartedEventAttributes, activityTaskScheduledEventAttributes }) =>
      timerStartedEventAttributes ? ["timer"] : activityTaskScheduledEventAttributes ? ["activity"] : [],
    );
    const timers = asked.indexOf("activity");
    expect(timers).toBeGreaterThan(1);
    // Five commands each, and no timer between.
    expect(asked.slice(timers)).toEqual(Array.from({ length: 16 }, () => "activity"));
  },
  TIMEOUT,
);

test(
  "A repeat under one Idempotency-Key is the same command; what the debate refuses in its turn says why.",
  async () => {
    await using world = await openFull();
    useAsking(world);
    const id = await asking(world);
    const unknown = await accepted(world, `${id}/answers`, answersTo("q9"));
    await eventually(async () => (await read(world, unknown)).status).toBe("refused");
    expect((await read(world, unknown)).refusal).toEqual({
      type: "invalid-request",
      detail: expect.stringContaining("q9"),
    });
    const key = { "idempotency-key": randomUUID() };
    const first = await accepted(world, `${id}/answers`, answersTo("q1"), key);
    expect((await accepted(world, `${id}/answers`, answersTo("q1"), key)).id).toBe(first.id);
    await world.finished(id);
    expect((await read(world, first)).status).toBe("carried-out");
  },
  TIMEOUT,
);

test(
  "A command whose outcome was lost with its worker was carried out, also where its debate is over meanwhile.",
  async () => {
    await using world = await openFull();
    useAsking(world);
    const debateId = await asking(world);
    const command = await accepted(world, `${debateId}/answers`, answersTo("q1"));
    await world.finished(debateId);
    await eventually(async () => (await read(world, command)).status).toBe("carried-out");
    const key = { tenant: "default", debateId };
    const { endedAt: _ended, ...before } = (await world.store.records.get(key, BACKLOG, command)) as StoredCommand;
    const input = answersTo("q1");
    await world.store.records.replace(key, BACKLOG, { ...before, status: "waiting", input });
    await world.client.workflow.signalWithStart("backlogWorkflow", {
      workflowId: BACKLOG_ID,
      taskQueue: world.taskQueue,
      args: [{ tenant: "default", continueAfterEvents: 1_000 }],
      signal: acceptedSignal,
      signalArgs: [[{ debateId, id: command.id }]],
    });
    await eventually(async () => (await read(world, command)).status).not.toBe("waiting");
    expect((await read(world, command)).status).toBe("carried-out");
  },
  TIMEOUT,
);

test(
  "What is not legal now is refused at once, a stop never waits in line, and nobody reads a command of another debate.",
  async () => {
    await using world = await openFull();
    useAsking(world);
    const [id, other] = await Promise.all([asking(world), asking(world)]);
    const resumed = await world.post(`/v1/debates/${id}/resume`);
    expect([resumed.status, resumed.body.type]).toEqual([409, "/problems/illegal-transition"]);
    const command = await accepted(world, `${id}/answers`, answersTo("q1"));
    expect((await world.request(`/v1/debates/${other}/commands/${command.id}`)).status).toBe(404);
    expect((await world.request(`/v1/debates/${id}/commands/${"x".repeat(2_000)}`)).status).toBe(404);
    expect((await world.post(`/v1/debates/${other}/stop`, { mode: "abandon" })).status).toBe(200);
    const remark = await world.post(`/v1/debates/${id}/interjections`, { text: "Be brief." });
    expect(remark.status, "its text is stored with its command").toBe(503);
  },
  TIMEOUT,
);

test(
  "A draft starts in its turn; one that is a draft again, or is gone, keeps no other waiting.",
  async () => {
    await using world = await openFull({ workers: false });
    useAsking(world);
    const workers = await world.openWorkers();
    const [drafts, gone] = await Promise.all([
      Promise.all([1, 2].map(async () => (await world.create(whole({ start: false }))).id)),
      asking(world),
    ]);
    const [starts = "", cancelled = ""] = drafts;
    // A check waits for its answer, so it finds no place here.
    for (const id of drafts) await world.handle(id).executeUpdate("validate");
    for (const id of drafts) await eventually(async () => (await world.debate(id)).status).toBe("ready");
    await workers.stop();
    const late = await accepted(world, `${gone}/answers`, answersTo("q1"));
    const [second, first] = [
      await accepted(world, `${cancelled}/start`, {}),
      await accepted(world, `${starts}/start`, {}),
    ];
    // Both end before a worker takes the backlog.
    for (const id of [cancelled, gone]) await world.handle(id).terminate();
    for (const id of [cancelled, gone]) await world.store.endOrphan({ tenant: "default", debateId: id }, ENDING);
    await world.store.eraseDebate({ tenant: "default", debateId: gone });
    const again = await world.openWorkers();
    await world.finished(starts);
    expect((await read(world, first)).status).toBe("carried-out");
    await eventually(async () => (await read(world, second)).status).toBe("refused");
    expect((await read(world, second)).refusal).toMatchObject({ type: "illegal-transition" });
    expect((await world.request(late.links.self.replace(world.url, ""))).status).toBe(404);
    await again.stop();
  },
  TIMEOUT,
);

const ENDING = { at: new Date().toISOString(), reason: "a test ended it" };

test(
  "The client's command returns the debate once it was carried out, and throws what it was refused with.",
  async () => {
    await using world = await openFull();
    useAsking(world);
    const client = createClient({ baseUrl: world.url });
    const id = await asking(world);
    await expect(client.answer(id, [{ questionId: "q9", answer: "All." }])).rejects.toMatchObject({
      status: 422,
      type: "/problems/invalid-request",
    });
    const debate = await client.answer(id, [{ questionId: "q1", answer: "All." }]);
    expect(debate).toMatchObject({ id, status: GOES_ON, pending: null });
  },
  TIMEOUT,
);
