import { describe, expect, it } from "vitest";
import { nearestNames } from "../../domain/base/text/nearest.text.ts";
import { checkedBy, findingsOf } from "../../domain/play/faults/model-check.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import { likeModels } from "../../domain/shapes/catalogue/nearest-models.ts";
import { RETRIES } from "../../domain/shapes/faults/kinds.shape.ts";
import { distinctModelsOf } from "../../domain/shapes/plan/models-of.ts";
import { configFor } from "../support/debates/transcripts.ts";

const KINDS = Object.keys(RETRIES) as (keyof typeof RETRIES)[];
const known = ["openai/gpt-5.5", "openai/gpt-5.4", "openai/gpt-5.5-mini", "openai/o3", "anthropic/claude-sonnet-5"];
const catalogue = {
  models: () => known.map((id) => ({ id, provider: id.split("/")[0] })),
} as unknown as Pick<Catalogue, "models">;
const fault = (kind: (typeof KINDS)[number], message = "It refused the request") => ({
  kind,
  message,
  suggestion: "Mend it.",
});
const wrong = { provider: "openai", model: "gpt-5.55" };

describe("what a test call says of a model", () => {
  it("is a failure where the debate would fail too, unknown where waiting may help, and else an answer", () => {
    const outcomes = KINDS.map((kind) => [kind, checkedBy(fault(kind), wrong, catalogue).outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      network: "unknown",
      rate_limit: "unknown",
      api_error: "unknown",
      timeout: "unknown",
      round_timeout: "unknown",
      internal: "unknown",
      quota_exceeded: "unknown",
      invalid_response: "answers",
      context_overflow: "answers",
      authentication: "fails",
      validation: "fails",
      content_filter: "answers",
    });
  });

  it("is an answer where a reasoning model ran out of output", () => {
    const message = "Could not finish the message because max_tokens or model output limit was reached.";
    expect(checkedBy(fault("validation", message), wrong, catalogue)).toEqual({ outcome: "answers" });
  });

  it("names known models of the same provider with a name like a wrong one", () => {
    expect(checkedBy(fault("validation"), wrong, catalogue)).toEqual({
      outcome: "fails",
      why: "It refused the request. Known models with a name like it: openai/gpt-5.5, openai/gpt-5.4, openai/gpt-5.5-mini. Mend it.",
    });
  });

  it("names no other models for one that is known, or for a refused key", () => {
    const right = { provider: "openai", model: "gpt-5.5" };
    const why = "It refused the request. Mend it.";
    expect(checkedBy(fault("validation"), right, catalogue)).toEqual({ outcome: "fails", why });
    expect(checkedBy(fault("authentication"), wrong, catalogue)).toEqual({ outcome: "fails", why });
  });

  it("becomes a problem of every field that names the model, or one warning", () => {
    const found = findingsOf([
      { model: wrong, pointers: ["/a", "/b"], check: { outcome: "fails", why: "No." } },
      { model: wrong, pointers: ["/c", "/d"], check: { outcome: "unknown", why: "It is slow" } },
      { model: wrong, pointers: ["/e"], check: { outcome: "answers" } },
    ]);
    expect(found).toEqual({
      problems: [
        { pointer: "/a", detail: "No." },
        { pointer: "/b", detail: "No." },
      ],
      warnings: [{ code: "model-not-checked", detail: "It is slow, so it was not checked" }],
    });
  });
});

describe("names like another", () => {
  it("are at most three, the nearest first, in whatever letters", () => {
    const gpts = Array.from({ length: 9 }, (_, i) => `gpt-5.${i}`);
    const found = nearestNames("GPT-5.55", gpts);
    expect(found).toHaveLength(3);
    expect(found[0]).toBe("gpt-5.5");
    expect(likeModels({ provider: "openai", model: "gpt5.5" }, catalogue)[0]).toBe("openai/gpt-5.5");
    expect(likeModels({ provider: "openai", model: "gpt-5.5" }, catalogue)).toEqual([]);
    expect(likeModels({ provider: "anthropic", model: "gpt5.5" }, catalogue)).toEqual([]);
  });

  it("are none where nothing is like it", () => {
    expect(nearestNames("davinci", ["gpt-5.5", "o3"])).toEqual([]);
    for (const short of ["x", ""]) expect(nearestNames(short, ["gpt-5.5"])).toEqual([]);
  });
});

describe("the models of a debate", () => {
  it("are listed once each with the price that was given, and not where a draft names none", () => {
    const config = configFor();
    const [first] = config.participants;
    if (!first) throw new Error("nobody debates");
    const priceUsdPerMTok = { input: 1, cachedInput: null, output: 2 };
    const participants = [{ ...first, priceUsdPerMTok }, first, { ...first, provider: "", model: "" }];
    const { provider, model } = first;
    expect(distinctModelsOf({ ...config, participants, judge: null })).toEqual([
      { ref: { provider, model, priceUsdPerMTok }, pointers: ["/participants/0/model", "/participants/1/model"] },
    ]);
  });
});
