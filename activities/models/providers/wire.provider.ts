/**
 * The SDKs' `fetch`. It reports every received piece, also keep-alives, which the SDKs hide. It keeps whole error
 * bodies, because the SDKs drop unknown shapes.
 */
export interface Wire {
  fetch: typeof fetch;
  /** A request has left, or may have. The SDKs may fail before that. */
  hasSent(): boolean;
  /** Body of the latest error response, else null. */
  errorBody(): string | null;
  /** Body of the latest JSON response with status 200 instead of a stream, else null. */
  strayBody(): string | null;
  /** The latest stream ended by OpenAI's own mark, which the SDK hides. */
  isDone(): boolean;
}

export function createWire(input: { fetch: typeof fetch; heard: () => void }): Wire {
  let errorBody: string | null = null;
  let strayBody: string | null = null;
  let hasSent = false;
  let isDone = false;
  const heard = (tail: string) => {
    isDone ||= DONE.test(tail);
    input.heard();
  };
  const wired: typeof fetch = async (request, init) => {
    errorBody = strayBody = null;
    hasSent = true;
    isDone = false;
    const response = await input.fetch(request, init);
    input.heard();
    if (response.ok && isJson(response)) strayBody = await response.clone().text();
    if (response.ok) return listened(response, heard);
    errorBody = await response.text();
    // The SDK reads the status alone: it cannot take every body.
    return new Response(null, response);
  };
  return {
    fetch: wired,
    hasSent: () => hasSent,
    errorBody: () => errorBody,
    strayBody: () => strayBody,
    isDone: () => isDone,
  };
}

const DONE = /(?:^|[\r\n])data: ?\[DONE\]/;

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("json") ?? false;
}

/** `heard` gets each piece with the end of what came before it. */
function listened(response: Response, heard: (tail: string) => void): Response {
  if (!response.body) return response;
  let before = "";
  const ear = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const tail = before + Buffer.from(chunk).toString("latin1");
      before = tail.slice(-DONE.source.length);
      heard(tail);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(ear), response);
}
