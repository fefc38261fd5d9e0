/** Requests as people and programs get them half right: each field is missing, valid, out of place or no value at all. */
import fc from "fast-check";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import { catalogueOf } from "../models/catalogue.ts";

/** With keys of providers, with one, and with none but what needs no key. */
export const CATALOGUES: Record<string, Catalogue> = {
  "two keys": catalogueOf(),
  "one key": catalogueOf({ authenticated: ["mistral"], defaultModel: null, servers: ["notes"] }),
  "no key": catalogueOf({ authenticated: [], defaultModel: null }),
};

const PRICE = { input: 1, output: 10 };
const MODEL = fc.constantFrom<unknown>(
  "openai/standard",
  "anthropic/standard",
  "mistral/standard",
  "demo/debater",
  "demo/judge",
  "openai/unknown-1",
  "usual/speaker-1",
  { model: "openai/unknown-1", priceUsdPerMTok: PRICE },
  { model: "mistral/standard", maxOutputTokens: 300, contextWindow: 2_000 },
  { model: "nowhere/none", priceUsdPerMTok: PRICE },
  "none",
);
const optional = <T>(value: fc.Arbitrary<T>) => ({ arbitrary: value });

function fields(model: Record<string, { arbitrary: fc.Arbitrary<unknown> }>): fc.Arbitrary<Record<string, unknown>> {
  const all = Object.fromEntries(Object.entries(model).map(([name, { arbitrary }]) => [name, arbitrary]));
  return fc.record(all, { requiredKeys: [] });
}

const PARTICIPANT = fc
  .tuple(
    fc.constantFrom("Ada", "Ben", "Cleo", "Dora", ""),
    MODEL,
    fields({
      side: optional(fc.constantFrom("for", "against", "neutral", "up")),
      role: optional(fc.constantFrom("proposer", "skeptic", "synthesizer", "architect", "generalist", "x")),
      position: optional(fc.constantFrom("Yes.", "No.", "")),
      persona: optional(
        fc.constantFrom<unknown>("A mayor.", "", { text: "A mayor." }, { inCharacter: true }, { text: "" }),
      ),
      enabled: optional(fc.boolean()),
      id: optional(fc.constantFrom("p1", "p2", "p9")),
      systemPrompt: optional(fc.constant("Argue.")),
    }),
  )
  .map(([name, model, more]) => ({ name, model, ...more }));

const JUDGE = fields({
  model: optional(MODEL),
  panel: optional(fc.oneof(fc.array(MODEL, { maxLength: 3 }), fc.integer({ min: 0, max: 8 }))),
  bothOrders: optional(fc.boolean()),
  requireIndependent: optional(fc.boolean()),
  guides: optional(fc.boolean()),
  role: optional(fc.constantFrom("architect", "x")),
  priceUsdPerMTok: optional(fc.constant(PRICE)),
});

const LIMITS = fields({
  maxCostUsd: optional(fc.constantFrom(0, 0.000_001, 0.01, 1, 100, -1)),
  warnAtCostUsd: optional(fc.constantFrom(0.01, 1)),
  maxTokens: optional(fc.constantFrom(0, 1, 1_000, 1_000_000)),
  maxOutputTokens: optional(fc.constantFrom(1, 300, 100_000)),
});

/** What is no value of any field. */
const JUNK = fc.constantFrom<unknown>(null, 0, -1, 1e9, "", "x", true, [], [null], {}, { a: 1 });

const VALUES = {
  topic: fc.constantFrom("Should cities ban cars?", "", " "),
  context: fc.constantFrom("In Europe.", ""),
  format: fc.constantFrom(...FORMATS, "none"),
  participants: fc.oneof(
    { weight: 4, arbitrary: fc.array(PARTICIPANT, { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  judge: JUDGE,
  limits: LIMITS,
  maxRounds: fc.constantFrom(0, 1, 2, 3, 10, 50, 500, 501),
  minRounds: fc.constantFrom(0, 1, 2, 50),
  mode: fc.constantFrom("simultaneous", "sequential"),
  judging: fc.constantFrom("every-round", "final-only"),
  controlArm: fc.constantFrom<unknown>(true, false, { calls: "equal" }, { calls: 3 }, { calls: 0 }),
  skipIfUnanimous: fc.boolean(),
  expected: fc.constantFrom<unknown>("yes", 7, ""),
  answers: fc.constantFrom<unknown>({ type: "text" }, { type: "number" }, { type: "choice", options: ["yes", "no"] }),
  weights: fc.constantFrom<unknown>("equal", { p1: 0.5 }, { p1: 0.5, p2: 0.9 }),
  clarifications: fc.constantFrom<unknown>({ enabled: true }, { enabled: false }),
  orderCheck: fc.constantFrom("twin", "labels"),
  poll: fc.constantFrom("private", "none"),
  stopWhenStable: fc.boolean(),
  agreement: fc.constantFrom(0, 50, 101),
  audience: fc.constantFrom<unknown>({ voters: 2 }, { voters: 3, models: ["openai/standard"] }, { voters: 0 }),
  conclusion: fc.boolean(),
  claimChecks: fc.boolean(),
  output: fc.constantFrom<unknown>({ schema: { type: "object", properties: {} } }, { name: "x", schema: {} }),
  policies: fc.constantFrom<unknown>({ fallbackJudges: ["openai/standard"] }, { onJudgeFailure: "ask" }),
  contextWindow: fc.constantFrom<unknown>({ strategy: "summarize", summarizerModel: "openai/standard" }, {}),
  exhibits: fc.constantFrom<unknown>([{ title: "A", text: "Cars are loud." }], []),
  retrieval: fc.constantFrom<unknown>({ topK: 2 }, { from: ["deb-20261121-051254-7K2M9Q"] }),
  tools: fc.constantFrom<unknown>([{ type: "search" }], [{ type: "mcp", server: "notes" }]),
  termination: fc.constantFrom<unknown>({ type: "quality", threshold: 99 }, { type: "fixed" }),
  diversity: fc.constantFrom("off", "assigned"),
  preset: fc.constantFrom("decision", "none@3"),
  start: fc.constant(false),
};

/** A body of a debate. Most have a topic, participants and a limit, so that there is something to plan. */
export const REQUEST: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.record(VALUES, { requiredKeys: [] }),
    fc.subarray(Object.keys(VALUES)),
    fc.option(fc.tuple(fc.constantFrom(...Object.keys(VALUES)), JUNK), { freq: 4, nil: null }),
  )
  .map(([all, kept, junk]) => {
    const usual = new Set(["topic", "participants", "limits", "format", ...kept]);
    const body = Object.fromEntries(Object.entries(all).filter(([name]) => usual.has(name)));
    return junk === null ? body : { ...body, [junk[0]]: junk[1] };
  });
