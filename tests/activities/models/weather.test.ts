import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ModelFault } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";
import { readAnswer } from "../../../domain/prompts/parts/answer.prompt-part.ts";
import { type ModelServer, startModelServer } from "../../support/models/server.ts";
import { underWeather } from "../../support/models/weather.ts";
import { callOf, SCHEMA } from "./calls.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());

const SEED = fc.readConfigureGlobal().seed ?? 7;
const CALLS = 60;
const SAID = "Tolls cut traffic 🚦, and buses run.";

describe.each(["mistral/medium", "openai/gpt-5.5", "anthropic/claude-sonnet-5"])("Under the weather, %s", (id) => {
  it.each([
    ["speaks", {}],
    ["writes JSON", { output: SCHEMA }],
  ])("%s, and each call is answered as it was meant, or by a fault that the weather made", async (_, wish) => {
    const isJson = "output" in wish;
    const weather = underWeather(() => (isJson ? { json: { winner: "p1" } } : { text: SAID }), { seed: SEED, odds: 1 });
    server.use(weather.script);
    const models = createModels({ providers: server.providers });
    let faults = 0;
    for (let i = 0; i < CALLS; i++) {
      const call = callOf(id, { ...wish, temperature: 0.7, messages: [{ role: "user", content: [`Speak, ${i}.`] }] });
      const reply = await models.complete(call).catch((error: unknown) => error);
      if (reply instanceof ModelFault) faults += 1;
      else {
        const { text } = reply as { text: string };
        const answer = readAnswer(text, { schema: z.strictObject({ winner: z.string() }) });
        if (isJson) expect(answer).toEqual({ ok: true, value: { winner: "p1" } });
        else expect([SAID, `${SAID}\ufffd`]).toContain(text);
      }
    }
    expect(faults).toBe(weather.faults());
    expect(weather.boughtTwice).toEqual([]);
    expect(weather.counts.size).toBeGreaterThan(8);
    expect(server.complaints).toEqual([]);
  });
});
