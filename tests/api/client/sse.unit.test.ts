import { expect, test } from "vitest";
import { parseEvents } from "../../../api/client/sse.client.ts";

async function parse(...chunks: string[]) {
  return parseBytes(chunks.map((chunk) => new TextEncoder().encode(chunk)));
}

function parseBytes(bytes: Uint8Array[]) {
  return Array.fromAsync(
    parseEvents(
      (async function* () {
        yield* bytes;
      })(),
    ),
  );
}

test("server-sent events are the same whatever way their bytes are cut", async () => {
  const text = ": comment\nretry: 1000\n\nid: 1\nevent: turn.delta\ndata: één\ndata: twee\n\ndata: x\r\n\r\n";
  const whole = await parse(text);
  expect(whole).toEqual([
    { id: null, event: "message", data: "", retry: 1000 },
    { id: "1", event: "turn.delta", data: "één\ntwee", retry: null },
    { id: null, event: "message", data: "x", retry: null },
  ]);
  expect(await parse(...Array.from(text))).toEqual(whole);
  expect(await parseBytes(Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte)))).toEqual(whole);
});

test("a block without its final blank line is not yet an event", async () => {
  expect(await parse("data: half\n")).toEqual([]);
});

test("a retry that is no number is ignored", async () => {
  expect(await parse("retry: soon\ndata: x\n\n")).toEqual([{ id: null, event: "message", data: "x", retry: null }]);
});
