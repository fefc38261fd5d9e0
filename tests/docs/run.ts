/**
 * `npm run docs [-- docs/api.md …]`: runs the commands, the Python and the TypeScript of README.md and docs/ against a Parley
 * of its own, and prints a row for each page, with its seconds and the CPU seconds of what it started. A page has a shell without variables, and its blocks run as they stand, with
 * the addresses of this Parley in place of the usual ones. Ends with 1 when something fails. `commands.ts` says what is left
 * out.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endProcess } from "../../infra/local/base/processes.ts";
import { pathsOnly } from "../support/processes/environment.ts";
import { pythonTool } from "../support/servers/python-tool.ts";
import { excuseFor, programsIn, withoutJq } from "./commands.ts";
import { commandsIn, type Document, documents, ROOT } from "./documents.ts";

/** Longer than the commands of a page take on a busy machine. */
const PAGE_SECONDS = 900;
/** Pages that run at a time: most of them wait for a demo model that speaks at a reader's pace. */
const LANES = 3;
/** A page's command from here on waits for all other pages: the first key closes the API for them. */
const CLOSING = /^npm run parley -- keys create/;
/** What takes longest, beside programs: a whole debate or experiment that the terminal shows. */
const LONG = /^npm run (?:--silent )?(?:debate|parley -- experiment)/;
/** The client in Python as its source. What it needs comes with the packages. */
const PYTHON = { PYTHONPATH: `${ROOT}api/client-python/src`, PYTHONDONTWRITEBYTECODE: "1" };
/** The packages of the Python examples; the run of the contract has the same. */
const PACKAGES = ["openai==2.54.0", "litellm==1.106.2"];
/** A stream that a reader would leave with Ctrl-C. */
const STREAM_SECONDS = 5;

/**
 * Stands before curl on PATH: a status of 400 or more is a failure, wherever in a pipe it comes. 23 and 28 are pipes that
 * were closed and streams that were left.
 */
const CURL = `#!/usr/bin/env bash
limit=()
case " $* " in *" -sN "*) limit=(--max-time ${STREAM_SECONDS});; esac
"$REAL_CURL" --fail-with-body "\${limit[@]}" "$@"
code=$?
case $code in 0|23|28) exit 0;; esac
echo "curl ended with $code: $*" >> "$CURL_FAILURES"
exit $code
`;

/** Installed for the first page that needs it. */
let pythonPath: Promise<string | null> | undefined;

process.exitCode = await main(process.argv.slice(2));

async function main(chosen: string[]): Promise<number> {
  const begun = performance.now();
  const asked = documents().filter(({ path }) => chosen.length === 0 || chosen.includes(path));
  // It takes a minute where it is not there yet, which need not be waited for.
  if (asked.some(hasPython)) python().catch(() => undefined);
  const folder = await createFolder();
  const { server, addresses } = await startParley(folder);
  const othersEnded = join(folder, "others-ended");
  const run = (page: Document) => runAll(page, { folder, addresses, othersEnded });
  try {
    const closing = asked.filter(isClosing).map(run);
    const waiting = asked.filter((page) => !isClosing(page)).toSorted((a, b) => longOf(b) - longOf(a));
    const ended: boolean[] = [];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) ended.push(await run(next));
    };
    try {
      await Promise.all(Array.from({ length: LANES }, lane));
    } finally {
      await writeFile(othersEnded, "");
    }
    ended.push(...(await Promise.all(closing)));
    process.stdout.write(`${secondsSince(begun)} in all\n`);
    return ended.every(Boolean) ? 0 : 1;
  } finally {
    if (server.pid) await endProcess(server.pid, 20_000);
    await rm(folder, { recursive: true, force: true });
  }
}

function isClosing({ text }: Document): boolean {
  return commandsIn(text).some((command) => CLOSING.test(command));
}

function hasPython({ path, text }: Document): boolean {
  return programsIn(path, text).some(({ language }) => language === "python");
}

function longOf({ path, text }: Document): number {
  return commandsIn(text).filter((command) => LONG.test(command)).length + programsIn(path, text).length;
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
}

/** An empty project folder whose scripts are the repository's: what commands write stays in it. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-docs-"));
  await copyFile(`${ROOT}package.json`, join(folder, "package.json"));
  await symlink(`${ROOT}infra`, join(folder, "infra"));
  // Examples that commands read.
  await symlink(`${ROOT}docs`, join(folder, "docs"));
  await linkClient(join(folder, "node_modules/@parley-debates/client"));
  // The client of others that a page shows.
  await symlink(`${ROOT}node_modules/@a2a-js`, join(folder, "node_modules/@a2a-js"));
  await symlink(`${ROOT}node_modules/@ag-ui`, join(folder, "node_modules/@ag-ui"));
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/curl"), CURL);
  await chmod(join(folder, "bin/curl"), 0o755);
  return folder;
}

/** The client as its source: Node takes the types away from files whose real place is outside of `node_modules`. */
async function linkClient(place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "package.json"), JSON.stringify({ type: "module", exports: "./index.ts" }));
  for (const name of await readdir(`${ROOT}api/client`))
    if (name.endsWith(".ts")) await symlink(`${ROOT}api/client/${name}`, join(place, name));
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { ...pathsOnly(), PARLEY_DATA_DIR: join(folder, "data"), ...PYTHON };
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "parley", "bin");
}

interface Addresses {
  API: string;
  TEMPORAL: string;
}

