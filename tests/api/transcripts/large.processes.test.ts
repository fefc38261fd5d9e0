/** The largest and the worst that is let in: meanwhile the same process answers others. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDebateId } from "../../../api/base/ids.api-base.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { openWorld } from "../../support/use-world.ts";
import { lookAgain } from "../../support/waits.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { spawnApi } from "../api-process.ts";

const MIB = 1024 * 1024;
/** Milliseconds of processor time for which one request may hold the event loop. On a busy machine no clock shows it. */
const HOLD = 200;

let world: World;
let api: { url: string; child: ChildProcess };
beforeAll(async () => {
  world = await openWorld();
  const { table, taskQueue, temporalAddress, models } = world;
  api = await spawnApi({ table, taskQueue, temporalAddress, providers: models.providers });
});
afterAll(async () => {
  const ended = once(api.child, "exit");
  api.child.kill();
  await ended;
  await world.stop();
});

/** Asks `/healthz` until the work is done: its result, and for how long the event loop was held at most. */
async function meanwhile<T>(work: Promise<T>): Promise<{ result: T; held: number }> {
  const done = new AbortController();
  const result = work.finally(() => done.abort());
  do {
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    await lookAgain(10);
  } while (!done.signal.aborted);
  const told = once(api.child.stdout as Readable, "data");
  api.child.kill("SIGUSR2");
  const [held] = (await told) as [Buffer];
  return { result: await result, held: Number(held) };
}

const megabytes = () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(api.child.pid)])) / 1024;

async function send(path: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${api.url}${path}`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

async function spoken(turn: string): Promise<string> {
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: turn }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
  return id;
}

/** An export of almost 16 MiB that is valid: two turns of 3.5 MB each, which stand in the log too, and 10,000 warnings. */
async function largest(): Promise<{ id: string; json: string }> {
  const from = await spoken("Something.");
  const id = createDebateId(new Date());
  const json = JSON.stringify(await world.transcript(from))
    .replaceAll(from, id)
    .replaceAll('"text":"Something."', () => `"text":"${"Words of “some” weight. ".repeat(125_000)}"`);
  const whole = JSON.parse(json) as TranscriptExport;
  const last = whole.events.pop() as TranscriptExport["events"][number];
  const data = { round: 1, participantId: "p1", use: 0.5, strategy: "all", capacity: 1_000, tokens: 500 };
  for (let i = 0; i < 10_000; i++) whole.events.push({ id: last.id + i, type: "context.warning", at: last.at, data });
  whole.events.push({ ...last, id: last.id + 10_000 });
  return { id, json: JSON.stringify(whole) };
}

test("15 MB of empty turns are refused; others are answered meanwhile, and the memory is bounded.", async () => {
  const body = `{"turns":[${"{},".repeat(5_000_000)}{}]}`;
  const { result, held } = await meanwhile(send("/v1/debates/import", body));
  expect(result.status).toBe(422);
  expect(held).toBeLessThan(HOLD);
  expect(megabytes()).toBeLessThan(1_024);
});

test("An import of 16 MiB is stored and read again; others are answered meanwhile.", async () => {
  const { id, json } = await largest();
  expect(Buffer.byteLength(json) / MIB).toBeGreaterThan(14);
  const imported = await meanwhile(send("/v1/debates/import", json));
  expect([imported.result.status, imported.result.text.slice(0, 300)]).toEqual([201, expect.stringContaining(id)]);
  expect(imported.held).toBeLessThan(HOLD);
  // Nobody has signed it, so this install does not sign it either.
  expect((await fetch(`${api.url}/v1/debates/${id}/transcript?as=receipt`)).status).toBe(409);
  for (const as of ["json", "md", "html"]) {
    const { result, held } = await meanwhile(
      fetch(`${api.url}/v1/debates/${id}/transcript?as=${as}`).then(async (response) => ({
        status: response.status,
        size: (await response.text()).length,
      })),
    );
    expect([as, result.status]).toEqual([as, 200]);
    expect(result.size).toBeGreaterThan(6 * MIB);
    expect(held, as).toBeLessThan(HOLD);
  }
});

test("A list of 120 KB in a turn is read as it was written, with a key or a share; others are answered meanwhile.", async () => {
  const list = `1. ${":\n".repeat(60_000)}`;
  const id = await spoken(list);
  const shared = JSON.parse((await send(`/v1/debates/${id}/shares`, '{"expiresInSeconds":600}')).text) as {
    url: string;
  };
  for (const url of [`${api.url}/v1/debates/${id}/transcript?as=html`, `${shared.url}/transcript?as=html`]) {
    const { result, held } = await meanwhile(
      fetch(url).then(async (response) => [response.status, await response.text()] as const),
    );
    expect(result[0]).toBe(200);
    expect(result[1]).toContain(`<div class="prose raw" dir="auto">1. :\n:\n`);
    expect(held).toBeLessThan(HOLD);
  }
});
