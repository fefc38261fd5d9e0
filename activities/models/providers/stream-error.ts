/** An error event inside a stream that had started. */
export class StreamError extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super("the stream ended with an error");
    this.name = "StreamError";
    this.error = error;
  }
}
