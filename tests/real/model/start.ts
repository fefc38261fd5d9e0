/** Starts the server of a real model; it ends with this process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { killProgram } from "../../support/processes/program.ts";
import type { RealModel } from "./fetch.ts";

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));

export async function startRealModel(model: RealModel): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(model)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const failed = once(child, "exit").then(() => Promise.reject(new Error("the model's server ended at its start")));
  failed.catch(() => undefined);
  const [said] = (await Promise.race([once(child.stdout, "data"), failed])) as [Buffer];
  return { url: said.toString().trim(), stop: () => killProgram(child) };
}
