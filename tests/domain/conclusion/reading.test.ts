import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../domain/judge/conclusion/outcome.judging.ts";
import { readConclusion } from "../../../domain/prompts/conclusion/read.prompt.ts";
import { readWithConclusion } from "../../../domain/prompts/conclusion/within.prompt.ts";
import type { ClaimCheck } from "../../../domain/shapes/schemas/claims.schema.ts";
import { configFor, roundsOf } from "../../support/debates/transcripts.ts";

const exhibits = [{ id: "E1", title: "Counts", text: "Twelve thousand cars pass the bridge each day." }];
const config = configFor({ exhibits });
const turns = roundsOf(config, 1);
const active = ["p1", "p2"];
const [FIRST] = turns;

const QUOTE = { ref: "E1", text: "twelve thousand cars pass the bridge" };
const GOOD = {
  answer: { text: "Price them first.", holder: "p1", whyOther: null },
  cruxes: [
    {
      question: "Who pays?",
      kind: "value",
      points: [{ by: "p1", point: "Drivers.", turn: FIRST?.id }],
      unanswered: null,
      prevailed: "p1",
    },
  ],
  wouldChange: [{ observation: "Fares rise.", effect: "The poor stay at home." }],
  evidence: [{ claim: "Streets are full.", turnIds: [FIRST?.id], refs: ["E1"], quotes: [QUOTE], status: "supported" }],
  minority: { case: "Freedom to drive.", holders: ["p2"] },
  nextSteps: [{ action: "Count the cars.", crux: 1 }],
};

const CONTESTED: Outcome = { winner: null, contested: true, contestedBecause: "orders", ballots: [] };

const JOINED = { holder: null, whyOther: "It joins both." };

function faultsOf(changes: object, more: { outcome?: Outcome; config?: typeof config } = {}): string[] {
  const reading = readConclusion(JSON.stringify({ ...GOOD, ...changes }), { config, turns, active, ...more });
  return reading.ok ? [] : reading.faults;
}

