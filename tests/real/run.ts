/**
 * Debates in which a real language model speaks, on a Parley as `npm start` runs it. Says what must hold and does not, and
 * what had to be repaired; ends with 1 when something does not hold.
 *
 *     npm run real              SmolLM2-135M-Instruct on this machine, without a key; fetched once into the user's cache
 *     npm run real -- council   those of its debates whose name contains each of these words
 *     npm run real -- --short   one short debate of it; where the model cannot be fetched, the reason and no failure
 *     REAL_BASE_URL=http://127.0.0.1:11434/v1 REAL_MODEL=llama3.2 npm run real
 *                               any server of OpenAI's wire format; REAL_API_KEY where it asks for a key
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type Experiment } from "../../api/client/index.ts";
import { addressOf, spawnParley } from "../support/servers/parley.ts";
import { billFaults, debateFaults, experimentFaults } from "./holds.ts";
import { fetchModel } from "./model/fetch.ts";
import { startRealModel } from "./model/start.ts";
import { type Played, play } from "./play.ts";
import { debatesText, wireText } from "./report.ts";
import { allDebates, experimentOf, type Speakers, shortDebate } from "./requests.ts";
import { startWire } from "./wire.ts";

const PROVIDER = "openai-compatible";
/** One model answers all, so a call waits for those before it. */
const PATIENCE = { TURN_TIMEOUT_SECONDS: "600", JUDGE_TIMEOUT_SECONDS: "600", STREAM_SILENCE_SECONDS: "600" };
const say = (line: string) => void process.stdout.write(`${line}\n`);

process.exit(await main(process.argv.slice(2)));

async function main(options: string[]): Promise<number> {
  const isShort = options.includes("--short");
  const words = options.filter((option) => !option.startsWith("--"));
  const isChosen = (name: string) => words.every((word) => name.includes(word));
  await using open = new AsyncDisposableStack();
  const server = await modelOf(process.env, open).catch((error: Error) => {
    if (isShort) say(`skipped: the model cannot be fetched: ${error.message}`);
    else say(`the model cannot be fetched: ${error.message}`);
    return null;
  });
  if (!server) return isShort ? 0 : 1;
  const wire = open.adopt(await startWire(server.url), (it) => it.stop());
  const url = await parleyOn(wire.url, open);
  const client = createClient({ baseUrl: url });
  const requests = isShort ? { "a short debate": shortDebate(server.speakers) } : allDebates(server.speakers);
  const played: Played[] = [];
  for (const [name, request] of Object.entries(requests))
    if (isChosen(name)) played.push(await play(client, name, request));
  const bill = billFaults(played, null, wire.exchanges);
  const experiment = isShort || !isChosen("experiment") ? null : await experimentOn(client, server.speakers);
  say(debatesText(played, experiment));
  say(`\n${wireText(wire.exchanges, await odditiesOf(url))}`);
  const faults = [
    ...played.flatMap((each) => debateFaults(each, wire.exchanges)),
    ...bill,
    ...(experiment
      ? [...experimentFaults(experiment.done), ...billFaults(played, experiment.done, wire.exchanges)]
      : []),
  ];
  for (const fault of faults) say(`does not hold: ${fault}`);
  say(faults.length === 0 ? "\neverything holds" : `\n${faults.length} do not hold`);
  return faults.length === 0 ? 0 : 1;
}

async function modelOf(
  env: NodeJS.ProcessEnv,
  open: AsyncDisposableStack,
): Promise<{ url: string; speakers: Speakers }> {
  const { REAL_BASE_URL: url, REAL_MODEL: model } = env;
  if (url) {
    if (!model) throw new Error("REAL_MODEL is required beside REAL_BASE_URL");
    return { url: url.replace(/\/$/, ""), speakers: { usual: `${PROVIDER}/${model}`, other: `${PROVIDER}/${model}` } };
  }
  const real = open.adopt(await startRealModel(await fetchModel({ env, progress: say })), (it) => it.stop());
  return { url: real.url, speakers: { usual: `${PROVIDER}/smollm2`, other: `${PROVIDER}/smollm2-words` } };
}

/** Resolves with the address of its API. */
async function parleyOn(baseUrl: string, open: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-real-"));
  open.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { REAL_API_KEY: apiKey } = process.env;
  const provider = { OPENAI_COMPATIBLE_BASE_URL: baseUrl, ...(apiKey && { OPENAI_COMPATIBLE_API_KEY: apiKey }) };
  const child = spawnParley({ dataDir, env: { LOG_LEVEL: "error", ...PATIENCE, ...provider } });
  child.stderr.pipe(process.stderr);
  open.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  });
  return addressOf(child);
}

async function experimentOn(client: Client, speakers: Speakers): Promise<{ done: Experiment; seconds: number }> {
  const startedAt = performance.now();
  const { id } = await client.experiments.create(experimentOf(speakers));
  for await (const _ of client.experiments.events(id));
  return { done: await client.experiments.get(id), seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
}

/** By Parley's own count. */
async function odditiesOf(url: string): Promise<string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const line = /^parley_model_oddities_total\{.*kind="([\w-]+)".*\} (\d+)$/gm;
  return [...metrics.matchAll(line)].map(([, kind, number]) => `${number} × ${kind}`);
}
