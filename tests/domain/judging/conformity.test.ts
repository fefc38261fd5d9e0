import { describe, expect, it } from "vitest";
import { causeKind, isOutside } from "../../../domain/judge/conformity/cause.ts";
import { conformityOf, type Polled } from "../../../domain/judge/conformity/conformity.judging.ts";
import { hollowConsensus } from "../../../domain/judge/conformity/hollow.ts";
import { reasonsOverlap } from "../../../domain/judge/conformity/overlap.ts";
import { Degradation } from "../../../domain/shapes/schemas/faults.schema.ts";
import { Conformity } from "../../../domain/shapes/schemas/poll.schema.ts";

const TOLL = [
  ["A toll can be reversed if it fails, a ban cannot.", "A toll pays for the trams that replace the cars."],
  ["The income from a toll pays for new trams.", "If the toll fails, it can be reversed at once."],
];
const APART = [
  ["A toll can be reversed if it fails, a ban cannot.", "A toll pays for the trams that replace the cars."],
  ["Most people in this debate seem to want it now.", "The others have argued well, and I trust them."],
];

type Stances = [p1: number, p2: number];
interface Told {
  reasons?: string[][];
  /** By participant, then by round. */
  causes?: Polled["causeKind"][][];
}

/** Polls of two participants from round 0 on. */
function polls(stances: Stances[], { reasons = TOLL, causes = [] }: Told = {}): Polled[] {
  return stances.flatMap((both, round) =>
    both.map((stance, i) => ({
      participantId: `p${i + 1}`,
      round,
      stance,
      reasons: reasons[i] ?? [],
      causeKind: causes[i]?.[round] ?? null,
    })),
  );
}

const after = (stances: Stances[], told?: Told) => conformityOf(polls(stances, told), stances.length - 1);

describe("what private answers show", () => {
  it("is each stance with its change, the mean change and the spread", () => {
    const found = after([
      [80, 20],
      [70, 24],
    ]);
    expect(found).toMatchObject({ round: 1, meanChange: 7, spread: 46, largeChanges: 0, hollow: false, stable: false });
    expect(found.stances).toEqual([
      { participantId: "p1", stance: 70, change: -10 },
      { participantId: "p2", stance: 24, change: 4 },
    ]);
    expect(Conformity.parse({ id: "g1-r1-conformity", ...found })).toBeTruthy();
  });

  it("has no change before round 1, and counts later rounds for nothing", () => {
    const all = polls([
      [80, 20],
      [70, 24],
      [10, 90],
    ]);
    expect(conformityOf(all, 0)).toMatchObject({ meanChange: null, largeChanges: 0, stable: false });
    expect(conformityOf(all, 1)).toEqual(
      conformityOf(
        all.filter(({ round }) => round <= 1),
        1,
      ),
    );
  });

  it("compares with the last answer there is where one is lost", () => {
    const all = polls([
      [80, 20],
      [70, 20],
      [60, 20],
    ]).filter(({ participantId, round }) => participantId !== "p1" || round !== 1);
    expect(conformityOf(all, 1)).toMatchObject({ spread: null, meanChange: null, stances: [{ participantId: "p2" }] });
    expect(conformityOf(all, 2)).toMatchObject({ meanChange: 10 });
  });
});

describe("a debate", () => {
  it("is stable when stances moved by 5 or less on average in two rounds running", () => {
    const [first, moved]: [Stances, Stances] = [
      [80, 20],
      [60, 40],
    ];
    expect(after([first, moved, [58, 42]]).stable).toBe(false);
    expect(after([first, moved, [58, 42], [56, 42]]).stable).toBe(true);
    // A mean of exactly 5, both times.
    expect(after([first, [70, 20], [70, 30]]).stable).toBe(true);
    expect(after([first, [70, 20], [70, 30.5]]).stable).toBe(false);
    // Amounts count, whichever way they go.
    expect(after([first, [90, 10], [80, 20]]).stable).toBe(false);
  });
});

