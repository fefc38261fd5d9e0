/** Two readings of a claim put together, who gives the second, and what it is shown. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalised } from "../../domain/base/text/normalise-text.ts";
import { checkRequest } from "../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../domain/play/beginning/configure.beginning.ts";
import { planWithoutRun } from "../../domain/play/beginning/create-plan.ts";
import {
  buildSecondReadingPrompt,
  readSecondReading,
} from "../../domain/prompts/for-judge/second-reading.judge-prompt.ts";
import { disputedClaims, withSecondReading } from "../../domain/rules/claims/second-reading.ts";
import { createSurroundings, MOST_AROUND } from "../../domain/rules/claims/surroundings.ts";
import { claimVerifier } from "../../domain/rules/claims/verify-claim.ts";
import { secondJudgeOf } from "../../domain/rules/judges/second-judge.rules.ts";
import { next } from "../../domain/rules/protocols/registry.protocol.ts";
import { familyOf } from "../../domain/shapes/catalogue/family.ts";
import {
  type ClaimCheck,
  type ConfirmedClaims,
  MOST_CLAIMS,
  READINGS,
} from "../../domain/shapes/schemas/claims.schema.ts";
import { EVIDENCE_STATUSES } from "../../domain/shapes/schemas/quoted-passage.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { configFor } from "../support/debates/transcripts.ts";
import { catalogueOf } from "../support/models/catalogue.ts";
import { drive } from "../support/random/drive.ts";
import { planFor } from "../support/random/plans.ts";

const EXHIBITS = [
  { id: "E1", title: "Counts", text: "Twelve thousand cars pass the old bridge each day." },
  { id: "E2", title: "Air", text: "Fine dust fell by eleven per cent." },
];

/** As a first judge writes it, with passages that stand somewhere or nowhere, and as the code lets it pass. */
const firstReading = fc
  .record({
    status: fc.constantFrom(...EVIDENCE_STATUSES),
    quotes: fc.subarray([
      { ref: "E1", text: "cars pass the old bridge" },
      { ref: "E2", text: "fell by eleven per cent" },
      { ref: "E2", text: "rose by eleven per cent" },
      { ref: "E9", text: "all cars are red" },
    ]),
  })
  .map(({ status, quotes }) => ({
    asked: status,
    check: {
      claim: "It is so.",
      turnIds: ["g1-r1-t1"],
      why: "So.",
      ...claimVerifier(EXHIBITS)({ status, quotes, refs: [] }),
    },
  }));

const confirmed = (readings: ConfirmedClaims["readings"]) =>
  ({ id: "g1-second-reading", model: "anthropic/c", readings }) as unknown as ConfirmedClaims;

const anyReadings = fc.uniqueArray(
  fc.record({
    place: fc.integer({ min: 1, max: MOST_CLAIMS }),
    says: fc.constantFrom(...READINGS),
    why: fc.constant("Compared."),
  }),
  { selector: ({ place }) => place, maxLength: MOST_CLAIMS },
);

describe("two readings of a claim", () => {
  it("make it contradicted only where both read a passage so that the code has found", () => {
    fc.assert(
      fc.property(fc.array(firstReading, { maxLength: MOST_CLAIMS }), anyReadings, (first, readings) => {
        const claims = first.map(({ check }) => check);
        const merged = withSecondReading(claims, confirmed(readings));
        merged.forEach((check, i) => {
          const says = readings.find(({ place }) => place === i + 1)?.says;
          const both = first[i]?.asked === "contradicted" && check.quotes.length > 0 && says === "contradicts";
          expect(check.status === "contradicted").toBe(both);
          expect(both && check.unverifiedBecause).toBeFalsy();
          // A second judge makes nothing supported, and is named only where the first read a contradiction.
          if (check.status === "supported") expect(claims[i]?.status).toBe("supported");
          if (check.secondJudge) expect(claims[i]?.unverifiedBecause).toBe("one_judge");
          expect({ ...check, secondJudge: 0, status: 0, unverifiedBecause: 0 }).toEqual({
            ...claims[i],
            secondJudge: 0,
            status: 0,
            unverifiedBecause: 0,
          });
        });
      }),
    );
  });

  it("stay as they are without a second one, and what was contradicted in debates from before stays so", () => {
    const old: ClaimCheck = { claim: "x", turnIds: [], refs: ["E1"], status: "contradicted", quotes: [], why: "y" };
    expect(withSecondReading([old], null)).toEqual([old]);
    expect(withSecondReading([old], confirmed([{ place: 1, says: "supports", why: "z" }]))).toEqual([old]);
  });
});

