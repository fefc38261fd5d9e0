/** Parses server-sent events from a byte stream (HTML standard). */
export interface ServerSentEvent {
  id: string | null;
  event: string;
  /** Empty for a block that only sets `retry`. */
  data: string;
  /** Milliseconds before a reconnect; null if the block has no `retry`. */
  retry: number | null;
}

const EMPTY: ServerSentEvent = { id: null, event: "message", data: "", retry: null };

/** The events of a stream, in order, however its bytes were split. */
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
  // Pieces of an unfinished line, joined once at its end.
  let begun: string[] = [];
  let cut = "";
  for await (const chunk of chunks) {
    const text = cut + decoder.decode(chunk, { stream: true });
    // A carriage return at the very end may be half of a line break.
    cut = text.endsWith("\r") ? "\r" : "";
    const parts = text.slice(0, text.length - cut.length).split(/\r\n|\n|\r/);
    const rest = parts.pop() ?? "";
    for (const part of parts) {
      yield begun.join("") + part;
      begun = [];
    }
    begun.push(rest);
  }
}
