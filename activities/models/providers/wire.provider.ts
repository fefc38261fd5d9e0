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
}

export function createWire(input: { fetch: typeof fetch; heard: () => void }): Wire {
  let errorBody: string | null = null;
  let strayBody: string | null = null;
  let hasSent = false;
  const wired: typeof fetch = async (request, init) => {
    errorBody = strayBody = null;
    hasSent = true;
    const response = await input.fetch(request, init);
    input.heard();
    if (response.ok && isJson(response)) strayBody = await response.clone().text();
    if (response.ok) return listened(response, input.heard);
    errorBody = await response.text();
    // The SDK reads the status alone: it cannot take every body.
    return new Response(null, response);
  };
  return {
    fetch: wired,
    hasSent: () => hasSent,
    errorBody: () => errorBody,
    strayBody: () => strayBody,
  };
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("json") ?? false;
}

function listened(response: Response, heard: () => void): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      heard();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
