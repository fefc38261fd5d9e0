/** A Parley as `npm start` runs it, in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endProcess } from "../../../infra/local/base/processes.ts";
import { pathsOnly } from "../processes/environment.ts";

const SERVER = fileURLToPath(new URL("../../../infra/server.ts", import.meta.url));

interface ParleyOptions {
  dataDir: string;
  /** Of this process's environment only paths reach it. */
  env?: NodeJS.ProcessEnv;
  /** The program; by default this Parley's server. */
  server?: string;
  /** A module that is loaded before the server. */
  preload?: string;
}

/** Starts one on any free port; it need not come up. */
export function spawnParley({ dataDir, env, server = SERVER, preload }: ParleyOptions) {
  return spawn(process.execPath, [...(preload ? ["--import", preload] : []), server], {
    env: { ...pathsOnly(), PARLEY_DATA_DIR: dataDir, PORT: "0", ROUND_DELAY_MS: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Ends them, and what one that was killed would have stopped. */
export async function endParleys(servers: readonly ChildProcess[], dataDir: string): Promise<void> {
  for (const { pid } of servers) if (pid) await endProcess(pid, 20_000);
  for (const name of ["temporal", "dynalite"] as const) {
    const left = await enginePid(dataDir, name);
    if (left !== null) await endProcess(left);
  }
}

/** Of a data folder's engine; null: it does not run, as far as anybody has noted. */
export async function enginePid(dataDir: string, name: "temporal" | "dynalite"): Promise<number | null> {
  const text = await readFile(join(dataDir, `${name}.json`), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as { pid: number }).pid;
}

/** The API's address in what a server has written. */
export function apiIn(output: string): string | undefined {
  return /^ {2}API +(\S+)$/m.exec(output)?.[1];
}

/** The API's address, once the server has said what runs where. Rejects with what it wrote when it ends before. */
export async function addressOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let [output, errors] = ["", ""];
  stderr?.on("data", (chunk: Buffer) => (errors += chunk));
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    output += chunk;
    const address = apiIn(output);
    if (address && output.includes("curl")) return address;
  }
  throw new Error(`the server ended: ${output}${errors}`);
}
