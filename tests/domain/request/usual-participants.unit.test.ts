import { expect, test } from "vitest";
import { createCatalogue } from "../../../activities/models/catalogue.model.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { chooseModels, withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";

function withKeys(keys: string[], chosen: { model?: string; judge?: string } = {}) {
  return createCatalogue({
    providers: Object.fromEntries(keys.map((id) => [id, { apiKey: "k" }])),
    defaultModel: chosen.model ?? null,
    defaultJudgeModel: chosen.judge ?? null,
  });
}

test.each([
  [["anthropic"], ["anthropic/claude-sonnet-5", "anthropic/claude-sonnet-5"], "anthropic/claude-opus-5"],
  [["openai", "anthropic"], ["anthropic/claude-sonnet-5", "openai/gpt-5.5"], "anthropic/claude-opus-5"],
  [["openai", "anthropic", "google"], ["anthropic/claude-sonnet-5", "openai/gpt-5.5"], "google/gemini-3.8-flash"],
  [
    ["openrouter"],
    ["openrouter/anthropic/claude-sonnet-5", "openrouter/openai/gpt-5.5"],
    "openrouter/google/gemini-3.5-flash",
  ],
  [
    ["openrouter", "anthropic"],
    ["anthropic/claude-sonnet-5", "openrouter/openai/gpt-5.5"],
    "openrouter/google/gemini-3.5-flash",
  ],
  [[], ["demo/debater", "demo/debater"], "demo/judge"],
])("with keys for %j, %j debate and %s judges", (keys, speakers, judge) => {
  expect(chooseModels(withKeys(keys))).toEqual({ speakers, judge, panel: [] });
});

test("the operator's default model speaks for all, and the default judge rules", () => {
  const chosen = { model: "openai/gpt-5.6-sol", judge: "anthropic/claude-haiku-4-5" };
  expect(chooseModels(withKeys(["openai", "anthropic"], chosen), { seats: 3 })).toEqual({
    speakers: ["openai/gpt-5.6-sol", "openai/gpt-5.6-sol", "openai/gpt-5.6-sol"],
    judge: "anthropic/claude-haiku-4-5",
    panel: [],
  });
});

test("every model that may be taken is known and priced", () => {
  const catalogue = withKeys([]);
  const known = new Set(catalogue.models().map(({ id }) => id));
  const usual = catalogue.providers().flatMap((provider) => provider.usualModels);
  expect(usual.length).toBeGreaterThan(8);
  for (const id of usual) expect(known, id).toContain(id);
});

test.each(FORMATS)("a topic and %s are a request that can be debated, and a warning says who was taken", (format) => {
  const catalogue = withKeys(["openai", "anthropic"]);
  const { body, taken } = withUsualParticipants({ topic: "Tea or coffee?", format }, catalogue);
  const { request, problems } = checkRequest(body, catalogue);
  expect(problems).toEqual([]);
  expect(taken.map(({ code }) => code)).toEqual(["participants-chosen"]);
  for (const { name, model } of request?.participants ?? [])
    expect(taken[0]?.detail).toContain(`${name} (${typeof model === "string" ? model : model.model})`);
  expect(request?.judge).toEqual(
    taken[0]?.detail.includes("judges") ? { model: "anthropic/claude-opus-5" } : undefined,
  );
});

test.each([
  ["a body with participants", { topic: "Tea?", participants: [] }],
  ["a body of an unknown format", { topic: "Tea?", format: "brawl" }],
  ["a list", [1, 2]],
  ["no object", "Tea?"],
])("%s stays as it is", (_, body) => {
  expect(withUsualParticipants(body, withKeys(["openai"]))).toEqual({ body, taken: [] });
});

test("a judge that is named stays", () => {
  const judge = { model: "openai/gpt-5.4" };
  const { body, taken } = withUsualParticipants({ topic: "Tea?", judge }, withKeys(["openai"]));
  expect(body).toMatchObject({ judge });
  expect(taken[0]?.detail).not.toContain("judges");
});