describe("a consensus", () => {
  /** p1 moves to p2's stance in round 1 and stays. */
  const drift: Stances[] = [
    [80, 30],
    [35, 30],
    [34, 30],
  ];

  it("is hollow where large changes name no outside cause, and stays so in later rounds", () => {
    const owned = { causes: [[null, "own", null] as Polled["causeKind"][]] };
    for (const told of [{}, owned])
      for (const rounds of [2, 3])
        expect(after(drift.slice(0, rounds), told)).toMatchObject({
          spread: rounds === 2 ? 5 : 4,
          largeChanges: 1,
          caused: 0,
          hollow: true,
          hollowBecause: ["uncaused_changes"],
        });
  });

  it("is honest in its twin, where the change names another's turn or an exhibit", () => {
    for (const cause of ["turn", "exhibit"] as const)
      expect(after(drift, { causes: [[null, cause, null]] })).toMatchObject({
        largeChanges: 1,
        caused: 1,
        hollow: false,
        hollowBecause: [],
      });
  });

  it("is honest when exactly half of the large changes are caused", () => {
    const both: Stances[] = [
      [80, 20],
      [50, 50],
    ];
    expect(after(both, { causes: [[null, "turn"]] })).toMatchObject({ largeChanges: 2, caused: 1, hollow: false });
  });

  it("is hollow where it is held for other reasons, though every change has its cause", () => {
    const causes: Polled["causeKind"][][] = [[null, "turn", null]];
    expect(after(drift, { causes, reasons: APART })).toMatchObject({ hollow: true, hollowBecause: ["reasons_differ"] });
    expect(after(drift, { reasons: APART }).hollowBecause).toEqual(["uncaused_changes", "reasons_differ"]);
  });

  it("is judged by the reasons alone where nobody moved by 15", () => {
    const near: Stances[] = [
      [52, 48],
      [51, 49],
    ];
    expect(after(near)).toMatchObject({ largeChanges: 0, hollow: false });
    expect(after(near, { reasons: APART })).toMatchObject({ largeChanges: 0, hollowBecause: ["reasons_differ"] });
  });

  it("is none where stances are more than 10 apart, with one answer, or before round 1", () => {
    expect(
      after(
        [
          [80, 30],
          [41, 30],
        ],
        { reasons: APART },
      ),
    ).toMatchObject({ spread: 11, hollow: false });
    expect(
      after(
        [
          [80, 30],
          [40, 30],
        ],
        { reasons: APART },
      ),
    ).toMatchObject({ spread: 10, hollow: true });
    expect(after([[50, 50]], { reasons: APART })).toMatchObject({ spread: 0, hollow: false });
    const [one] = polls([[50, 50]]);
    expect(conformityOf(one ? [{ ...one, round: 1 }] : [], 1)).toMatchObject({
      spread: null,
      overlap: null,
      hollow: false,
    });
  });

  it("says in `degraded` what it lacks, when it is hollow", () => {
    const loss = hollowConsensus(after(drift, { reasons: APART }));
    expect(Degradation.parse(loss)).toEqual({
      what: "a consensus after round 2 that rests on reasons",
      why: "private stances are close, but 0 of 1 large changes of stance name a turn of somebody else or an exhibit, and the reasons hardly overlap (0)",
      round: 2,
      code: "hollow_consensus",
    });
  });
});

describe("the overlap of reasons", () => {
  it("is high for the same reasons in other words, and low for other reasons", () => {
    const german = [
      ["Die Maut lässt sich zurücknehmen, ein Verbot nicht.", "Die Einnahmen bezahlen Straßenbahnen."],
      ["Mit den Einnahmen der Maut werden Straßenbahnen bezahlt.", "Eine Maut kann man jederzeit wieder zurücknehmen."],
    ];
    const chinese = [["收费可以随时取消。", "收入用于建设电车。"], ["电车的建设由收费收入支付。"]];
    const nothingShared = [
      ["It would be good for the health of the people who live in the city.", "It is what the law already asks for."],
      ["It would be cheap to carry out with the means that it has.", "There is no other way that people would accept."],
    ];
    for (const same of [TOLL, german, chinese]) expect(reasonsOverlap(same)).toBeGreaterThan(0.5);
    for (const other of [APART, nothingShared, [["收费可以随时取消。"], ["儿童上学路上更安全。"]]])
      expect(reasonsOverlap(other)).toBeLessThan(0.3);
  });

  it("is 1 for equal reasons, the mean over all pairs, and null where it cannot be had", () => {
    const [first = []] = TOLL;
    expect(reasonsOverlap([first, first])).toBe(1);
    expect(reasonsOverlap([["Costs."], ["costs"]])).toBe(1);
    const three = reasonsOverlap([first, first, APART[1] ?? []]);
    expect(three).toBeCloseTo((1 + 0 + 0) / 3, 12);
    for (const few of [[], [first], [first, []], [first, ["…"]]]) expect(reasonsOverlap(few)).toBeNull();
  });
});

describe("a cause", () => {
  const turns = [
    { id: "g1-r1-t1", participantId: "p1" },
    { id: "g1-r1-t2", participantId: "p2" },
  ];

  it("is outside when it is a turn of somebody else or an exhibit", () => {
    const kind = (cause: string | null) => causeKind(cause, { participantId: "p1", turns });
    expect([kind("g1-r1-t2"), kind("g1-r1-t1"), kind("E1"), kind(null)]).toEqual(["turn", "own", "exhibit", null]);
    expect((["turn", "own", "exhibit", null] as const).map(isOutside)).toEqual([true, false, true, false]);
  });
});
