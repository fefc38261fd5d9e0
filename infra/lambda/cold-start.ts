/** Measures the time from the start of Node to a package's first answer, on this machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Unused addresses: neither is called before the first answer. */
const ENVIRONMENT = {
  TEMPORAL_ADDRESS: "127.0.0.1:1",
  PARLEY_SECRET: "a secret of the cold start",
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
  TEMPORAL_DEPLOYMENT_NAME: "cold-start",
  TEMPORAL_BUILD_ID: "cold-start",
  LOG_LEVEL: "silent",
};

const END = `
  const { user, system } = process.cpuUsage();
  process.stdout.write("\\n" + (user + system) / 1000, () => process.exit(0));
`;
/** Lambda's part: the global for streaming functions, and one event of a function URL. */
const FIRST_ANSWER = `
  import { Writable } from "node:stream";
  globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } };
  const { handler } = await import(process.argv[1]);
  const http = { method: "GET", path: "/healthz", protocol: "HTTP/1.1", sourceIp: "127.0.0.1" };
  const event = { version: "2.0", rawPath: "/healthz", rawQueryString: "", headers: {}, isBase64Encoded: false,
    requestContext: { domainName: "localhost", http } };
  await handler(event, new Writable({ write: (bytes, _, done) => process.stdout.write(bytes, done) }), {});
  ${END}
`;
const LOADED = `await import(process.argv[1]); process.stdout.write("loaded"); ${END}`;

export interface ColdStart {
  /** Milliseconds from the start of Node; longer on a busy machine. */
  ms: number;
  /** Milliseconds of processor time. */
  cpuMs: number;
}

/** Until the API has answered a first request, or a worker has its settings and would connect. */
export async function coldStart(name: "api" | "worker", folder: string): Promise<ColdStart> {
  const script = name === "api" ? FIRST_ANSWER : LOADED;
  const begun = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script, join(folder, "index.js")], {
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const answered = once(child.stdout, "data").then(() => performance.now() - begun);
  const said = await text(child.stdout);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the package in ${folder} does not start`);
  return { ms: await answered, cpuMs: Number(said.split("\n").at(-1)) };
}