async function startParley(folder: string): Promise<{ server: ChildProcess; addresses: Addresses }> {
  const server = spawn(process.execPath, [`${ROOT}infra/server.ts`], {
    env: {
      ...environment(folder),
      PORT: "0",
      ROUND_DELAY_MS: "0",
      LOG_LEVEL: "error",
      PAYLOAD_KEY: `docs:${Buffer.alloc(32, 7).toString("base64")}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const found: Partial<Addresses> = {};
  for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
    found.API ??= /^ {2}API +(\S+)$/.exec(line)?.[1];
    found.TEMPORAL ??= /^ {2}Temporal +(?:\w+:\/\/)?(\S+:\d+)/.exec(line)?.[1];
    if (found.API && found.TEMPORAL && line.includes("curl")) break;
  }
  if (!found.API || !found.TEMPORAL) throw new Error("Parley did not start");
  return { server, addresses: found as Addresses };
}

/** `NO_JQ=1` tries the commands as on a machine without it. */
function hasJq(): boolean {
  return !process.env.NO_JQ && spawnSync("jq", ["--version"]).status === 0;
}

/** As a page has it for its readers, with the addresses of this run. */
function at({ API, TEMPORAL }: Addresses, text: string): string {
  return text.replaceAll("http://127.0.0.1:3000", API).replaceAll("127.0.0.1:7233", TEMPORAL);
}

interface Run {
  folder: string;
  addresses: Addresses;
  /** A file that is there once no other page runs. */
  othersEnded: string;
}

/** One shell for a document, so that its variables last; its programs after it, since they need none. */
async function runAll({ path, text: written }: Document, { folder, addresses, othersEnded }: Run): Promise<boolean> {
  const begun = performance.now();
  const text = at(addresses, written);
  const all = commandsIn(text);
  const asked = all.filter((command) => excuseFor(command) === null);
  const commands = hasJq() ? asked : asked.map(withoutJq);
  const programs = programsIn(path, text).map((program, place) => ({ ...program, name: `${path}-${place}` }));
  if (commands.length + programs.length === 0) return true;
  const realCurl = execFileSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
  const failures = join(folder, `curl-failures-${path.replaceAll("/", "-")}`);
  await writeFile(failures, "");
  const env = {
    ...environment(folder),
    // The `temporal` of the cache, unless there is another.
    PATH: [join(folder, "bin"), process.env.PATH, cacheFolder()].join(":"),
    REAL_CURL: realCurl,
    CURL_FAILURES: failures,
  };
  const first = commands.findIndex((command) => CLOSING.test(command));
  const script = commands.map(checked);
  if (first >= 0) script.splice(first, 0, `until [ -e "${othersEnded}" ]; do sleep 0.2; done`);
  const ran = [await inShell(script, { folder, env })];
  for (const program of programs) {
    const command = ran.every(({ code }) => code === 0) ? await commandOf(program, folder) : null;
    if (command) ran.push(await inShell([checked(command)], { folder, env }));
  }
  const failed = ran.find(({ code }) => code !== 0);
  const count = `${commands.length} of ${all.length} commands, ${programs.length} programs`;
  const cpu = ran.reduce((sum, each) => sum + each.cpu, 0);
  const took = `${secondsSince(begun)}, CPU ${cpu.toFixed(0)} s`;
  process.stdout.write(`${failed ? "FAIL" : "ok  "} ${path}: ${count}; ${took}\n`);
  if (failed) process.stdout.write(`${failed.said.slice(-3_000)}\n`);
  return !failed;
}

/** `cpu`: seconds of the shell and of what it waited for. */
async function inShell(
  script: string[],
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; said: string; cpu: number }> {
  // `-u`: what a page does not set is a fault of the page.
  const shell = spawn("bash", ["-u", "-c", [`trap 'times >&3' EXIT`, ...script].join("\n")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    timeout: PAGE_SECONDS * 1_000,
  });
  let [said, times] = ["", ""];
  for (const stream of [shell.stdout, shell.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk));
  shell.stdio[3]?.on("data", (chunk: Buffer) => (times += chunk));
  const [code] = (await once(shell, "close")) as [number | null];
  const parts = [...times.matchAll(/(\d+)m([\d.,]+)s/g)];
  const cpu = parts.reduce(
    (sum, [, minutes, seconds = ""]) => sum + 60 * Number(minutes) + Number(seconds.replace(",", ".")),
    0,
  );
  return { code, said, cpu };
}

/** Writes a program of a page into a file, and says how it is run; null where its language is not there. */
async function commandOf(
  { language, code, name }: { language: "python" | "ts"; code: string; name: string },
  folder: string,
): Promise<string | null> {
  const file = join(folder, `${name.replaceAll(/\W/g, "-")}.${language === "python" ? "py" : "ts"}`);
  await writeFile(file, code);
  const program = language === "python" ? await python() : process.execPath;
  // In the oldest locale: a page must not need another.
  return program && `LC_ALL=C "${program}" "${file}"`;
}

/** null where there is no Python. */
function python(): Promise<string | null> {
  const version = PACKAGES.map((each) => each.split("==")[1]).join("-");
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  pythonPath ??= pythonTool({ name: "openai-clients", version, packages: PACKAGES, programName: "python", say });
  return pythonPath;
}

/** A command, and what must hold after it: it ended well, no curl in it failed, and its variable has a value. */
function checked(command: string): string {
  const variable = /^([A-Z]+)=\$\(/.exec(command)?.[1];
  return [
    `echo "▸ ${command.split("\n")[0]?.replaceAll(/["$`\\]/g, "")}"`,
    `${command}\nif [ $? -ne 0 ] || [ -s "$CURL_FAILURES" ]; then cat "$CURL_FAILURES"; exit 1; fi`,
    ...(variable ? [`[ -n "$${variable}" ] || { echo "$${variable} is empty"; exit 1; }`] : []),
  ].join("\n");
}
