/** Programs of this machine: where they are, whether they run, and what they print. */
import { type ExecFileException, type ExecFileOptions, execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** The path of the first program of this name that runs with the arguments of `probe`, else null. */
export async function onPath(name: string, env: NodeJS.ProcessEnv, probe?: string[]): Promise<string | null> {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const found = folder === "" ? null : await runnable(join(folder, name), probe);
    if (found) return found;
  }
  return null;
}

/** The path if the program there runs, else null. */
export async function runnable(path: string, probe = ["--version"]): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    await run(path, probe, { timeout: 20_000 });
    return path;
  } catch {
    return null;
  }
}

const execute = promisify(execFile);

/** What the program prints. Rejects with its error output, or with how it ended. */
export async function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<string> {
  try {
    return (await execute(program, args, { ...options, encoding: "utf8" })).stdout;
  } catch (error) {
    const { code, signal, stderr, message } = error as ExecFileException;
    const ending = typeof code === "number" ? `exit code ${code}` : message;
    throw new Error(stderr?.trim().slice(-4_000) || (signal ? `ended by ${signal}` : ending), { cause: error });
  }
}