describe("the claims that a second judge reads", () => {
  const disputed = (places: number[], count = MOST_CLAIMS) =>
    disputedClaims(
      Array.from(
        { length: count },
        (_, i): ClaimCheck => ({
          claim: `Claim ${i + 1} of all.`,
          turnIds: ["g1-r1-t1"],
          refs: ["E2"],
          status: "unverified",
          ...(places.includes(i + 1) && { unverifiedBecause: "one_judge" as const }),
          quotes: [{ ref: "E2", text: "fell by eleven per cent" }],
          why: "The first judge's reason.",
        }),
      ),
    );
  const anyPlaces = fc.uniqueArray(fc.integer({ min: 1, max: MOST_CLAIMS }), { minLength: 1 });

  it("are numbered last first, and each reading comes back to its place", () => {
    fc.assert(
      fc.property(
        anyPlaces,
        fc.array(fc.constantFrom(...READINGS), { minLength: 12, maxLength: 12 }),
        (places, said) => {
          const shown = disputed(places);
          const text = buildSecondReadingPrompt({ config: configFor({ exhibits: EXHIBITS }), disputed: shown })
            .messages.flatMap(({ content }) => content)
            .join("\n");
          const sorted = places.toSorted((a, b) => a - b);
          expect([...text.matchAll(/Claim (\d+) of all\./g)].map(([, place]) => Number(place))).toEqual(
            sorted.toReversed(),
          );
          expect(text).not.toContain("The first judge's reason.");
          const readings = shown.map(({ place }, i) => ({ claim: i + 1, why: `${place}`, says: said[i] ?? "nothing" }));
          const reading = readSecondReading(JSON.stringify({ readings: readings.toReversed() }), shown);
          expect(reading.ok && reading.value.map(({ place, why }) => [place, why])).toEqual(
            sorted.map((place) => [place, `${place}`]),
          );
        },
      ),
    );
  });

  it.each<[string, unknown[]]>([
    ["none of them", []],
    ["one twice", [1, 1]],
    ["one that was not asked", [1, 3]],
    ["no number", [1, "2"]],
  ])("are refused where the reply reads %s", (_, numbers) => {
    const readings = numbers.map((claim) => ({ claim, why: "x", says: "nothing" }));
    const reading = readSecondReading(JSON.stringify({ readings }), disputed([2, 5]));
    expect(reading.ok ? [] : reading.faults).toContain("readings must have each claim from 1 to 2 once, and no other.");
  });
});

describe("what stands around a passage", () => {
  const words = fc.array(fc.stringMatching(/^[a-zäöü]{1,12}$/), { minLength: 3, maxLength: 2_000 });

  it("is a stretch of its exhibit that has the passage, and all of them together have a limit", () => {
    fc.assert(
      fc.property(words, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (all, starts) => {
        const text = all.join(" ");
        const around = createSurroundings([{ id: "E1", title: "x", text }]);
        let sum = 0;
        for (const start of starts) {
          const from = start % all.length;
          const quoted = all.slice(from, from + 6).join(" ");
          const shown = around({ ref: "E1", text: quoted });
          sum += shown?.length ?? 0;
          if (shown === null) {
            expect(sum + 620).toBeGreaterThan(MOST_AROUND);
            continue;
          }
          expect(normalised(shown)).toContain(quoted);
          expect(text).toContain(shown.replace(/^… /, "").replace(/ …$/, ""));
        }
        expect(sum).toBeLessThanOrEqual(MOST_AROUND);
      }),
    );
  });

  it("is nothing where the exhibit is unknown, or the passage fills more than a stretch", () => {
    const text = "word ".repeat(1_000);
    const around = createSurroundings([{ id: "E1", title: "x", text }]);
    expect(around({ ref: "E2", text: "word word word" })).toBeNull();
    expect(around({ ref: "E1", text: "word ".repeat(200) })).toBeNull();
  });
});

