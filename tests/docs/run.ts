/**
 * `npm run docs [-- docs/api.md …]`: runs the commands of README.md and docs/ against a Parley of its own, in an empty
 * folder, and prints a row for each. Ends with 1 when a command fails. `commands.ts` says which are left out.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endProcess } from "../../infra/local/base/processes.ts";
import { excuseFor, withoutJq } from "./commands.ts";
import { commandsIn, type Document, documents, ROOT } from "./documents.ts";

/** Longer than any command may take. */
const COMMAND_SECONDS = 300;
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

const CREATE =
  'ID=$(curl -s $API/v1/debates -H "content-type: application/json" -d \'{"topic":"Is chess a sport?","format":"round-limited","maxRounds":1,"participants":[{"name":"Ada","model":"demo/debater"},{"name":"Ben","model":"demo/debater"}]}\' | grep -o "deb-[0-9A-Z-]*" | head -n 1)';

process.exitCode = await main(process.argv.slice(2));

async function main(chosen: string[]): Promise<number> {
  // The API's page closes the API with a first key.
  const asked = documents().filter(({ path }) => chosen.length === 0 || chosen.includes(path));
  const last = (document: Document) => Number(document.path === "docs/api.md");
  const folder = await createFolder();
  const { server, addresses } = await startParley(folder);
  try {
    let failed = 0;
    for (const document of asked.toSorted((a, b) => last(a) - last(b)))
      if (!(await runAll(document, folder, addresses))) failed += 1;
    return failed === 0 ? 0 : 1;
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
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/curl"), CURL);
  await chmod(join(folder, "bin/curl"), 0o755);
  return folder;
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

/** One shell for a document, so that its variables last. */
async function runAll({ path, text }: Document, folder: string, addresses: Addresses): Promise<boolean> {
  const all = commandsIn(text);
  const asked = all.filter((command) => excuseFor(command) === null);
  const commands = hasJq() ? asked : asked.map(withoutJq);
  if (commands.length === 0) return true;
  const realCurl = execFileSync("sh", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
  const failures = join(folder, "curl-failures");
  await writeFile(failures, "");
  const shell = spawn("bash", ["-c", [CREATE, ...commands].map(checked).join("\n")], {
    cwd: folder,
    env: {
      ...environment(folder),
      ...addresses,
      KEY: "",
      // The `temporal` of the cache, unless there is another.
      PATH: [join(folder, "bin"), process.env.PATH, cacheFolder()].join(":"),
      REAL_CURL: realCurl,
      CURL_FAILURES: failures,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: COMMAND_SECONDS * 1_000,
  });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk));
  const [code] = (await once(shell, "close")) as [number | null];
  process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${path}: ${commands.length} of ${all.length} commands\n`);
  if (code !== 0) process.stdout.write(`${said.slice(-3_000)}\n`);
  return code === 0;
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
