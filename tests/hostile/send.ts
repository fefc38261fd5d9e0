/** Sends one input and says what is wrong with the answer. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { OPENAI_PATH } from "../../api/base/openai-errors.ts";
import type { Input } from "./description.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
/** A refusal tells what is wrong; it is no copy of what was sent. */
const LARGEST_REFUSAL = 64 * 1024;
/** A file may wait for another, each for half a minute. */
const GIVE_UP_MS = 90_000;
/** `Prefer: wait` and streams are cut after so long: they wait because they may. */
const PATIENCE_MS = 2_000;

export interface Sent {
  status: number;
  bytes: number;
  ms: number;
  /** null: nothing. */
  fault: string | null;
}

export async function send(input: Input, server: { url: string; token: string }): Promise<Sent> {
  const startedAt = performance.now();
  try {
    const { status, bytes, type, isCut } = await exchange(input, server);
    const ms = performance.now() - startedAt;
    return { status, bytes, ms, fault: faultOf({ status, bytes, type, isCut }, input.path) };
  } catch (error) {
    const ms = performance.now() - startedAt;
    // A body that is refused at its first bytes may find the connection closed while it is still being sent.
    const isClosed = ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
    const mayClose = isClosed && (input.body?.length ?? 0) > LARGEST_REFUSAL;
    return { status: 0, bytes: 0, ms, fault: mayClose ? null : `no answer: ${(error as Error).message}` };
  }
}

interface Answer {
  status: number;
  bytes: number;
  type: string;
  isCut: boolean;
}

function faultOf({ status, bytes, type }: Answer, path: string): string | null {
  if (status >= 500) return `status ${status}`;
  if (status < 400) return null;
  if (bytes > LARGEST_REFUSAL) return `refused with ${bytes} bytes`;
  if (!formsAt(path).some((form) => type.startsWith(form))) return `refused as ${type || "nothing"}`;
  return null;
}

/** Of refusals. JSON-RPC has its own for what is no call. */
function formsAt(path: string): string[] {
  if (path.startsWith(OPENAI_PATH)) return ["application/json", "text/html"];
  const forms = ["application/problem+json", "text/html"];
  return path.startsWith("/a2a") ? [...forms, "application/json"] : forms;
}

function exchange(input: Input, { url, token }: { url: string; token: string }): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(url);
  const body = input.body === undefined ? undefined : Buffer.from(input.body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...input.headers,
    ...(body && { "content-length": String(body.length) }),
  };
  const call = request({ hostname, port, method: input.method, path: input.path, headers, agent }, (response) => {
    let bytes = 0;
    const done = (isCut: boolean) =>
      resolve({ status: response.statusCode ?? 0, bytes, type: response.headers["content-type"] ?? "", isCut });
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.once("end", () => done(false)).once("error", reject);
    AbortSignal.timeout(PATIENCE_MS).addEventListener("abort", () => {
      if (response.complete || (response.statusCode ?? 0) >= 400) return;
      done(true);
      call.destroy();
    });
  });
  call.setTimeout(GIVE_UP_MS, () => call.destroy(new Error(`nothing within ${GIVE_UP_MS} ms`)));
  call.once("error", reject).end(body);
  return promise;
}

/** Writes to the socket, waits for an answer or its end, and gives the first line of what came. */
export function sendRaw(text: string, url: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  let answer = "";
  const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
  const done = () => {
    socket.destroy();
    resolve(answer.split("\r\n")[0] ?? "");
  };
  AbortSignal.timeout(PATIENCE_MS).addEventListener("abort", done);
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.once("close", done).once("error", done);
  return promise;
}
