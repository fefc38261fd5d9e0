/**
 * The `fetch` that the SDKs are given. It tells of every piece that arrives (keep-alives too, which the SDKs
 * swallow), and keeps the body of an error answer whole: the SDKs drop bodies whose shape they do not know.
 */
export interface Wire {
  fetch: typeof fetch;
  /** The body of the latest error answer, else null. */
  errorBody(): string | null;
  /** The body of the latest answer that was JSON with status 200 where a stream was asked for, else null. */
  strayBody(): string | null;
}

export function createWire(input: { fetch: typeof fetch; heard: () => void }): Wire {
  let errorBody: string | null = null;
  let strayBody: string | null = null;
  const wired: typeof fetch = async (request, init) => {
    errorBody = strayBody = null;
    const response = await input.fetch(request, init);
    input.heard();
    if (response.ok && isJson(response)) strayBody = await response.clone().text();
    if (response.ok) return listened(response, input.heard);
    errorBody = await response.text();
    return new Response(errorBody || null, response);
  };
  return { fetch: wired, errorBody: () => errorBody, strayBody: () => strayBody };
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("json") ?? false;
}

function listened(response: Response, heard: () => void): Response {
  if (!response.body) return response;
  const ear = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      heard();
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(ear), response);
}
