/**
 * `npm run docs [-- docs/api.md …]`: runs the commands, the Python and the TypeScript of README.md and docs/ against a Parley
 * of its own, and prints a row for each page. A page has a shell without variables, and its blocks run as they stand, with
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
import { pythonTool } from "../support/servers/python-tool.ts";
import { excuseFor, programsIn, withoutJq } from "./commands.ts";
import { commandsIn, type Document, documents, ROOT } from "./documents.ts";

/** Longer than the commands of a page take on a busy machine. */
const PAGE_SECONDS = 900;
/** Pages that run at a time. */
const LANES = 2;
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
  // The API's page closes the API with a first key.
  const asked = documents().filter(({ path }) => chosen.length === 0 || chosen.includes(path));
  const isLast = ({ path }: Document) => path === "docs/api.md";
  const folder = await createFolder();
  const { server, addresses } = await startParley(folder);
  try {
    const waiting = asked.filter((document) => !isLast(document));
    const ended: boolean[] = [];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) ended.push(await runAll(next, folder, addresses));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    for (const document of asked.filter(isLast)) ended.push(await runAll(document, folder, addresses));
    return ended.every(Boolean) ? 0 : 1;
  } finally {
    if (server.pid) await endProcess(server.pid, 20_000);
    await rm(folder, { recursive: true, force: true });
  }
}

/** An empty project folder whose scripts are the repository's: what commands write stays in it. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-docs-"));
  await copyFile(`${ROOT}package.json`, join(folder, "package.json"));
  await symlink(`${ROOT}infra`, join(folder, "infra"));
  // Examples that commands read.
  await symlink(`${ROOT}docs`, join(folder, "docs"));
  await linkClient(join(folder, "node_modules/@parley/client"));
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
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  return { PATH, HOME, ...(XDG_CACHE_HOME && { XDG_CACHE_HOME }), PARLEY_DATA_DIR: join(folder, "data") };
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

/** One shell for a document, so that its variables last; its programs after it. */
async function runAll({ path, text: written }: Document, folder: string, addresses: Addresses): Promise<boolean> {
  const text = at(addresses, written);
  const all = commandsIn(text);
  const asked = all.filter((command) => excuseFor(command) === null);
  const programs = await commandsOf(path, text, folder);
  const commands = [...(hasJq() ? asked : asked.map(withoutJq)), ...programs];
  if (commands.length === 0) return true;
  const realCurl = execFileSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
  const failures = join(folder, `curl-failures-${path.replaceAll("/", "-")}`);
  await writeFile(failures, "");
  // `-u`: what a page does not set is a fault of the page.
  const shell = spawn("bash", ["-u", "-c", commands.map(checked).join("\n")], {
    cwd: folder,
    env: {
      ...environment(folder),
      // The `temporal` of the cache, unless there is another.
      PATH: [join(folder, "bin"), process.env.PATH, cacheFolder()].join(":"),
      REAL_CURL: realCurl,
      CURL_FAILURES: failures,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PAGE_SECONDS * 1_000,
  });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk));
  const [code] = (await once(shell, "close")) as [number | null];
  const count = `${commands.length - programs.length} of ${all.length} commands, ${programs.length} programs`;
  process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${path}: ${count}\n`);
  if (code !== 0) process.stdout.write(`${said.slice(-3_000)}\n`);
  return code === 0;
}

/** Writes the programs of a page into files, and says how each is run. */
async function commandsOf(path: string, text: string, folder: string): Promise<string[]> {
  const commands: string[] = [];
  for (const { language, code } of programsIn(path, text)) {
    const file = join(
      folder,
      `${path.replaceAll(/\W/g, "-")}-${commands.length}.${language === "python" ? "py" : "ts"}`,
    );
    await writeFile(file, code);
    const program = language === "python" ? await python() : process.execPath;
    // In the oldest locale: a page must not need another.
    if (program) commands.push(`LC_ALL=C "${program}" "${file}"`);
  }
  return commands;
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
