/**
 * Reads a stream of server-sent events as the OpenAI SDK does. The SDK's own reading makes several promises for each event,
 * which takes a fifth of a worker's processor time.
 */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { bagOf } from "../hearing/shapes.ts";
import { StreamError } from "./stream-error.ts";

/** The end by OpenAI's own mark; nothing after it counts. */
const DONE = "[DONE]";

/**
 * Calls `hear` with the data of each event. True: the stream has ended by its own mark. Throws `StreamError` for an error in
 * the stream, `SyntaxError` for no JSON.
 */
export async function hearEvents({ body, headers }: Response, hear: (data: unknown) => void): Promise<boolean> {
  let isDone = false;
  const onEvent = ({ event, data: json }: EventSourceMessage) => {
    isDone ||= json === DONE;
    if (isDone) return;
    const data: unknown = JSON.parse(json);
    const error = bagOf(data)["error"];
    if (error || event === "error") throw new StreamError(error ?? data, headers);
    hear(data);
  };
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isDone) return true;
  }
  // Some servers leave out the blank line that ends the last event.
  parser.feed(`${decoder.decode()}\n\n`);
  return isDone;
}
