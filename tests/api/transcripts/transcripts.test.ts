import { afterAll, beforeAll, expect, test } from "vitest";
import type { TaskRunner } from "../../../api/base/tasks.api-base.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { ASSESSMENTS, RATINGS, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { createPool } from "../../../infra/tasks/pool.task.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { assessment, SHORT_LOG, turn } from "../events/debate-events.ts";
import { catalogue } from "../requests.ts";
import { append, createWorld, postOf, problemOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function over(): Promise<DebateRecord> {
  const record = await storeDebate(world.store, { state: { status: "completed" } });
  await append(world.store, record, SHORT_LOG);
  return record;
}

/** The same threads, and what they were asked to render. */
function counted() {
  const asked: string[] = [];
  const tasks: TaskRunner = {
    run(task, input, signal) {
      asked.push(task);
      return world.deps.tasks.run(task, input, signal);
    },
  };
  return { asked, app: world.appWith({ tasks }) };
}

const FORMATS = ["json", "md", "html", "inspect", "jsonl"];

test("The transcript of a debate that is over has a tag in each format; whoever has it gets 304, and nothing is rendered.", async () => {
  const { id } = await over();
  const { asked, app } = counted();
  const tags = new Set<string>();
  for (const as of FORMATS) {
    const path = `/v1/debates/${id}/transcript?as=${as}`;
    const first = await world.app.request(path);
    const etag = first.headers.get("etag") as string;
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(first.headers.get("vary")).toContain("Accept");
    tags.add(etag);
    const again = await app.request(path, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  expect(tags.size).toBe(FORMATS.length);
  expect(asked).toEqual([]);
});

test("A report is rendered once for all who read it with a key, and once for all readers of a share.", async () => {
  const { id } = await over();
  const { asked, app } = counted();
  const made = await app.request(`/v1/debates/${id}/shares`, postOf({ expiresInSeconds: 600 }));
  const { url } = (await made.json()) as { url: string };
  const read = async (path: string) => (await app.request(path)).text();
  const own = `/v1/debates/${id}/transcript?as=html`;
  const shared = `${url}/transcript?as=html`;
  const texts = await Promise.all([own, own, shared, shared].map(read));
  texts.push(await read(own), await read(shared));
  expect([new Set([texts[0], texts[1], texts[4]]).size, new Set([texts[2], texts[3], texts[5]]).size]).toEqual([1, 1]);
  expect(texts[0]).toContain("<!doctype html>");
  expect(asked).toEqual(["renderTranscript", "renderTranscript"]);
});

test("A rating and another version change the tag, and are read at once.", async () => {
  const record = await over();
  const { id, tenant } = record;
  const read = () => world.get(`/v1/debates/${id}/transcript?as=md`);
  const before = (await read()).headers.get("etag") as string;
  await world.store.records.put({ tenant, debateId: id }, RATINGS, {
    rating: 2,
    comment: "Rather thin.",
    at: record.createdAt,
  });
  const rated = await world.get(`/v1/debates/${id}/transcript?as=md`, { "if-none-match": before });
  expect([rated.status, await rated.text()]).toEqual([200, expect.stringContaining("Rather thin.")]);
  const state = { ...record.state, round: 2 };
  await world.store.putState({ tenant, debateId: id, version: record.version + 1, state });
  expect((await read()).headers.get("etag")).not.toBe(rated.headers.get("etag"));
});

test("What a call had stored when its debate was abandoned is in no transcript: the log has no event of it.", async () => {
  const { id, tenant } = await over();
  const key = { tenant, debateId: id };
  for (const each of [turn(), turn({ id: "g1-r1-t2", index: 2, text: "Nobody heard this." })])
    await world.store.records.put(key, TURNS, each);
  await world.store.records.put(key, ASSESSMENTS, assessment());
  const read = async (as: string) => (await world.get(`/v1/debates/${id}/transcript?as=${as}`)).text();
  const { turns, assessments } = JSON.parse(await read("json")) as TranscriptExport;
  expect([turns.map((each) => each.id), assessments]).toEqual([["g1-r1-t1"], []]);
  expect(await read("md")).not.toContain("Nobody heard this.");
});

test("A debate that still runs has no tag, and is read anew each time.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "running" } });
  const { asked, app } = counted();
  for (const _ of [1, 2]) {
    const response = await app.request(`/v1/debates/${id}/transcript?as=md`);
    expect([response.status, response.headers.get("etag")]).toEqual([200, null]);
  }
  expect(asked).toHaveLength(2);
});

test("A report whose Markdown takes too long has its texts as they were written.", async () => {
  const { id } = await over();
  const inputs: unknown[] = [];
  const tasks: TaskRunner = {
    async run(task, input, signal) {
      inputs.push(input);
      const isPlain = "plain" in input && input.plain;
      if (!isPlain) throw new ParleyError("too-costly", "too long");
      return world.deps.tasks.run(task, input, signal);
    },
  };
  const app = world.appWith({ tasks });
  const html = await app.request(`/v1/debates/${id}/transcript?as=html`);
  expect([html.status, await html.text()]).toEqual([200, expect.stringContaining("<!doctype html>")]);
  expect(inputs).toHaveLength(2);
  const markdown = await app.request(`/v1/debates/${id}/transcript?as=md`);
  expect([markdown.status, (await problemOf(markdown)).type]).toEqual([422, "/problems/too-costly"]);
});

test("Reports beyond those that are rendered or wait are answered 503, with the time to repeat them.", async () => {
  const tasks = createPool(catalogue, { atOnce: 1, waiting: 1 });
  const app = world.appWith({ tasks });
  const debates = await Promise.all([over(), over(), over()]);
  const answers = await Promise.all(debates.map(async ({ id }) => app.request(`/v1/debates/${id}/transcript?as=html`)));
  await tasks.stop();
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 503]);
  const refused = answers.find(({ status }) => status === 503) as Response;
  // As long as those before it are expected to take, which the machine decides.
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect((await problemOf(refused)).type).toBe("/problems/unavailable");
});
