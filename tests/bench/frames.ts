/** A reader of an event stream that costs little, since a bench has a thousand of them in one process. */
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";

const agent = new Agent({ keepAlive: false });

/** Calls `onFrame` with each event's frame as it arrives. Resolves when the stream has opened, with its end. */
export async function openFrames(url: string, onFrame: (frame: string) => void): Promise<{ ended: Promise<void> }> {
  const request = get(url, { agent, headers: { accept: "text/event-stream" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  // The engine has no time on a busy machine.
  if (response.statusCode === 503) return openFrames(url, onFrame);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  let rest = "";
  response.setEncoding("utf8").on("data", (text: string) => {
    rest += text;
    for (let end = rest.indexOf("\n\n"); end !== -1; end = rest.indexOf("\n\n")) {
      const frame = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (frame.startsWith("id:")) onFrame(frame);
    }
  });
  return { ended: once(response, "end").then(() => undefined) };
}
