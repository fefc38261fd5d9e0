/**
 * `node infra/launch.mjs server|api|worker|debate|parley|judge-audit|deploy|test [arguments]`. Plain JavaScript that an old Node
 * can run: it installs what is missing, then starts the target on the Node that this project pins.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Read at once: a shell that ends early must not look like the one that started us.
const PARENT = process.ppid;
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGETS = {
  server: ["infra/server.ts"],
  api: ["infra/api.ts"],
  worker: ["infra/worker-main.ts"],
  debate: ["infra/cli/parley.ts", "debate"],
  parley: ["infra/cli/parley.ts"],
  "judge-audit": ["infra/audit/judge-audit.ts"],
  deploy: ["infra/deploy/deploy.ts"],
  test: ["node_modules/vitest/vitest.mjs", "run"],
};
const EXIT_ARGUMENTS = 2;
const NEEDED_NODE = 24;

const [name = "", ...rest] = process.argv.slice(2);
const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
if (!target) {
  fail(`usage: node infra/launch.mjs ${Object.keys(TARGETS).join("|")} [arguments]`, EXIT_ARGUMENTS);
}
// npm writes this file at the very end: without it an installation is missing or was cut short.
if (!existsSync(join(ROOT, "node_modules", ".package-lock.json"))) await install();
const node = pinnedNode();
const environment = join(ROOT, ".env");
// Checked here: Node's own `--env-file-if-exists` remarks on a file that is not there.
// Tests are the same on every machine, so they do without it.
const flags = name !== "test" && existsSync(environment) ? [`--env-file=${environment}`] : [];
const [file, ...preset] = target;
// The unit tests are a project of vitest.config.ts.
if (name === "test" && rest[0] === "unit") preset.push("--project");
process.exit(await run(node, [...flags, join(ROOT, file), ...preset, ...rest]));

/** Shows npm's output only when the install fails: an old Node gets dozens of harmless warnings. */
async function install() {
  process.stderr.write("installing what Parley needs (once, about a minute)\n");
  const begun = Date.now();
  // npm's own path when npm started us: the npm on PATH may be another one.
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund"];
  const output = [];
  const options = { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], output };
  const code = npm?.endsWith(".js")
    ? await run(process.execPath, [npm, ...args], options)
    : await run("npm", args, { ...options, shell: process.platform === "win32" });
  if (code !== 0) {
    process.stderr.write(Buffer.concat(output));
    fail("`npm ci` failed; see above", code);
  }
  process.stderr.write(`installed in ${Math.round((Date.now() - begun) / 1000)} s\n`);
}

/** The Node that the lock file pins for this platform, else this one when it is new enough. */
function pinnedNode() {
  const { platform, arch } = process;
  const [system, program] = platform === "win32" ? ["win", "node.exe"] : [platform, "node"];
  const pinned = join(ROOT, "node_modules", `node-${system}-${arch}`, "bin", program);
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath;
  const advice = `run \`npm ci\`, or install Node ${NEEDED_NODE} yourself`;
  return fail(`Parley needs Node ${NEEDED_NODE}, and node_modules has none for ${platform} ${arch}: ${advice}`, 1);
}

/** Resolves with the exit code, 128 + n for signal n. Signals to us go on to the child. */
function run(program, args, { output, ...options } = {}) {
  return new Promise((resolve) => {
    let child;
    const forward = (signal) => child.kill(signal);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    // First of all: the program may be there, and a signal come, before we go on.
    for (const signal of signals) process.on(signal, forward);
    child = spawn(program, args, { stdio: "inherit", ...options });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    const watch = watchNpm(() => forward("SIGTERM"));
    child.once("error", (error) => fail(`${program} does not start: ${error.message}`, 1));
    child.once("close", (code, signal) => {
      clearInterval(watch);
      for (const each of signals) process.off(each, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** npm passes a SIGTERM to the shell between us, which ends without telling us: being left alone is our signal. */
function watchNpm(onGone) {
  const look = () => process.env.npm_lifecycle_event && process.ppid !== PARENT && onGone();
  return setInterval(look, 1000).unref();
}

function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
