/** An error event inside a stream that had started. */
export class StreamError extends Error {
  readonly error: unknown;
  /** Of the response. */
  readonly headers: Headers | undefined;

  constructor(error: unknown, headers?: Headers) {
    super("the stream ended with an error");
    this.name = "StreamError";
    this.error = error;
    this.headers = headers;
  }
}
