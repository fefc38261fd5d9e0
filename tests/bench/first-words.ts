/**
 * From the model's first token of a turn to a reader of the event stream: 40 debates at once, each call streams 50
 * tokens a second; API and worker are processes of their own, on DynamoDB Local. This process has the model and the readers.
 *
 *     npm run bench -- first-words
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStore } from "../../store/index.ts";
import { bundleWorkflows } from "../support/global-setup.ts";
import { kindOf } from "../support/models/replies.ts";
import { startModelServer } from "../support/models/server.ts";
import { startEngine } from "../support/servers/dynamodb.ts";
import { debaters, requestOf } from "../support/world.ts";
import { openFrames } from "./frames.ts";
import { between, percentiles, startMeasured, usedLine } from "./measured.ts";
import { spoken } from "./spoken.ts";

const DEBATES = 40;
const ROUNDS = 3;
/** A token each. */
const WORDS = Array.from({ length: 100 }, () => "word ");
/** Milliseconds: to the first token, and between two. */
const PACE = { first: 400, each: 20 };
const WANTED = { p50: 50, p99: 150 };

interface Words {
  /** When the turn's first delta arrived, and its event's own time. */
  at: number;
  writtenAt: number;
}

const clock = () => performance.timeOrigin + performance.now();

export async function benchFirstWords(temporalAddress: string): Promise<string[]> {
  await using open = new AsyncDisposableStack();
  const folder = open.adopt(await mkdtemp(join(tmpdir(), "parley-words-")), (it) => rm(it, { recursive: true }));
  const bundle = await bundleWorkflows(join(folder, "workflows.cjs"));
  const engine = open.adopt(await startEngine("dynamodb-local"), (it) => it.stop());
  const models = open.adopt(await startModelServer(), (it) => it.stop());
  const { endpoint, credentials } = engine;
  const table = { endpoint, credentials, region: "local", table: "first-words" };
  const store = createStore(table);
  await store.ensureTable();
  store.close();
  const settings = { table, taskQueue: "first-words", temporalAddress, providers: models.providers };
  const worker = open.adopt(await startMeasured("worker", { ...settings, bundle }), (it) => it.stop());
  const api = open.adopt(await startMeasured("api", settings), (it) => it.stop());
  const plain = debaters(["p1", "p2"]);
  models.use((request) => (kindOf(request) === "turn" ? spoken(WORDS, PACE) : plain(request)));
  await debate(api.said, "warm up", 1);
  models.forget();
  const before = await Promise.all([api.used(), worker.used()]);
  const started = performance.now();
  const readers = Array.from({ length: DEBATES }, (_, n) => debate(api.said, `No. ${n} of many`, ROUNDS));
  const arrived = await Promise.all(readers);
  const seconds = (performance.now() - started) / 1000;
  const [ofApi, ofWorker] = await Promise.all([api.used(), worker.used()]);
  const turns = models.journal.filter((entry) => kindOf(entry) === "turn");
  const words = arrived.flatMap((ofDebate, n) => {
    const tokens = turns.filter((entry) => JSON.stringify(entry.body).includes(`No. ${n} of many`));
    return ofDebate.map((one, i) => ({ ...one, spokenAt: tokens[i]?.firstTokenAt ?? Number.NaN }));
  });
  return [
    `first words: from the model's first token to a reader, ${DEBATES} debates at once (wanted: p50 ${WANTED.p50} ms, p99 ${WANTED.p99} ms)`,
    `  ${percentiles(words.map(({ at, spokenAt }) => at - spokenAt))} turns, in ${seconds.toFixed(1)} s`,
    `  of that until the worker begins to write: ${percentiles(words.map(({ writtenAt, spokenAt }) => writtenAt - spokenAt))}`,
    `  from then on, through DynamoDB and the API: ${percentiles(words.map(({ at, writtenAt }) => at - writtenAt))}`,
    usedLine("API", between(before[0], ofApi)),
    usedLine("worker", between(before[1], ofWorker)),
  ];
}

/** When the first delta of each turn came to a reader that was there from the start, in the order of turns. */
async function debate(url: string, topic: string, maxRounds: number): Promise<Words[]> {
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: `${name} has one.` }));
  const body = JSON.stringify(requestOf({ topic, maxRounds, participants, judging: "final-only" }));
  const headers = { "content-type": "application/json" };
  const made = await fetch(`${url}/v1/debates`, { method: "POST", headers, body });
  if (made.status !== 201) throw new Error(`creating answered ${made.status}: ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  const seen = new Set<string>();
  const words: Words[] = [];
  const { ended } = await openFrames(`${url}/v1/debates/${id}/events`, (frame) => {
    const turn = /^event: turn\.delta$/m.test(frame) && /"turnId":"([^"]+)"/.exec(frame)?.[1];
    if (!turn || seen.has(turn)) return;
    seen.add(turn);
    words.push({ at: clock(), writtenAt: Date.parse(/"at":"([^"]+)"/.exec(frame)?.[1] ?? "") });
  });
  await ended;
  return words;
}
