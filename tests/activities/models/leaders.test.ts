import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelCall, Models } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { type ModelServer, startModelServer } from "../../support/models/server.ts";
import { callOf } from "./calls.ts";

let server: ModelServer;
let models: Models;
beforeAll(async () => {
  server = await startModelServer();
  models = createModels({ providers: server.providers });
});
afterAll(() => server.stop());

const TRANSCRIPT = "What was said so far stands here. ".repeat(200);
const SLOW = { text: "Yes.", profile: { ttft: 60 } };

function alike(id: string, task: string, over: Partial<ModelCall> = {}) {
  return models.complete(callOf(id, { messages: [{ role: "user", content: [TRANSCRIPT, task] }], ...over }));
}

describe("calls that start together and begin alike", () => {
  it.each(["openai/gpt-5.5", "anthropic/claude-sonnet-5", "google/gemini-3.8-flash", "openai-compatible/any"])(
    "wait until %s answers the first of them, and then go at once",
    async (id) => {
      server.forget();
      server.use(() => SLOW);
      await Promise.all(["Ada's turn.", "Ben's turn.", "Cleo's turn."].map((task) => alike(id, task)));
      const [first, ...others] = server.journal;
      expect(others).toHaveLength(2);
      for (const other of others) expect(other.at).toBeGreaterThan(first?.begunAt ?? Infinity);
      expect(others[1]?.at).toBeLessThan(others[0]?.endedAt ?? 0);
    },
  );

  it.each([
    ["of different texts", "openai/gpt-5.5", (i: number) => ({ system: `You are ${i}.` })],
    [
      "of different schemas",
      "openai/gpt-5.5",
      (i: number) => ({ output: { name: `n${i}`, schema: { type: "object" } } }),
    ],
    [
      "too short to be kept",
      "openai/gpt-5.5",
      () => ({ messages: [{ role: "user" as const, content: ["A.", "B."] }] }),
    ],
    ["to a provider that keeps none", "mistral/mistral-medium-3-5", () => ({})],
  ])("do not wait when they are %s", async (_what, id, over) => {
    server.forget();
    // Each is answered only when both have come.
    server.use(() => server.arrived(2).then(() => ({ text: "Yes." })));
    await Promise.all([1, 2].map((i) => alike(id, `Turn ${i}.`, over(i))));
    expect(server.journal).toHaveLength(2);
  });

  it("do not wait for a first one that failed", async () => {
    server.forget();
    server.use([{ error: { status: 500 } }, SLOW]);
    const outcomes = await Promise.allSettled([1, 2].map((i) => alike("openai/gpt-5.5", `Turn ${i}.`)));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  it("do not wait long for one that does not begin", async () => {
    server.forget();
    const stop = new AbortController();
    server.use([{ hang: true }, { text: "Yes." }]);
    const first = alike("openai/gpt-5.5", "Turn 1.", { signal: stop.signal });
    expect((await alike("openai/gpt-5.5", "Turn 2.")).text).toBe("Yes.");
    stop.abort(new Error("over"));
    await expect(first).rejects.toThrow("over");
  });
});
