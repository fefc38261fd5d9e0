import { describe, expect, it } from "vitest";
import { checkCitations, unmatched } from "../../../domain/rules/citations/citations.ts";
import { quotationsIn } from "../../../domain/rules/citations/quotations.ts";
import { referencesIn } from "../../../domain/rules/citations/references.rules.ts";

const EXHIBITS = [
  { id: "E1", title: "Air report", text: "Particulate matter fell by eleven per cent after the ban took effect." },
  { id: "E2", title: "Trade survey", text: "Shops near the centre lost a tenth of their takings in the first year." },
];
const TURNS = [
  {
    id: "g1-r1-t1",
    participantId: "p1",
    participant: "Ada",
    text: "Streets are for people, and people don’t honk at night.",
  },
  { id: "g1-r1-t2", participantId: "p2", participant: "Ben", text: "A ban without buses is a ban on the poor." },
];
const GIVEN = ["Should every city ban private cars from its centre?", "Argues that the ban has to come at once."];

const check = (text: string, changes: Partial<Parameters<typeof checkCitations>[0]> = {}) =>
  checkCitations({ text, participantId: "p2", exhibits: EXHIBITS, turns: TURNS, given: GIVEN, ...changes }) ?? [];

describe("a reference to an exhibit", () => {
  it.each([
    "As [E1] shows.",
    "E1 shows it.",
    "See Exhibit 1.",
    "see exhibit E1",
    "(E1)",
    "**E1**",
    "in E1, E1 and [E1]",
  ])("is found in %j", (text) => {
    expect(check(text)).toEqual([{ ref: "E1", quoted: null, found: true }]);
  });

  it.each(["Both [E1] and [E2].", "[E1, E2]", "Exhibits 1 and E2", "E1–E2", "Exhibit 1, then Exhibit 2"])(
    "is found beside others in %j",
    (text) => {
      expect(check(text).map((c) => c.ref)).toEqual(["E1", "E2"]);
    },
  );

  it.each(["[E3]", "E0", "Exhibit 12"])("is not found when there is no such exhibit: %s", (text) => {
    expect(check(`It stands in ${text}.`)).toEqual([{ ref: expect.stringMatching(/^E/), quoted: null, found: false }]);
  });

  it.each(["the E1.5 norm", "THE1", "E1a", "e1", "E1234", "type-E1"])("is not seen in %j", (text) => {
    expect(check(text)).toEqual([]);
  });

  it("is no fuel where a debate has no exhibits, but a bracketed one is a reference to nothing", () => {
    expect(check("Cars run on E10 fuel.", { exhibits: [] })).toEqual([]);
    expect(check("It stands in [E1].", { exhibits: [] })).toEqual([{ ref: "E1", quoted: null, found: false }]);
    expect(check("It stands in Exhibit 1.", { exhibits: [] })).toEqual([{ ref: "E1", quoted: null, found: false }]);
  });

  it("stands where it is in the text", () => {
    const text = "See [E1].";
    const [reference] = referencesIn(text, { bare: true });
    expect(text.slice(reference?.from, reference?.to)).toBe("[E1");
  });
});

describe("a quotation from an exhibit", () => {
  const words = "fell by eleven per cent after";
  it.each([
    `It "${words}" [E1].`,
    `It “${words}” (E1).`,
    `As E1 says, "${words}".`,
    `Exhibit 1 reports that pollution “${words}”.`,
    `It "${words}," see Exhibit 1.`,
    `It "FELL by Eleven\u00a0per cent after" [E1].`,
  ])("is found in %j", (text) => {
    expect(check(text)).toEqual([{ ref: "E1", quoted: expect.any(String), found: true }]);
  });

  it("is looked for in the exhibit that it names, and in no other", () => {
    expect(check(`It "${words}" [E2].`)).toEqual([{ ref: "E2", quoted: words, found: false }]);
  });

  it("of an exhibit that does not exist is not found", () => {
    expect(check(`It "${words}" [E7].`)).toEqual([{ ref: "E7", quoted: words, found: false }]);
  });

  it("without a number is found all the same", () => {
    expect(check(`It “${words}”.`)).toEqual([{ ref: "E1", quoted: words, found: true }]);
  });

  it("takes no number from another sentence", () => {
    const text = `E2 is about shops. It is made up: "pollution rose by half that year".`;
    expect(check(text)).toEqual([
      { ref: "E2", quoted: null, found: true },
      { ref: null, quoted: "pollution rose by half that year", found: false },
    ]);
  });
});

