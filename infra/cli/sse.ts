/** Server-sent events out of a byte stream. */
export interface ServerSentEvent {
  id: string | null;
  event: string;
  data: string;
}

/** The events of a stream, in order, whatever way its bytes were cut. */
export async function* parseEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let fields: ServerSentEvent = { id: null, event: "message", data: "" };
  for await (const line of lines(stream)) {
    if (line !== "") fields = withLine(fields, line);
    else {
      if (fields.data !== "") yield { ...fields, data: fields.data.slice(0, -1) };
      fields = { id: null, event: "message", data: "" };
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
  return name === "data" ? { ...fields, data: `${fields.data}${value}\n` } : fields;
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    // A carriage return at the very end may be half of a line break.
    const parts = rest.split(/\r\n|\n|\r(?=[^\n])/);
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