describe("a conclusion", () => {
  it("is read with the fields that only some debates have", () => {
    const plain = configFor();
    const { evidence, ...rest } = GOOD;
    const bare = { ...rest, evidence: evidence.map(({ claim, turnIds }) => ({ claim, turnIds })) };
    const reading = readConclusion(JSON.stringify(bare), { config: plain, turns, active });
    expect(reading).toMatchObject({
      ok: true,
      value: {
        answer: { text: "Price them first.", holder: "p1", whyOther: null, stance: null },
        evidence: [{ refs: [], status: "unverified" }],
        minority: { ballots: [] },
      },
    });
  });

  describe("whose evidence quotes an exhibit", () => {
    const read = (evidence: object, claims?: ClaimCheck[]) => {
      const text = JSON.stringify({ ...GOOD, evidence: [{ ...GOOD.evidence[0], ...evidence }] });
      const reading = readConclusion(text, { config, turns, active, claims });
      if (!reading.ok) throw new Error(reading.faults.join("\n"));
      return reading.value.evidence[0];
    };

    it("is supported by words that stand in it", () => {
      expect(read({})).toMatchObject({ status: "supported", refs: ["E1"], quotes: [QUOTE] });
    });

    it.each([
      ["no words", [], "no_quote"],
      ["words that stand nowhere", [{ ref: "E1", text: "cars fill the streets every morning" }], "quote_not_found"],
      ["two words", [{ ref: "E1", text: "the bridge" }], "quote_not_found"],
    ])("is unverified by %s", (_, quotes, because) => {
      const found = read({ quotes });
      expect(found).toMatchObject({ status: "unverified", unverifiedBecause: because });
      expect(found).not.toHaveProperty("quotes");
    });

    it("has the status of the same claim that was checked before the ballots", () => {
      const quotes = [{ ref: "E1", text: "pass the bridge each day" }];
      const why = "So the count says.";
      const check = { claim: "streets are full", turnIds: ["T1"], refs: ["E1"], status: "contradicted" as const };
      expect(read({}, [{ ...check, quotes, why }])).toMatchObject({ status: "contradicted", quotes });
      expect(read({ claim: "Streets are empty." }, [{ ...check, quotes, why }])).toMatchObject({ status: "supported" });
    });
  });

  it("may quote the record word for word", () => {
    const text = `The count says "Twelve thousand cars pass the bridge each day" [E1].`;
    expect(faultsOf({ answer: { ...GOOD.answer, text } })).toEqual([]);
  });

  it("is taken with more than was asked for, which is left out with what refers to it", () => {
    const [crux] = GOOD.cruxes;
    const [evidence] = GOOD.evidence;
    const quoted = { ...evidence, quotes: Array.from({ length: 6 }, () => QUOTE) };
    const many = {
      cruxes: Array(5).fill(crux),
      evidence: Array.from({ length: 13 }, () => quoted),
      nextSteps: [
        { action: "Go.", crux: 4 },
        { action: "Stay.", crux: 5 },
      ],
    };
    const reading = readConclusion(JSON.stringify({ ...GOOD, ...many }), { config, turns, active });
    if (!reading.ok) throw new Error(reading.faults.join(" "));
    const { cruxes, evidence: kept, nextSteps } = reading.value;
    expect([cruxes.length, kept.length, kept[12 - 1]?.quotes?.length]).toEqual([4, 12, 5]);
    expect(nextSteps.map((step) => step.crux)).toEqual([4, null]);
  });

  it.each<[string, object, string]>([
    ["cites a turn that is not there", { evidence: [{ ...GOOD.evidence[0], turnIds: ["g1-r9-t1"] }] }, "g1-r9-t1"],
    ["names such a turn in a text", { answer: { ...JOINED, text: "See g1-r9-t2." } }, "Turn g1-r9-t2 is cited"],
    [
      "has a point from nowhere",
      { cruxes: [{ ...GOOD.cruxes[0], points: [{ by: "p1", point: "x", turn: "T9" }] }] },
      "cruxes[0].points[0].turn",
    ],
    [
      "rests on an exhibit that is not there",
      { evidence: [{ ...GOOD.evidence[0], refs: ["E4"] }] },
      "there is no exhibit E4",
    ],
    [
      "names such an exhibit in a text",
      { answer: { ...JOINED, text: "Exhibit E7 shows it." } },
      "E7: there is no such exhibit",
    ],
    [
      "quotes an exhibit that is not there",
      { evidence: [{ ...GOOD.evidence[0], quotes: [{ ref: "E9", text: "nine of ten cars are empty" }] }] },
      "evidence[0].quotes: there is no exhibit E9",
    ],
    ["is supported by nothing", { evidence: [{ ...GOOD.evidence[0], refs: [] }] }, "supported by no exhibit"],
    [
      "quotes what nobody said",
      { minority: { case: '"We shall never give up our cars here", they say.', holders: ["p2"] } },
      "cites what is not there",
    ],
    ["has no crux", { cruxes: [] }, "cruxes must be 1 to 4"],
    ["says of nothing that it would change it", { wouldChange: [] }, "wouldChange must be"],
    ["settles a crux that is not there", { nextSteps: [{ action: "Go.", crux: 2 }] }, "nextSteps[0].crux"],
    [
      "settles one of five that is no fifth",
      { cruxes: Array(5).fill(GOOD.cruxes[0]), nextSteps: [{ action: "Go.", crux: 6 }] },
      "nextSteps[0].crux",
    ],
    ["settles half a crux", { nextSteps: [{ action: "Go.", crux: 0.5 }] }, "nextSteps[0].crux"],
    ["names somebody who took no part", { minority: { case: "No.", holders: ["p9"] } }, "must be one of p1, p2"],
    ["adds a certainty of its own", { certainty: 0.97 }, "was not asked for"],
    ["has a list for an object", { answer: [], cruxes: [null], evidence: "none" }, "answer"],
  ])("is refused when it %s", (_, changes, fault) => {
    expect(faultsOf(changes).join("\n")).toContain(fault);
  });

  const WON: Outcome = { winner: "p1", contested: false, ballots: [] };
  const nobody = [{ ...GOOD.cruxes[0], prevailed: null }];

  it.each<[string, object, Outcome | undefined, string | null]>([
    ["that of who argued best", { holder: "p1", whyOther: null }, WON, null],
    ["another's, and says why", { holder: "p2", whyOther: "Its figures hold." }, WON, null],
    ["another's without a reason", { holder: "p2", whyOther: null }, WON, "not who argued best"],
    ["nobody's, and says why", JOINED, WON, null],
    ["nobody's without a reason", { holder: null, whyOther: " " }, WON, "must say why the answer is nobody's"],
    ["nobody's without a reason where nobody voted", { holder: null, whyOther: null }, undefined, "must say why"],
    [
      "one's where the outcome is contested",
      { holder: "p1", whyOther: "So." },
      CONTESTED,
      "answer.holder must be null",
    ],
    ["a stranger's", { holder: "p9", whyOther: "So." }, WON, "must be one of p1, p2"],
  ])("answers, and its answer is %s", (_, answer, outcome, fault) => {
    const cruxes = [...GOOD.cruxes, { ...GOOD.cruxes[0], prevailed: "p2" }];
    const faults = faultsOf({ answer: { text: "So.", ...answer }, cruxes }, outcome && { outcome });
    if (fault === null) expect(faults).toEqual([]);
    else expect(faults.join("\n")).toContain(fault);
  });

  it("does not name the holder of an answer who prevails nowhere, in any language", () => {
    for (const text of ["Ada wins.", "Ada gewinnt.", "Ada l'emporte.", "アダの勝ち"]) {
      const found = faultsOf({ answer: { ...GOOD.answer, text }, cruxes: nobody }, { outcome: WON });
      expect(found).toEqual([
        "answer.holder is p1, who prevails on no crux: name who prevailed, or leave answer.holder null and say why.",
      ]);
    }
  });

  it("lets nobody prevail on every crux of a contested debate", () => {
    expect(faultsOf({ answer: { ...JOINED, text: "So." } }, { outcome: CONTESTED })).toEqual([
      "The outcome is contested, but one participant prevails on every crux: say what divides the ballots.",
    ]);
    expect(faultsOf({}, { outcome: WON })).toEqual([]);
  });

  it("takes the stance of the side that won, or a mixed one", () => {
    const participants = config.participants.map((p, i) => ({
      ...p,
      side: i === 0 ? ("for" as const) : ("against" as const),
    }));
    const sided = { ...config, participants };
    const at = (stance: string, outcome: Outcome, prevailed: string | null = "p1") =>
      faultsOf(
        { answer: { ...JOINED, text: "So.", stance }, cruxes: [{ ...GOOD.cruxes[0], prevailed }] },
        { outcome, config: sided },
      );
    const won: Outcome = { winner: null, side: "for", contested: false, ballots: [] };
    expect([at("for", won), at("mixed", won)]).toEqual([[], []]);
    expect(at("against", won).join()).toContain("must be for or mixed");
    expect(at("against", { winner: "p1", contested: false, ballots: [] }).join()).toContain("The side for won");
    expect(at("for", CONTESTED).join()).toContain("must be mixed");
    // "For the motion" beside "prevailed: nobody", or beside the other side, contradicts itself.
    for (const prevailed of [null, "p2"])
      expect(at("for", won, prevailed)).toEqual([
        "answer.stance is for, but that side prevails on no crux: name who prevailed, or make answer.stance mixed.",
      ]);
    expect(at("mixed", won, null)).toEqual([]);
  });
});

describe("a conclusion within another reply", () => {
  const rest = (text: string) => {
    const value = JSON.parse(text) as { text?: string };
    return value.text ? { ok: true as const, value: value.text } : { ok: false as const, faults: ["text is missing."] };
  };
  const read = (reply: object, wasRefused = false) =>
    readWithConclusion(JSON.stringify(reply), { rest, record: { config, turns, active }, wasRefused });

  it("is refused once, with all faults of the reply", () => {
    expect(read({ conclusion: { ...GOOD, wouldChange: [] } })).toEqual({
      ok: false,
      faults: ["text is missing.", "conclusion: wouldChange must be 1 to 20."],
    });
  });

  it("is left out the second time, and the rest is kept", () => {
    const reply = { text: "The answer.", conclusion: { ...GOOD, cruxes: [] } };
    expect(read(reply, true)).toEqual({ ok: true, value: { rest: "The answer.", conclusion: null } });
    expect(read({ ...reply, text: undefined }, true)).toMatchObject({ ok: false });
  });

  it("is read with the rest", () => {
    expect(read({ text: "The answer.", conclusion: GOOD })).toMatchObject({
      ok: true,
      value: { rest: "The answer.", conclusion: { answer: { text: "Price them first." } } },
    });
  });
});
