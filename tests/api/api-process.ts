/** An API in a process of its own, which a test may kill and start again at the same address. */
import type { ChildProcess } from "node:child_process";
import { killProgram, startProgram } from "../support/processes/program.ts";

export interface ApiProcess {
  url: string;
  /** Kills it without a word, and starts it again on its port. */
  restart(): Promise<void>;
  kill(): Promise<void>;
}

export async function startApiProcess(settings: object): Promise<ApiProcess> {
  let { url, child } = await spawnApi(settings);
  const kill = () => killProgram(child);
  return {
    url,
    kill,
    async restart() {
      await kill();
      ({ url, child } = await spawnApi({ ...settings, port: Number(new URL(url).port) }));
    },
  };
}

/** Resolves with its address once it listens. */
export async function spawnApi(settings: object): Promise<{ url: string; child: ChildProcess }> {
  const { child, said } = await startProgram({ name: "api", settings });
  return { url: said, child };
}
