/** An error that arrived inside a stream that had begun well, in the provider's own words. */
export class StreamError extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super("the stream ended with an error");
    this.name = "StreamError";
    this.error = error;
  }
}
