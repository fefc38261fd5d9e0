/** Postgres on a folder of its own. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPart, type Part } from "./part.ts";

const run = promisify(execFile);
/** Postgres refuses to run as root: then it runs as `nobody`. */
const NOBODY = 65_534;

export interface Postgres extends Part {
  port: number;
  /** Ends as if the power failed: nothing is written, and the next start recovers. */
  stopImmediately(): Promise<void>;
}

export async function createPostgres(input: { programs: string; folder: string; port: number }): Promise<Postgres> {
  const { programs, folder, port } = input;
  const data = join(folder, "postgres");
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  const options = { cwd: data, ...(isRoot && { uid: NOBODY, gid: NOBODY }) };
  await run(join(programs, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres"], options);
  const place = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", "", "-c", "max_connections=300"];
  const part = createPart({
    name: "Postgres",
    command: [join(programs, "postgres"), ...place],
    options,
    log: join(folder, "postgres.log"),
    serves: () => answers({ port }),
  });
  return {
    ...part,
    port,
    stop: (signal = "SIGINT") => part.stop(signal),
    stopImmediately: async () =>
      void (await run(join(programs, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], options)),
  };
}

async function answers(at: { port: number }): Promise<boolean> {
  const socket = connect({ ...at, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
    return true;
  } finally {
    socket.destroy();
  }
}
