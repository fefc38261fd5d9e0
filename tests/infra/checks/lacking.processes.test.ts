/** What a start says of a Temporal that lacks something: real servers, real starts. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { EXIT } from "../../../infra/base/exit.ts";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { createCli } from "../../../infra/cli/base/cli.ts";
import { runCli } from "../../../infra/cli/program.command.ts";
import { findTemporal } from "../../../infra/local/temporal/binary.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { addressOf, apiIn, spawnParley } from "../../support/servers/parley.ts";
import { lookAgain } from "../../support/waits.ts";

let binary: string;
beforeAll(async () => {
  binary = await findTemporal({ env: process.env, progress: () => {} });
});

/** A development server without anything of Parley's, in memory. */
async function startTemporal(settings: Record<string, string> = {}) {
  const port = await freePort();
  const flags = Object.entries(settings).map(([name, value]) => `--dynamic-config-value=${name}=${value}`);
  const place = ["server", "start-dev", "--headless", "--ip=127.0.0.1", `--port=${port}`, "--log-level=never"];
  const child = spawn(binary, [...place, ...flags], { stdio: "ignore" });
  onTestFinished(async () => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  });
  const address = `127.0.0.1:${port}`;
  const connection = await connected(address);
  onTestFinished(() => connection.close());
  return { address, connection };
}

async function connected(address: string): Promise<Connection> {
  for (;;) {
    const connection = await Connection.connect({ address, connectTimeout: 1_000 }).catch(() => null);
    if (connection) return connection;
    await lookAgain(100);
  }
}

const DAY = { seconds: 24 * 3600 } as const;
const namespaceOf = ({ connection }: { connection: Connection }, namespace: string) =>
  connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: DAY as never });

const program = (name: string) => fileURLToPath(new URL(`../../../infra/${name}`, import.meta.url));

async function start(server: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const open = new AsyncDisposableStack();
  onTestFinished(() => open.disposeAsync());
  const child = spawnParley({ dataDir: await temporaryFolder(open), server: program(server), env });
  const gone = once(child, "exit");
  open.defer(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  return child;
}

/** What a start that fails says, and how it exits. */
async function refused(server: string, env: NodeJS.ProcessEnv) {
  const child = await start(server, env);
  const [said, [code]] = await Promise.all([
    readText(child.stderr as NonNullable<typeof child.stderr>),
    once(child, "exit"),
  ]);
  return { said, code };
}

test.each(["api.ts", "worker-main.ts"])(
  "%s names a namespace that is not there, and the command that creates it",
  async (server) => {
    const { address } = await startTemporal();
    const { said, code } = await refused(server, { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: "nowhere" });
    expect(said).toBe(
      `Parley cannot start:
  - Temporal, namespace: there is no namespace "nowhere" (TEMPORAL_NAMESPACE); debates have no place to run. Create it: temporal operator namespace create --address ${address} --namespace nowhere --retention 72h
`,
    );
    expect(code).toBe(EXIT.configuration);
  },
);

test("what is off, and attributes for which there is no room, are named together", async () => {
  const off = { "frontend.enableUpdateWorkflowExecution": "false", "frontend.enableSchedules": "false" };
  const temporal = await startTemporal(off);
  await namespaceOf(temporal, "full");
  // SQL stores have room for three numbers of this kind.
  const searchAttributes = { One: 3, Two: 3, Three: 3 };
  await temporal.connection.operatorService.addSearchAttributes({ namespace: "full", searchAttributes });
  const env = { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: "full" };
  const { said, code } = await refused("worker-main.ts", env);
  expect(said.split("\n").slice(0, 4)).toEqual([
    "Parley cannot start:",
    expect.stringContaining("updates: they are switched off; no command of an owner reaches a debate."),
    expect.stringContaining("schedules: they are switched off;"),
    expect.stringMatching(/the namespace lacks .*DebateRound.* --name DebateRound --type Int/),
  ]);
  expect(code).toBe(EXIT.configuration);
});

test("what only costs something is a line, and Parley runs; attributes that are missing are added", async () => {
  const temporal = await startTemporal();
  await namespaceOf(temporal, "short");
  const child = await start("api.ts", { TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: "short" });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk));
  expect(apiIn(`  API ${await addressOf(child)}`)).toMatch(/^http/);
  expect(said).toContain(
    "Temporal, retention: 24 hours; what happened in a debate on a Friday cannot be seen in Temporal on Monday. Raise it: temporal operator namespace update",
  );
  expect(said).not.toContain("cannot start");
});

test("doctor names what is there, what is missing and how to mend it, and changes nothing", async () => {
  const { address, connection } = await startTemporal();
  const doctor = async (env: NodeJS.ProcessEnv) => {
    let out = "";
    const write = (text: string) => void (out += text);
    const cli = createCli({ out: write, err: write, style: (_, text) => text }, { TEMPORAL_ADDRESS: address, ...env });
    return { code: await runCli(cli, ["doctor"]), out };
  };
  const nowhere = await doctor({ TEMPORAL_NAMESPACE: "nowhere" });
  expect(nowhere.code).toBe(EXIT.configuration);
  expect(nowhere.out).toContain(`temporal operator namespace create --address ${address} --namespace nowhere`);

  const { code, out } = await doctor({ OPENAI_API_KEY: "sk-any" });
  expect(code).toBe(EXIT.configuration);
  expect(out).toMatch(/^Temporal, namespace +yes +"default" is there$/m);
  expect(out).toMatch(/^Temporal, search attributes +no +the namespace lacks DebateStatus, /m);
  expect(out).toMatch(/^- Temporal, search attributes: .* --name DebateCostUsd --type Double$/m);
  expect(out).toMatch(/^DynamoDB +yes +embedded/m);
  expect(out).toMatch(/^Models +yes +openai; /m);
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: "default" });
  expect(customAttributes).not.toHaveProperty("DebateStatus");

  const away = await doctor({ TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` });
  expect(away).toMatchObject({
    code: EXIT.general,
    out: expect.stringContaining("does not answer (TEMPORAL_ADDRESS)"),
  });
});
