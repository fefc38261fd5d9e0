import { describe, expect, it } from "vitest";
import { readClaims } from "../../domain/prompts/for-judge/claims.judge-prompt.ts";
import { type AskedClaim, claimVerifier } from "../../domain/rules/claims/verify-claim.ts";
import { configFor, roundsOf } from "../support/debates/transcripts.ts";

const EXHIBITS = [
  { id: "E1", title: "Counts", text: "Twelve thousand cars — no more — pass the “old” bridge each day." },
  { id: "E2", title: "Air", text: "Fine dust fell by\neleven per cent." },
];
const turns = roundsOf(configFor(), 1);
const [FIRST] = turns;
const CLAIM: AskedClaim = {
  claim: "Dust fell.",
  turnIds: [FIRST?.id ?? ""],
  refs: ["E2"],
  status: "supported",
  quotes: [{ ref: "E2", text: "dust fell by eleven per cent" }],
  why: "It was measured.",
};

const verified = (changes: Partial<AskedClaim>) => claimVerifier(EXHIBITS)({ ...CLAIM, ...changes });

describe("a claim", () => {
  it.each<[string, AskedClaim["quotes"]]>([
    ["as it stands", [{ ref: "E2", text: "Fine dust fell by eleven per cent." }]],
    [
      "in other letters, marks and dashes",
      [{ ref: "E1", text: "\"TWELVE thousand cars - no more - pass the 'old' bridge\"" }],
    ],
    [
      "beside one that is made up",
      [
        { ref: "E1", text: "all cars are red" },
        { ref: "E2", text: "fell by eleven" },
      ],
    ],
  ])("is settled by a passage %s", (_, quotes) => {
    const found = verified({ quotes });
    expect([found.status, found.quotes.length]).toEqual(["supported", 1]);
  });

  it.each<[string, Partial<AskedClaim>, object]>([
    ["no passage", { quotes: [] }, { unverifiedBecause: "no_quote", refs: ["E2"] }],
    [
      "a made-up passage",
      { quotes: [{ ref: "E2", text: "dust rose by eleven per cent" }] },
      { unverifiedBecause: "quote_not_found" },
    ],
    [
      "a passage of another exhibit",
      { quotes: [{ ref: "E1", text: "dust fell by eleven per cent" }] },
      { unverifiedBecause: "quote_not_found", refs: ["E2", "E1"] },
    ],
    ["too few words", { quotes: [{ ref: "E2", text: "per cent" }] }, { unverifiedBecause: "quote_not_found" }],
    [
      "an exhibit beyond those shown",
      { refs: ["E9"], quotes: [{ ref: "E9", text: "dust fell by half" }] },
      { unverifiedBecause: "no_such_exhibit", refs: [], missingRefs: ["E9"] },
    ],
  ])("is unverified by %s, whatever the model says", (_, changes, found) => {
    for (const status of ["supported", "contradicted"] as const)
      expect(verified({ ...changes, status })).toEqual({
        refs: ["E2"],
        status: "unverified",
        quotes: [],
        ...found,
      });
  });

  it("may be unverified without a reason of the code's, and keeps flagged exhibits", () => {
    const found = verified({ status: "unverified", refs: ["E2", "E9"], quotes: [] });
    expect(found).toEqual({ status: "unverified", refs: ["E2"], missingRefs: ["E9"], quotes: [] });
  });

  it("is contradicted by no judge alone, although the code has found the passage, which stays", () => {
    expect(verified({ status: "contradicted" })).toMatchObject({
      status: "unverified",
      unverifiedBecause: "one_judge",
      quotes: CLAIM.quotes,
    });
  });
});

describe("a reply", () => {
  const faults = (claims: unknown) => {
    const reading = readClaims(JSON.stringify({ claims }), { turns });
    return reading.ok ? [] : reading.faults;
  };

  it("may be without a claim, and quote words that look like a turn", () => {
    expect(faults([])).toEqual([]);
    expect(faults([{ ...CLAIM, quotes: [{ ref: "E1", text: "see g9-r9-t9 there" }] }])).toEqual([]);
  });

  it("keeps twelve of thirteen claims, and five of six passages", () => {
    const many = Array.from({ length: 13 }, () => ({ ...CLAIM, quotes: Array(6).fill(CLAIM.quotes[0]) }));
    const reading = readClaims(JSON.stringify({ claims: many }), { turns });
    const kept = reading.ok ? reading.value : [];
    expect([kept.length, ...new Set(kept.map(({ quotes }) => quotes.length))]).toEqual([12, 5]);
  });

  it.each<[string, unknown, string]>([
    ["a claim of nobody's", [{ ...CLAIM, turnIds: [] }], "claims[0].turnIds must name"],
    ["a turn that is not there", [{ ...CLAIM, turnIds: ["g1-r9-t1"] }], "Turn g1-r9-t1 is cited"],
    ["such a turn in a text", [{ ...CLAIM, why: "As g1-r8-t1 says." }], "Turn g1-r8-t1 is cited"],
    ["a status of its own", [{ ...CLAIM, status: "proven" }], "must be one of supported"],
    ["text for a list", "none", "must be of type array"],
    ["null in its list", [null], "must be of type object"],
  ])("is refused with %s", (_, claims, fault) => {
    expect(faults(claims).join("\n")).toContain(fault);
  });
});
