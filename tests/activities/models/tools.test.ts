/** Tools that the caller carries out, over each API. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import type { Exchange, Lookups } from "../../../activities/models/base/tools.model.ts";
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
afterEach(() => server.forget());

const LOOK_UP = {
  name: "library__look_up",
  description: "Looks a word up.",
  schema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};
const TOOLS = { functions: [LOOK_UP], most: 3 };

const MODELS = [
  { api: "responses", id: "openai/gpt-5.5" },
  { api: "chat", id: "google/gemini-3.8-flash" },
  { api: "anthropic", id: "anthropic/claude-sonnet-5" },
] as const;

function answered({ calls, api, items }: Lookups, said: string): Exchange {
  const answers = calls.map(({ id }, i) => ({ id, text: `Meaning ${i + 1}.`, failed: false }));
  return { said, calls, api, items, answers };
}

describe.each(MODELS)("a call with tools over the $api API", ({ api, id }) => {
  it("asks for tools, and speaks once it has their answers", async () => {
    server.use([
      { text: "Let me see.", calls: [{ name: LOOK_UP.name, input: { word: "bench" } }] },
      { text: "A bench is a seat." },
    ]);
    const first = await models.complete(callOf(id, { tools: TOOLS }));
    const { lookups } = first;
    expect(first.text).toBe("Let me see.");
    expect(lookups).toMatchObject({ api, isPaused: false, searches: [], sources: [] });
    expect(lookups?.calls.map(({ name, input }) => [name, JSON.parse(input)])).toEqual([
      [LOOK_UP.name, { word: "bench" }],
    ]);
    const exchanges = lookups ? [answered(lookups, first.text)] : [];
    const second = await models.complete(callOf(id, { tools: TOOLS, exchanges }));
    expect(second).toMatchObject({ text: "A bench is a seat." });
    expect(second.lookups).toBeUndefined();
    expect(server.journal.map((request) => [request.tools, request.toolResults])).toEqual([
      [[LOOK_UP.name], []],
      [[LOOK_UP.name], ["Meaning 1."]],
    ]);
    expect(server.complaints).toEqual([]);
  });

  it("carries out several calls of one reply, each under its own id", async () => {
    const calls = ["seat", "law"].map((word) => ({ name: LOOK_UP.name, input: { word } }));
    server.use([{ calls }, { text: "Both." }]);
    const { lookups } = await models.complete(callOf(id, { tools: TOOLS }));
    expect(new Set(lookups?.calls.map((call) => call.id)).size).toBe(2);
    await models.complete(callOf(id, { tools: TOOLS, exchanges: lookups ? [answered(lookups, "")] : [] }));
    expect(server.journal[1]?.toolResults).toEqual(["Meaning 1.", "Meaning 2."]);
  });
});

it("a reply of one API is told to another in its own words", async () => {
  server.use([{ calls: [{ name: LOOK_UP.name, input: { word: "bench" } }] }, { text: "Done." }]);
  const { lookups } = await models.complete(callOf("google/gemini-3.8-flash", { tools: TOOLS }));
  const exchanges = lookups ? [answered(lookups, "Wait.")] : [];
  await models.complete(callOf("openai/gpt-5.5", { tools: TOOLS, exchanges }));
  const input = server.journal[1]?.body["input"] as object[];
  expect(input.slice(-3)).toMatchObject([
    { role: "assistant", content: "Wait." },
    { type: "function_call", name: LOOK_UP.name },
    { type: "function_call_output", output: "Meaning 1." },
  ]);
});
