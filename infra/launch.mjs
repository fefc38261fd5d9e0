/**
 * `node infra/launch.mjs server|api|worker|debate|parley|judge-audit|deploy|test [arguments]`. Plain JavaScript that an old Node
 * can run: it installs what is missing, then starts the target on the Node that this project pins.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinnedNode } from "./pinned-node.mjs";
import { relay } from "./relay.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGETS = {
  server: ["infra/server.ts"],
  api: ["infra/api.ts"],
  worker: ["infra/worker-main.ts"],
  debate: ["infra/cli/parley.command.ts", "debate"],
  parley: ["infra/cli/parley.command.ts"],
  "judge-audit": ["features/audit/infra/judge-audit.ts"],
  deploy: ["infra/deploy/deploy.ts"],
  test: ["node_modules/vitest/vitest.mjs", "run"],
};
const EXIT_ARGUMENTS = 2;
/** They run for long and make much garbage, so they may keep less of it (docs/operations.md#memory). */
const SPARING = new Set(["server", "api", "worker"]);

const [name = "", ...rest] = process.argv.slice(2);
const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
if (!target) {
  fail(`usage: node infra/launch.mjs ${Object.keys(TARGETS).join("|")} [arguments]`, EXIT_ARGUMENTS);
}
// npm writes this file at the very end: without it an installation is missing or was cut short.
if (!existsSync(join(ROOT, "node_modules", ".package-lock.json"))) await install();
const node = await orFail(() => pinnedNode(import.meta.url));
const environment = join(ROOT, ".env");
// Checked here: Node's own `--env-file-if-exists` remarks on a file that is not there.
// Tests are the same on every machine, so they do without it.
const flags = name !== "test" && existsSync(environment) ? [`--env-file=${environment}`] : [];
if (SPARING.has(name) && !process.env.NODE_OPTIONS?.includes("semi-space-size")) flags.push("--max-semi-space-size=16");
// What Node has compiled is kept, which takes 40 % off a command's start.
const kept = { NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "node-compile") };
const env = { ...kept, ...(SPARING.has(name) && { MALLOC_ARENA_MAX: "2" }), ...process.env };
const [file, ...preset] = target;
// The unit tests are a project of vitest.config.ts.
if (name === "test" && rest[0] === "unit") preset.push("--project");
process.exit(await orFail(() => relay(node, [...flags, join(ROOT, file), ...preset, ...rest], { env })));

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
    ? await orFail(() => relay(process.execPath, [npm, ...args], options))
    : await orFail(() => relay("npm", args, { ...options, shell: process.platform === "win32" }));
  if (code !== 0) {
    process.stderr.write(Buffer.concat(output));
    fail("`npm ci` failed; see above", code);
  }
  process.stderr.write(`installed in ${Math.round((Date.now() - begun) / 1000)} s\n`);
}

async function orFail(work) {
  try {
    return await work();
  } catch (error) {
    return fail(error.message, 1);
  }
}

function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