describe("a quotation of an opponent", () => {
  it.each([
    'Ada, you said: "Streets are for people, and people".',
    "Ada said “streets are for people, and people don't honk”.",
    "«Streets are for people, and people»",
    "„people don’t honk at night“",
    "‘people don’t honk at night’, she says",
    '"Streets are for people … honk at night" is not so.',
  ])("is found in %j", (text) => {
    expect(check(text)).toEqual([{ ref: "g1-r1-t1", quoted: expect.any(String), found: true }]);
  });

  it("that was never said is laid to whom the sentence names", () => {
    expect(check('Ada said: "cars should be burnt in the square".')).toEqual([
      { ref: "g1-r1-t1", quoted: "cars should be burnt in the square", found: false },
    ]);
  });

  it("that was never said, by nobody named, refers to nothing", () => {
    expect(check('Some say "cars should be burnt in the square".')[0]).toMatchObject({ ref: null, found: false });
  });

  it("is taken from the opponent where the sentence names an exhibit before the speaker", () => {
    expect(check('Against E2, Ada holds "Streets are for people, and people".')).toEqual(
      [
        { ref: "g1-r1-t1", quoted: "Streets are for people, and people", found: true },
        { ref: "E2", quoted: null, found: true },
      ].toReversed(),
    );
  });

  it("prefers the newest turn that says so", () => {
    const again = { ...(TURNS[0] as (typeof TURNS)[number]), id: "g1-r2-t1" };
    expect(check('"Streets are for people, and people"', { turns: [...TURNS, again] })[0]?.ref).toBe("g1-r2-t1");
  });

  it("of fewer than five words is a turn of phrase", () => {
    expect(check('The so-called "war on all cars" is none.')).toEqual([]);
  });

  it("may be of one's own words", () => {
    expect(check('I said "A ban without buses is a ban on the poor".')).toEqual([
      { ref: "g1-r1-t2", quoted: "A ban without buses is a ban on the poor", found: true },
    ]);
  });

  it("is none when it quotes the topic or a position", () => {
    expect(check('The question: "Should every city ban private cars from its centre?"')).toEqual([]);
    expect(check('My position: "Argues that the ban has to come at once."')).toEqual([]);
  });

  it("is not found in what its speaker could not see", () => {
    expect(check('"Streets are for people, and people"', { turns: [] })[0]?.found).toBe(false);
  });

  it("that holds a reference is one citation", () => {
    const turns = [{ ...TURNS[0], text: "The air is better, as [E1] shows plainly." }] as typeof TURNS;
    expect(check('Ada: "The air is better, as [E1] shows plainly."', { turns })).toEqual([
      { ref: "g1-r1-t1", quoted: "The air is better, as [E1] shows plainly.", found: true },
    ]);
  });
});

describe("quotation marks", () => {
  it.each([
    'A 5" pipe and a 7" pipe of the same old make',
    "the voters' choice and the other dogs' food and more",
    'an open " mark without an end that runs on and on',
    '"one line of words that ends\nhere on the next" one',
  ])("that are none make no quotation: %j", (text) => {
    expect(quotationsIn(text)).toEqual([]);
  });

  it("give the words between them and their place", () => {
    const text = 'He said "one two three four five" and left.';
    const [found] = quotationsIn(text);
    expect(found?.text).toBe("one two three four five");
    expect(text.slice(found?.from, found?.to)).toBe('"one two three four five"');
  });
});

describe("what a judge is told", () => {
  it("are the citations that matched nothing, and why", () => {
    const lines = unmatched([
      { ref: "E1", quoted: null, found: true },
      { ref: "E9", quoted: null, found: false },
      { ref: "E2", quoted: "so it is", found: false },
      { ref: null, quoted: "so it was", found: false },
    ]);
    expect(lines).toEqual([
      "E9: there is no such exhibit",
      '"so it is": not found in E2',
      '"so it was": not found anywhere',
    ]);
  });
});
