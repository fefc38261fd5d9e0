import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { OWNER } from "../../../api/access/reader.access.ts";
import { framesOf } from "../../../api/events/stream.event-api.ts";
import { sseStream } from "../../../api/http/sse.http.ts";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { sharedEvent } from "../../../domain/show/export/shared.export.ts";
import { delta, plain } from "../../store/fixtures.ts";
import { nothingFor } from "../../support/waits.ts";

const batch = [
  { id: 1, ...plain(1).event },
  { id: 2, ...delta(1).event },
] as LogEvent[];
const ALL = { types: null, deltas: true, shownOf: OWNER.event };
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

describe("the frames of a batch", () => {
  it("are the same bytes for all who are shown the same", () => {
    const bytes = framesOf(batch, ALL);
    expect(framesOf(batch, { ...ALL })).toBe(bytes);
    expect(textOf(bytes)?.match(/^id: \d+$/gm)).toEqual(["id: 1", "id: 2"]);
  });

  it("differ by filter and by reader", () => {
    expect(textOf(framesOf(batch, { ...ALL, deltas: false }))?.match(/^event: .+$/gm)).toEqual([
      "event: round.started",
    ]);
    expect(textOf(framesOf(batch, { ...ALL, types: ["turn.delta"] }))?.match(/^id: \d+$/gm)).toEqual(["id: 2"]);
    expect(framesOf(batch, { ...ALL, types: ["turn.completed"] })).toBeNull();
    expect(framesOf(batch, { ...ALL, shownOf: sharedEvent })).not.toBe(framesOf(batch, ALL));
  });
});

describe("a stream of frames", () => {
  it("asks for no more than a frame ahead of a reader that is slow", async () => {
    let made = 0;
    async function* frames() {
      for (; made < 1_000; made++) yield `id: ${made}\n\n`;
    }
    const { signal } = new AbortController();
    const stream = sseStream({ frames, signal, onError: (error) => expect.unreachable(String(error)) });
    const reader = stream.getReader();
    for (let n = 0; n < 10; n++) await reader.read();
    await nothingFor(50);
    expect(made).toBeLessThanOrEqual(12);
    await reader.cancel();
    await expect.poll(() => made).toBeLessThanOrEqual(12);
  });

  it.each([
    { reads: 0, is: "before it read" },
    { reads: 1, is: "while it is slow" },
    { reads: 2, is: "while it waits" },
  ])("ends when its reader leaves $is", async ({ reads }) => {
    const [left, begun, ended] = [Promise.withResolvers<void>(), { times: 0 }, { times: 0 }];
    async function* frames(signal: AbortSignal) {
      begun.times++;
      try {
        yield "id: 1\n\n";
        if (!signal.aborted) await once(signal, "abort");
      } finally {
        ended.times++;
      }
    }
    const { signal } = new AbortController();
    const onError = (error: unknown) => expect.unreachable(String(error));
    const reader = sseStream({ frames, signal, onEnd: left.resolve, onError, heartbeatMs: 10 }).getReader();
    for (let n = 0; n < reads; n++) await reader.read();
    await reader.cancel();
    await left.promise;
    await expect.poll(() => ended.times).toBe(begun.times);
    expect(begun.times).toBe(reads > 0 ? 1 : 0);
  });
});
