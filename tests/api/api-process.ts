/** An API in a process of its own, which a test may kill and start again at the same address. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../support/processes/api.ts", import.meta.url));

export interface ApiProcess {
  url: string;
  /** Kills it without a word, and starts it again on its port. */
  restart(): Promise<void>;
  kill(): Promise<void>;
}

export async function startApiProcess(settings: object): Promise<ApiProcess> {
  let { url, child } = await spawnApi(settings);
  const kill = async () => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
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
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(settings)], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { url: said.toString().trim(), child };
}
