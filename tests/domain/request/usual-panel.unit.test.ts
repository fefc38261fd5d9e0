import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../activities/models/catalogue.model.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { usualModels } from "../../../domain/rules/seats/usual-models.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import { familyOfId } from "../../../domain/shapes/catalogue/family.ts";

const KEYS = ["anthropic", "openai", "google", "mistral", "openrouter"];

function withKeys(keys: string[], judge: string | null = null) {
  const providers = Object.fromEntries(keys.map((id) => [id, { apiKey: "k" }]));
  return createCatalogue({ providers, defaultModel: null, defaultJudgeModel: judge });
}

interface Asked {
  panel: unknown;
  keys?: string[];
  speakers?: string[];
  requireIndependent?: boolean;
  /** `DEFAULT_JUDGE_MODEL`. */
  given?: string;
}

/** Who votes, and the warnings that concern the panel. */
function panelOf({ panel, keys = KEYS, speakers, requireIndependent, given }: Asked) {
  const catalogue = withKeys(keys, given ?? null);
  const participants = speakers?.map((model, i) => ({ name: `Speaker ${i + 1}`, model }));
  const judge = { model: "usual/judge-1", panel, ...(requireIndependent && { requireIndependent }) };
  const sent = { topic: "Tea or coffee?", judge, ...(participants && { participants }) };
  const { body, taken } = withUsualParticipants(sent, catalogue);
  const { request, problems } = checkRequest(body, catalogue);
  const config = request && configOf(request, catalogue);
  const warnings = [...taken, ...(config?.warnings ?? [])];
  return {
    problems,
    voting: (config?.judge?.panel ?? []).map(modelId),
    speakers: (config?.participants ?? []).map(modelId),
    detail: (code: string) => warnings.find((warning) => warning.code === code)?.detail ?? null,
  };
}

const [OPENAI, ANTHROPIC] = ["openai/gpt-5.5", "anthropic/claude-sonnet-5"];
const PAIR = [OPENAI, ANTHROPIC];