describe("the second judge", () => {
  const configured = (judge: object, more: object = {}, keys = ["openai", "anthropic", "mistral"]) => {
    const participants = [
      { name: "Ada", model: "openai/gpt-5.5", position: "For it." },
      { name: "Ben", model: "mistral/large-3", position: "Against it." },
    ];
    const exhibits = EXHIBITS.map(({ title, text }) => ({ title, text }));
    const catalogue = catalogueOf({ authenticated: keys });
    const { request, problems } = checkRequest({ topic: "Why?", participants, judge, exhibits, ...more }, catalogue);
    if (!request) throw new Error(JSON.stringify(problems));
    return configOf(request, catalogue);
  };
  const secondOf = (...input: Parameters<typeof configured>) => {
    const { judge, secondJudges = [] } = configured(...input);
    const second = judge && secondJudgeOf(secondJudges, judge);
    return second && `${second.provider}/${second.model}`;
  };
  const judge = { model: "openai/gpt-5.5" };

  it("is a panel's member of another family, then another judge that is named, then one of a provider that takes part", () => {
    const panel = ["openai/a", "anthropic/b", "mistral/c"];
    expect(secondOf({ ...judge, panel })).toBe("anthropic/b");
    expect(secondOf(judge, { policies: { fallbackJudges: ["openai/o3", "anthropic/d"] } })).toBe("anthropic/d");
    expect(secondOf(judge)).toBe("mistral/cheap");
    expect(secondOf({ model: "mistral/large-3" })).toBe("openai/cheap");
  });

  it("has another family than the judge, whichever judge takes its place", () => {
    const { secondJudges = [] } = configured(judge);
    const firsts = ["openai/gpt-5.5", "anthropic/claude-opus-5", "mistral/large-3", "openrouter/openai/gpt-5"];
    for (const first of firsts) {
      const [provider = "", ...model] = first.split("/");
      const ref = { provider, model: model.join("/") };
      const second = secondJudgeOf(secondJudges, ref);
      expect(second && familyOf(second)).not.toBe(familyOf(ref));
      expect(second).not.toBeNull();
    }
  });

  it("is nobody without another family's key, nor beside a demo judge, and depends on no debater where no judge may", () => {
    expect(secondOf(judge, {}, ["openai", "mistral"])).toBe("mistral/cheap");
    const own = {
      participants: [
        { name: "Ada", model: "openai/a" },
        { name: "Ben", model: "openai/b" },
      ],
    };
    expect(secondOf(judge, own, ["openai"])).toBeNull();
    const demo = {
      participants: [
        { name: "Ada", model: "demo/debater" },
        { name: "Ben", model: "demo/debater" },
      ],
    };
    expect(secondOf({ model: "demo/judge" }, demo)).toBeNull();
    const independent = { model: "anthropic/claude-opus-5", requireIndependent: true };
    expect(secondOf(independent)).toBeNull();
  });

  it("is named by a warning where the request does not name it", () => {
    const codes = (...input: Parameters<typeof configured>) => configured(...input).warnings.map(({ code }) => code);
    expect(codes(judge)).toContain("second-judge-chosen");
    expect(codes({ ...judge, panel: ["openai/a", "anthropic/b"] })).not.toContain("second-judge-chosen");
    expect(codes(judge, { claimChecks: false })).not.toContain("second-judge-chosen");
  });

  it("is in the plan of debates that check claims alone", () => {
    expect(planWithoutRun(configured(judge)).secondJudges?.map(familyOf)).toEqual(["openai", "mistral"]);
    expect(planWithoutRun(configured(judge, { claimChecks: false })).secondJudges).toBeUndefined();
  });
});

describe("the step after the check of claims", () => {
  const anthropic = { provider: "anthropic", model: "c" };
  const plan = planFor({
    claimChecks: true,
    secondJudges: [anthropic],
    judge: { provider: "openai", model: "j" },
    maxRounds: 1,
  });
  const { claimChecks: _checks, ...unchecked } = plan;
  const { state: over } = drive(unchecked);
  const after = (changes: Partial<DebateState>, of = plan) =>
    next(of, { ...over, claims: { supported: 0, contradicted: 0, unverified: 1, oneJudge: 1 }, ...changes });

  it("asks the second judge once, where one judge reads a claim as contradicted", () => {
    const acts = [{ id: "g1-second-reading", name: "confirmClaims", panelist: anthropic }];
    expect(after({})).toMatchObject({ kind: "acts", phase: "checking", acts });
    expect(after({ claimsConfirmed: true }).kind).toBe("conclude");
    expect(after({ skipped: ["g1-second-reading"] }).kind).toBe("conclude");
    expect(after({ claims: { supported: 1, contradicted: 0, unverified: 1 } }).kind).toBe("conclude");
  });

  it("says why nobody is asked where another judge of that family has taken the judge's place", () => {
    const judgeModel = { provider: "openrouter", model: "anthropic/claude-opus-5" };
    const why = "there was no model of another family than anthropic";
    expect(after({ judgeModel })).toMatchObject({ kind: "skip", act: { id: "g1-second-reading" }, why });
  });

  it("is the verdict in debates that were planned before there was a second judge", () => {
    const { secondJudges: _nobody, ...before } = plan;
    expect(after({}, before).kind).toBe("conclude");
  });
});
