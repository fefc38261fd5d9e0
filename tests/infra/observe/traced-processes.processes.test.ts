import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createClient } from "../../../api/client/index.ts";
import { endProcess } from "../../../infra/local/base/processes.ts";
import { pathsOnly } from "../../support/processes/environment.ts";
import { type Collector, startCollector } from "../../support/servers/collector.ts";

const MAIN = { api: "../../../infra/api.ts", worker: "../../../infra/worker-main.ts" };
const PARTICIPANTS = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater", position: `${name}'s.` }));

interface Process {
  child: ChildProcess;
  said: string;
}

/** Resolves once it says what runs where. */
async function start(main: keyof typeof MAIN, env: NodeJS.ProcessEnv, open: AsyncDisposableStack): Promise<Process> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(MAIN[main], import.meta.url))], {
    env: { ...pathsOnly(), PORT: "0", ROUND_DELAY_MS: "0", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  open.defer(async () => {
    if (child.pid !== undefined) await endProcess(child.pid, 20_000);
  });
  let said = "";
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += chunk;
    if (said.includes("Parley runs:") && (main === "worker" || /^ {2}API +\S+$/m.test(said))) return { child, said };
  }
  throw new Error(`${main} ended: ${said}`);
}

async function end({ child }: Process): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

function calls({ spans }: Collector) {
  return spans.filter(({ name }) => name.startsWith("chat "));
}

test("An API and workers that run apart make one trace of a debate, and send what is left when they stop.", async () => {
  await using open = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "parley-traced-"));
  open.defer(() => rm(dataDir, { recursive: true, force: true }));
  const collector = open.adopt(await startCollector(), (it) => it.stop());
  const env = {
    PARLEY_DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_SERVICE_NAME: "debates",
  };
  const worker = await start("worker", env, open);
  const api = await start("api", env, open);

  const client = createClient({ baseUrl: /^ {2}API +(\S+)$/m.exec(api.said)?.[1] ?? "" });
  const { id } = await client.create({
    topic: "Trams",
    format: "round-limited",
    maxRounds: 1,
    participants: PARTICIPANTS,
  });
  for await (const _ of client.events(id));
  const { usage } = await client.get(id);
  await end(api);
  await end(worker);

  expect(calls(collector)).toHaveLength(usage.calls);
  const [request] = collector.spans.filter(({ name }) => name === "POST /v1/debates");
  expect(new Set(calls(collector).map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]));
  expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(["debates"]));
  const counted = collector.points.find(({ name }) => name === "parley_debates_finished_total");
  expect(counted).toMatchObject({ value: 1, attributes: { status: "completed" } });
});
