/** Wire: what the official SDKs make of the bytes of a server that does as it likes. */
import { expect, test } from "vitest";
import { callOf, faultOf, modelsOn } from "../activities/models/calls.ts";
import { chatEvents, startRawServer } from "../activities/models/raw-server.ts";

test("A stream that breaks off is a fault that may be tried again, with what was said until then.", async () => {
  const server = await startRawServer();
  const [first] = chatEvents(["Tolls cut traffic"]);
  server.answer(async (res) => {
    res.writeHead(200, { "content-type": "text/event-stream" });
    await new Promise((sent) => res.write(`data: ${JSON.stringify(first)}\n\n`, sent));
    res.destroy();
  });
  const fault = await faultOf(modelsOn(server.url).complete(callOf("openai-compatible/any")));
  expect(fault).toMatchObject({ kind: "network", partial: "Tolls cut traffic" });
  await server.stop();
});
