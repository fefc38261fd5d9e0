/** Server-sent events out of a byte stream, as the HTML standard defines them. */
export interface ServerSentEvent {
  id: string | null;
  event: string;
  /** Empty for a block that only sets `retry`. */
  data: string;
  /** Milliseconds before a reader shall connect again; null when the block does not say. */
  retry: number | null;
}

const EMPTY: ServerSentEvent = { id: null, event: "message", data: "", retry: null };

/** The events of a stream, in order, whatever way its bytes were cut. */
export async function* parseEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let fields = EMPTY;
  for await (const line of lines(chunks)) {
    if (line !== "") fields = withLine(fields, line);
    else {
      if (fields.data !== "" || fields.retry !== null) yield { ...fields, data: fields.data.slice(0, -1) };
      fields = EMPTY;
    }
  }
}

function withLine(fields: ServerSentEvent, line: string): ServerSentEvent {
  const colon = line.indexOf(":");
  if (colon === 0) return fields;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
  if (name === "id") return { ...fields, id: value };
  if (name === "event") return { ...fields, event: value };
  if (name === "retry") return /^\d{1,9}$/.test(value) ? { ...fields, retry: Number(value) } : fields;
  return name === "data" ? { ...fields, data: `${fields.data}${value}\n` } : fields;
}

async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the very end may be half of a line break.
    const parts = rest.split(/\r\n|\n|\r(?=[^\n])/);
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
