/** The Versity S3 gateway over a folder: a server of its own that checks signatures and checksums as S3 does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import type { BucketOptions } from "../../../store/files/bucket.file-store.ts";
import { lookAgain } from "../waits.ts";
import { goTool } from "./go-tool.ts";

const GATEWAY = { module: "github.com/versity/versitygw/cmd/versitygw", version: "v1.8.0" };
const BUCKET = "parley-files";
const START_MS = 30_000;

export interface S3Server {
  bucket: BucketOptions & { credentials: { accessKeyId: string; secretAccessKey: string } };
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** Ends at once, as a machine does that is gone. */
  kill(): Promise<void>;
  /** With the objects that it had. Nothing happens while it runs. */
  start(): Promise<void>;
}

/** null where there is no Go. It is not started yet. */
export async function s3Server(folder: string): Promise<S3Server | null> {
  const program = await goTool(GATEWAY);
  if (program === null) return null;
  const root = join(folder, "objects");
  const attributes = join(folder, "attributes");
  await mkdir(join(root, BUCKET), { recursive: true });
  await mkdir(attributes);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: "test", secretAccessKey: "a secret of the tests" };
  let child: ChildProcess | undefined;
  const isRunning = () => child?.exitCode === null && child.signalCode === null;
  return {
    bucket: { bucket: BUCKET, endpoint, region: "us-east-1", credentials },
    async keys() {
      const entries = await readdir(join(root, BUCKET), { recursive: true, withFileTypes: true });
      return entries.flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name).slice(join(root, BUCKET).length + 1)] : [],
      );
    },
    async start() {
      if (isRunning()) return;
      const { accessKeyId, secretAccessKey } = credentials;
      child = spawn(program, ["--port", `127.0.0.1:${port}`, "--quiet", "posix", "--sidecar", attributes, root], {
        env: { PATH: process.env.PATH, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
        stdio: ["ignore", "ignore", "inherit"],
      });
      const deadline = Date.now() + START_MS;
      while (!(await answers(endpoint))) {
        if (Date.now() > deadline || child.exitCode !== null) throw new Error("the S3 gateway did not start");
        await lookAgain();
      }
    },
    async kill() {
      if (!child || !isRunning()) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Any answer will do: without a signature it is a refusal. */
function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  );
}
