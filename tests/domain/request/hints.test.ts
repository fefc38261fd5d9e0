import { expect, test } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { type Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const good = {
  topic: "Should cities ban cars?",
  participants: ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" })),
};

test.each([
  ["another tool's name", { rounds: 3 }, "/rounds", "maxRounds"],
  ["another spelling", { max_rounds: 3 }, "/max_rounds", "maxRounds"],
  ["another name of the topic", { question: "Is it so?" }, "/question", "topic"],
  ["another name of the participants", { agents: [] }, "/agents", "participants"],
  ["a slip of the pen", { topicc: "x" }, "/topicc", "topic"],
  ["a field that belongs into an object", { maxCostUsd: 1 }, "/maxCostUsd", "limits.maxCostUsd"],
  ["another tool's field of an object", { budget: 1 }, "/budget", "limits.maxCostUsd"],
  ["a slip in an object", { limits: { maxCostUSD: 1 } }, "/limits/maxCostUSD", "maxCostUsd"],
  [
    "a participant's system prompt",
    { participants: [{ ...good.participants[0], system: "Be brief." }, good.participants[1]] },
    "/participants/0/system",
    "systemPrompt",
  ],
  [
    "an option of a participant's model",
    { participants: [{ name: "Ada", model: { model: "demo/debater", temprature: 1 } }, good.participants[1]] },
    "/participants/0/model/temprature",
    "temperature",
  ],
])("%s is told which field was meant", (_, changes, pointer, meant) => {
  const detail = `unknown field; did you mean ${meant}?`;
  expect(checkRequest({ ...good, ...changes }, catalogueOf()).problems).toContainEqual({ pointer, detail });
});

test.each([
  ["a format", { format: "free-from" }, "/format", /^must be one of .*; did you mean free-form\?$/],
  [
    "a mode",
    { mode: "simultanous" },
    "/mode",
    /^must be one of simultaneous, sequential; did you mean simultaneous\?$/,
  ],
  ["a provider", { judge: { model: "antropic/x" } }, "/judge/model", /unknown provider .*; did you mean anthropic\?$/],
])("%s that does not exist is told the nearest", (_, changes, pointer, detail) => {
  expect(checkRequest({ ...good, ...changes }, catalogueOf()).problems).toContainEqual({
    pointer,
    detail: expect.stringMatching(detail),
  });
});

test("What is like nothing gets no hint.", () => {
  const { problems } = checkRequest({ ...good, loudness: 11, format: "shouting" }, catalogueOf());
  expect(problems.map(({ detail }) => detail).filter((detail) => detail.includes("did you mean"))).toEqual([]);
  expect(problems).toContainEqual({ pointer: "/loudness", detail: "unknown field" });
});

test("A model that the price list does not know is told the nearest of its provider.", () => {
  const known = ["openai/gpt-5.5", "openai/gpt-4"].map((id) => ({ id }));
  const catalogue = { ...catalogueOf(), models: () => known } as unknown as Catalogue;
  const request = DebateRequest.parse({ ...good, judge: { model: "openai/gpt5.5" } });
  const unpriced = {
    ...catalogue,
    model: () => ({ priceUsdPerMTok: null, contextWindow: null }),
  } as unknown as Catalogue;
  const told = configOf(request, unpriced).warnings.map(({ detail }) => detail);
  expect(told).toContainEqual(expect.stringMatching(/openai\/gpt5\.5 are unknown.*; did you mean openai\/gpt-5\.5\?$/));
});
