/** `awslambda`, the global of Lambda's Node runtime that functions with streamed answers are made with. */
import { Writable } from "node:stream";

export interface Prelude {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
}

export type StreamingHandler = (event: object, stream: Writable, context: object) => Promise<void>;

/**
 * What a function writes, as the runtime sends it: with `HttpResponseStream.from` a JSON prelude and eight zero bytes
 * come before the first bytes of the body, and nothing is sent until there are some.
 */
export class ResponseStream extends Writable {
  private prelude: string | null = null;
  private readonly answer: { send(bytes: Buffer): void; end(): void };

  constructor(answer: { send(bytes: Buffer): void; end(): void }) {
    super();
    this.answer = answer;
  }

  static from(stream: ResponseStream, prelude: Prelude): ResponseStream {
    stream.prelude = JSON.stringify(prelude);
    return stream;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.prelude !== null) this.answer.send(Buffer.concat([Buffer.from(this.prelude), Buffer.alloc(8)]));
    this.prelude = null;
    this.answer.send(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.answer.end();
    done();
  }
}

/** By which the runtime knows a function whose answers are streamed. */
const STREAMING = Symbol.for("aws.lambda.runtime.handler.streaming");

export function isStreaming(handler: StreamingHandler): boolean {
  return Object.hasOwn(handler, STREAMING);
}

/** Must be there before a module with such a function is loaded. */
export function installStreaming(): void {
  const streamifyResponse = (handler: StreamingHandler) => Object.assign(handler, { [STREAMING]: "response" });
  Object.assign(globalThis, { awslambda: { streamifyResponse, HttpResponseStream: ResponseStream } });
}
