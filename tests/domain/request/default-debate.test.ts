/** What a request gets that gives neither format nor rounds, and what it gets that gives one of them. */
import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../activities/models/catalogue.model.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { checkDraft } from "../../../domain/play/beginning/draft.beginning.ts";
import { estimate } from "../../../domain/play/estimates/estimate.ts";
import { SAMPLE_FENCE_KEY } from "../../../domain/prompts/fences/fence-key.prompt.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { descriptionOf } from "../../../domain/rules/protocols/format-description.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import { DEFAULT_DEBATE, FORMATS } from "../../../domain/shapes/format-names.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { debateOf } from "../../../features/experiments/domain/effective.ts";

const catalogue = createCatalogue({
  providers: { openai: { apiKey: "k" } },
  defaultModel: null,
  defaultJudgeModel: null,
});

function checked(given: object) {
  const { body } = withUsualParticipants({ topic: "Should cities ban cars?", ...given }, catalogue);
  return checkRequest(body, catalogue);
}

function configured(given: object) {
  const { request, problems } = checked(given);
  if (!request) throw new Error(JSON.stringify(problems));
  return configOf(request, catalogue);
}

function refused(given: object): Problem[] {
  return checked(given).problems;
}

describe("a request that gives neither format nor rounds", () => {
  it("gets the default debate", () => {
    const { format, maxRounds } = configured({});
    expect({ format, rounds: maxRounds }).toEqual(DEFAULT_DEBATE);
  });

  it("costs 13 calls, and less than the dollar above which the terminal asks", () => {
    const config = { ...configured({}), fenceKey: SAMPLE_FENCE_KEY };
    const { likely } = estimate({ config, plan: planWithoutRun(config), catalogue });
    expect(likely.calls).toBe(13);
    expect(likely.costUsd).toBeLessThan(0.5);
  });

  it("is the same in a draft, and in an experiment", () => {
    expect(checkDraft({ topic: 7 }, catalogue).refused).toMatchObject([{ pointer: "/topic" }]);
    expect(checkDraft({}, catalogue).request).toMatchObject({ format: DEFAULT_DEBATE.format });
    // The default format concludes, which experiments leave out.
    const item = { question: "Is tea better?" } as Parameters<typeof debateOf>[0]["item"];
    expect(debateOf({ base: {}, patch: {}, item })).toMatchObject({ conclusion: false });
  });
});

describe("a request that gives one of them", () => {
  it.each(FORMATS)("runs as many rounds as is usual for its format: %s", (format) => {
    expect(configured({ format }).maxRounds).toBe(FORMATS_BY_NAME[format].rounds.default);
  });

  it("has the default format with its own rounds", () => {
    expect(configured({ maxRounds: 7 })).toMatchObject({ format: DEFAULT_DEBATE.format, maxRounds: 7 });
  });

  it("may have a single round", () => {
    expect(configured({ maxRounds: 1 })).toMatchObject({ format: DEFAULT_DEBATE.format, maxRounds: 1 });
  });

  it("reads which formats take so few rounds, where its own does not", () => {
    expect(refused({ format: "oxford", maxRounds: 1 })).toEqual([
      {
        pointer: "/maxRounds",
        detail:
          "oxford takes 2 to 50 rounds, not 1; these take it: free-form, structured-rounds, round-limited, convergence-seeking",
      },
    ]);
  });

  it("reads which formats take an option that the default does not", () => {
    expect(refused({ termination: { type: "fixed" } })).toEqual([
      { pointer: "/termination", detail: "structured-rounds does not take it; these do: dialectic" },
    ]);
  });
});

it("the catalogue marks the default format, and its record has the default's rounds", () => {
  const marked = FORMATS.filter((name) => descriptionOf(FORMATS_BY_NAME[name]).isDefault);
  expect(marked).toEqual([DEFAULT_DEBATE.format]);
  expect(FORMATS_BY_NAME[DEFAULT_DEBATE.format].rounds.default).toBe(DEFAULT_DEBATE.rounds);
});