describe("a panel by its size", () => {
  it("has one model of each family that does not debate, before any other", () => {
    const { voting, detail } = panelOf({
      panel: 2,
      keys: ["anthropic", "openai", "google", "mistral"],
      speakers: PAIR,
    });
    expect(voting).toEqual(["google/gemini-3.8-flash", "mistral/mistral-medium-3-5"]);
    expect(detail("panel-chosen")).toBe(
      "no members of the panel were named: google/gemini-3.8-flash, mistral/mistral-medium-3-5 vote",
    );
    expect([detail("panel-smaller"), detail("judge-not-independent"), detail("one-family")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("takes debaters' families where there is no other, and says why", () => {
    const { voting, detail } = panelOf({ panel: 3, keys: ["anthropic", "openai", "google"], speakers: PAIR });
    expect(voting).toEqual(["google/gemini-3.8-flash", "anthropic/claude-opus-5", "openai/gpt-5.4"]);
    expect(detail("panel-chosen")).toContain(
      "of a debater's family: anthropic/claude-opus-5, openai/gpt-5.4, as no further family has a key",
    );
    expect(detail("panel-smaller")).toBeNull();
  });

  it("takes a second model of a family last, and says why", () => {
    const { voting, detail } = panelOf({
      panel: 3,
      keys: ["google", "mistral"],
      speakers: ["ollama/phi4", "ollama/qwen3"],
    });
    expect(voting.map(familyOfId)).toEqual(["google", "mistral", "google"]);
    expect(detail("panel-chosen")).toContain(
      "of the same family as another member: google/gemini-3.5-flash, as no further family has a key",
    );
  });

  it("is never smaller without a reason", () => {
    const { voting, detail } = panelOf({ panel: 3, keys: ["openai"], speakers: [OPENAI, OPENAI] });
    expect(voting).toEqual(["openai/gpt-5.4"]);
    expect(detail("panel-smaller")).toBe(
      "a panel of 3 was asked for, and only 1 votes: by the keys of this server there is no further model beside the debaters' to choose than openai/gpt-5.4. Set another provider's key, or name the members",
    );
  });

  it("has the demo's judge alone without a key, and in a debate of demo models", () => {
    for (const asked of [{ keys: [] }, { speakers: ["demo/debater", "demo/debater"] }]) {
      const { voting, detail } = panelOf({ panel: 3, ...asked });
      expect(voting).toEqual(["demo/judge"]);
      expect(detail("panel-smaller")).toBe("a panel of 3 was asked for, and only 1 votes: the demo has one judge");
    }
  });

  it("begins with the operator's judge, and others are of other families", () => {
    const { voting, detail } = panelOf({ panel: 3, speakers: PAIR, given: "mistral/mistral-large-2512" });
    expect(voting).toEqual(["mistral/mistral-large-2512", "google/gemini-3.8-flash", "anthropic/claude-opus-5"]);
    expect(detail("panel-chosen")).toContain("of a debater's family: anthropic/claude-opus-5,");
  });

  it("says where the operator's judge is of a debater's family", () => {
    const { voting, detail } = panelOf({ panel: 2, speakers: PAIR, given: "openai/gpt-5.4" });
    expect(voting).toEqual(["openai/gpt-5.4", "google/gemini-3.8-flash"]);
    expect(detail("panel-chosen")).toContain("of a debater's family: openai/gpt-5.4, as DEFAULT_JUDGE_MODEL names it");
  });

  it("has no model that another provider serves a debater or a member by", () => {
    const { voting } = panelOf({ panel: 7, keys: ["anthropic", "openai", "openrouter"], speakers: PAIR });
    expect(voting).toEqual(["openrouter/google/gemini-3.5-flash", "anthropic/claude-opus-5", "openai/gpt-5.4"]);
  });

  it("is of families that do not debate alone where it has to be independent", () => {
    const asked = { panel: 3, keys: ["anthropic", "openai", "google"], speakers: PAIR, requireIndependent: true };
    const { voting, problems, detail } = panelOf(asked);
    expect(problems).toEqual([]);
    expect(voting.map(familyOfId)).toEqual(["google", "google"]);
    expect(detail("panel-smaller")).toContain("no further model of families that do not debate");
    const none = panelOf({ ...asked, keys: ["anthropic", "openai"], panel: 2 });
    expect(none.problems).toContainEqual({
      pointer: "/judge/panel/0",
      detail: expect.stringContaining("not independent"),
    });
  });

  it.each([0, 8, 2.5, -1, "3", null, {}])("is refused as %j", (panel) => {
    const { problems } = panelOf({ panel });
    expect(problems.map(({ pointer }) => pointer)).toContain("/judge/panel");
  });

  it("is, with any keys and speakers, as large as it can be, and a smaller or nearer one is explained", () => {
    const speakers = fc.array(fc.constantFrom(OPENAI, ANTHROPIC, "google/gemini-3.5-flash", "mistral/other"), {
      minLength: 2,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.subarray(KEYS, { minLength: 1 }), speakers, fc.integer({ min: 1, max: 7 }), (keys, by, size) => {
        const judges = usualModels(withKeys(keys)).judges(by);
        const { body, taken } = withUsualParticipants(
          { topic: "Tea?", judge: { model: judges[0], panel: size }, participants: by.map((model) => ({ model })) },
          withKeys(keys),
        );
        const { panel } = (body as { judge: { panel: string[] } }).judge;
        const detail = (code: string) => taken.find((warning) => warning.code === code)?.detail;
        expect(panel).toEqual(judges.slice(0, size));
        expect(new Set(panel).size).toBe(panel.length);
        expect(detail("panel-smaller") === undefined).toBe(panel.length === size);
        const families = panel.map(familyOfId);
        const debating = new Set(by.map(familyOfId));
        // No family votes twice while another one does not vote, and none that debates while one does not that could.
        const offered = new Set(judges.map(familyOfId));
        const free = [...offered].filter((family) => !families.includes(family));
        const repeats = new Set(families).size < families.length;
        expect(repeats && free.length > 0).toBe(false);
        const isNear = families.some((family) => debating.has(family));
        expect(isNear && free.some((family) => !debating.has(family))).toBe(false);
        if (isNear) expect(detail("panel-chosen")).toContain("of a debater's family");
        if (repeats) expect(detail("panel-chosen")).toContain("of the same family as another member");
      }),
    );
  });
});

describe("a panel of uses", () => {
  const uses = ["usual/judge-1", "usual/judge-2", "usual/judge-3"];

  it("is as one of its size, and says why where it is smaller", () => {
    for (const keys of [["openai"], ["openai", "anthropic"], KEYS]) {
      const [one, other] = [uses, 3].map((panel) => panelOf({ panel, keys, speakers: PAIR }));
      expect(one?.voting).toEqual(other?.voting);
      expect(one?.detail("panel-smaller")).toEqual(other?.detail("panel-smaller"));
    }
    expect(panelOf({ panel: uses, keys: ["openai"] }).detail("panel-smaller")).toContain("only 1 votes");
    expect(
      panelOf({ panel: uses, keys: KEYS, speakers: ["demo/debater", "demo/debater"] }).detail("panel-chosen"),
    ).toBeNull();
  });

  it("has no chosen model twice, and says so", () => {
    const named = "google/gemini-3.8-flash";
    for (const panel of [
      [uses[0], uses[0], uses[1]],
      [uses[0], named, uses[1]],
    ]) {
      const { voting, detail } = panelOf({ panel, speakers: PAIR });
      expect(voting.toSorted()).toEqual([named, "mistral/mistral-medium-3-5"]);
      expect(detail("panel-smaller")).toBe(
        "a panel of 3 was asked for, and only 2 vote: some of its places name the same model",
      );
    }
  });
});

describe("a panel of named models", () => {
  it("keeps its seats where they are equal, and a warning says how little they add", () => {
    const panel = [OPENAI, { model: OPENAI, temperature: 1 }, OPENAI, "google/gemini-3.8-flash"];
    const { voting, detail } = panelOf({ panel });
    expect(voting).toEqual([OPENAI, OPENAI, OPENAI, "google/gemini-3.8-flash"]);
    expect(detail("panel-repeats")).toBe(
      "openai/gpt-5.5 has 3 of the panel's 4 seats: votes of one model err alike and say little more than one of them",
    );
    expect([detail("panel-smaller"), detail("panel-chosen")]).toEqual([null, null]);
    expect(panelOf({ panel: [OPENAI, "google/gemini-3.8-flash"] }).detail("panel-repeats")).toBeNull();
  });

  it("keeps the demo's equal seats without a word", () => {
    const { voting, detail } = panelOf({ panel: ["demo/judge", "demo/judge"] });
    expect(voting).toEqual(["demo/judge", "demo/judge"]);
    expect(detail("panel-repeats")).toBeNull();
  });
});
