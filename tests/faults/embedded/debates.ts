/** Debates during which something breaks, and what must hold of them afterwards. */
import assert from "node:assert/strict";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelServer } from "../../support/models/server.ts";
import { lookAgain } from "../../support/waits.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { readThrough } from "../reader.ts";
import type { CellReport } from "../report.ts";

const LIMIT_MS = 120_000;
/** Long enough to be under way when something breaks. */
const SLOW = { ttft: 1_500 };
const CALLS_OF_ONE = 4;

export interface Broken {
  /** Where each debate is created. */
  urls: string[];
  models: ModelServer;
  /** Runs while all debates are in their second turn; settles when nothing is broken any more. */
  strike?: () => Promise<void>;
  /** Where the logs are read; where the debates were created, unless that process is gone. */
  readAt?: string;
  /** How often a call may be made again, for all debates together. */
  mostAgain?: number;
}

/** One debate for each address. Each must complete, with each turn once and one log for every reader. */
export async function playDebates(on: Broken): Promise<Omit<CellReport, "ms" | "ended"> & { ids: string[] }> {
  const { urls, models, readAt, mostAgain = 0 } = on;
  models.forget();
  const under = Promise.withResolvers<void>();
  const usual = debaters(["p1", "p2"]);
  let seconds = 0;
  models.use((request) => {
    const isSecond = kindOf(request) === "turn" && request.model.includes("claude");
    if (isSecond && ++seconds === urls.length) under.resolve();
    return isSecond ? { ...usual(request), profile: SLOW } : usual(request);
  });
  const ids = await Promise.all(urls.map((url) => create(url)));
  const struck = under.promise.then(on.strike);
  const signal = AbortSignal.timeout(LIMIT_MS);
  const logs = Promise.all(ids.map((id, n) => readOnce(readAt ?? urls[n] ?? "", id, signal)));
  await Promise.all([struck, logs]);
  assert.deepEqual(models.complaints, []);
  const again = models.journal.length - CALLS_OF_ONE * ids.length;
  assert.ok(again >= 0 && again <= mostAgain, `${again} calls were made again`);
  return { ids, turns: 2 * ids.length, events: (await logs).reduce((sum, events) => sum + events, 0), again };
}

async function create(url: string): Promise<string> {
  const response = await post(url, requestOf({ maxRounds: 1 }));
  assert.equal(response.status, 201, await response.clone().text());
  return ((await response.json()) as { id: string }).id;
}

export function post(url: string, body: object, key?: string): Promise<Response> {
  const headers = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) };
  return fetch(`${url}/v1/debates`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** How many events it has. */
async function readOnce(url: string, id: string, signal: AbortSignal): Promise<number> {
  const log = await readThrough(url, id, { signal });
  assert.equal(log.at(-1)?.type, "debate.completed");
  assert.deepEqual(
    log.map((event) => event.id),
    log.map((_, i) => i + 1),
    "ids with a gap or a repeat",
  );
  assert.deepEqual(await readThrough(url, id, { signal }), log, "two readers differ");
  const said = log.filter((event) => event.type === "turn.completed").map((event) => event["turnId"]);
  assert.deepEqual(
    said.filter((turn) => /^g1-r1-t\d$/.test(String(turn))),
    ["g1-r1-t1", "g1-r1-t2"],
    "turns in the log",
  );
  return log.length;
}

/** Asks until the API answers this; a draft costs no call. */
export async function untilAnswered(url: string, status: number): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  while ((await post(url, requestOf({ start: false }))).status !== status) {
    signal.throwIfAborted();
    await lookAgain(100);
  }
}
