/** Starts the programs of this folder, each in a process of its own that a test may kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const TIED = new URL("tied.ts", import.meta.url).href;

interface Start {
  name: "worker" | "api";
  settings: object;
  /** Drops what it writes to stderr. */
  isQuiet?: boolean;
}

/** Resolves with the first line that the program prints, once it serves. Rejects when it ends before. */
export async function startProgram({
  name,
  settings,
  isQuiet = false,
}: Start): Promise<{ child: ChildProcess; said: string }> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ["--import", TIED, program, JSON.stringify(settings)], {
    stdio: ["pipe", "pipe", isQuiet ? "ignore" : "inherit"],
  });
  const failed = once(child, "exit").then(() => Promise.reject(new Error(`the ${name} ended at its start`)));
  failed.catch(() => undefined);
  const [said] = (await Promise.race([once(child.stdout, "data"), failed])) as [Buffer];
  return { child, said: said.toString().trim() };
}

export const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Kills without warning. Resolves once the process is gone. */
export async function killProgram(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
