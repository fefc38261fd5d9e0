/** Exhibits and look-ups on the page: what the story of a log comes to, and what a search finds. */
import { describe, expect, test } from "vitest";
import { callsIn } from "../../../api/pages/browser/figures/calls.figure.ts";
import { hasAll, placesOf, searchWords } from "../../../api/pages/browser/figures/passages.figure.ts";
import { addEvent, emptyStory } from "../../../api/pages/browser/live/story.live.ts";
import { exhibitUses } from "../../../domain/rules/exhibits/uses.rules.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1_000).toISOString();
const TURN = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1" };
const CALLED = { id: "g1-r1-t1-u1", type: "mcp", server: "library", tool: "find", input: "{}" };
const DONE = { ...CALLED, status: "done", exhibits: ["E1"], latencyMs: 2_000, at: at(4) };

const called = { type: "tool.called", at: at(2), ...TURN, use: CALLED };
const found = { type: "exhibits.found", at: at(4), ...TURN, use: DONE, exhibits: [] };
const started = { type: "turn.started", at: at(1), ...TURN, attempt: 1 };

function told(events: ({ type: string; at: string } & Record<string, unknown>)[]) {
  const story = emptyStory();
  for (const [i, event] of events.entries()) addEvent(story, { ...event, id: i + 1 });
  return story;
}

describe("What was looked up", () => {
  test("stands in its turn from the call on, once, with what came of it.", () => {
    const under = told([started, called]).entries;
    expect(under.map(({ kind, lookups }) => [kind, lookups])).toEqual([["turn", [{ ...CALLED, at: at(2) }]]]);
    const [turn] = told([started, called, found]).entries;
    expect(turn?.lookups).toEqual([DONE]);
    expect(turn?.revision).toBe(2);
  });

  test("before its turn began stands in it too, and a retry keeps it.", () => {
    const failed = { type: "turn.failed", at: at(5), ...TURN, attempt: 1, message: "lost", waitMs: 9 };
    const again = { type: "turn.restarted", at: at(6), ...TURN, attempt: 2 };
    expect(told([found, started, failed, again]).entries.map(({ lookups }) => lookups)).toEqual([[DONE]]);
  });

  test("is what the whole turn says, once there is one.", () => {
    const tools = [{ ...DONE, id: "g1-r1-t1-u2", type: "web_search" }];
    const completed = { type: "turn.completed", at: at(7), ...TURN, turn: { id: TURN.turnId, text: "So.", tools } };
    expect(told([started, called, completed]).entries[0]?.lookups).toEqual(tools);
  });

  test("for the judge is an entry of its own, and after a new beginning nothing is left of it.", () => {
    const judge = { round: 1, phase: "checking", participantId: "_judge", turnId: "g1-claims" };
    const events = [
      { ...called, ...judge },
      { ...found, ...judge },
    ];
    expect(told(events).entries.map(({ kind, lookups }) => [kind, lookups])).toEqual([["lookups", [DONE]]]);
    const reset = { type: "debate.status", at: at(8), status: "configuring", by: "reset" };
    const story = told([found, reset, started]);
    expect(story.entries.flatMap(({ lookups = [] }) => lookups)).toEqual([]);
  });

  test("is on the timeline as long as it took, costs nothing by itself, and says why it failed.", () => {
    const lost = { ...DONE, id: "u2", status: "failed", exhibits: [], message: "no answer", at: at(5), latencyMs: 500 };
    const { entries } = told([started, called, found, { ...found, use: lost }]);
    const ms = (seconds: number) => Date.parse(at(seconds));
    expect(callsIn(entries).filter((call) => call.found)).toMatchObject([
      { who: "p1", what: "find", from: ms(2), to: ms(4), failure: null, usd: 0, tokens: 0, found: ["E1"] },
      { who: "p1", what: "find", from: ms(4.5), to: ms(5), failure: "no answer", found: [] },
    ]);
    expect(callsIn(told([started, called]).entries).find((call) => call.found)).toMatchObject({
      from: ms(2),
      to: null,
    });
  });
});

describe("A search", () => {
  const exhibit = { id: "E12", title: "A Report, p. 3", text: "Streets are\n  scarce.", source: "City lab" };

  test.each([
    ["scarce streets", true],
    ["REPORT lab e12", true],
    ["  ", true],
    ["scarce cars", false],
  ])("for %j finds an exhibit that has all its words: %j.", (query, isFound) => {
    expect(hasAll(exhibit, searchWords(query))).toBe(isFound);
  });

  const marked = (text: string, phrases: string[]) =>
    placesOf(text, phrases).map(({ from, to }) => text.slice(from, to));

  test("marks words and quotations whatever their case, white space and quotation marks, without overlaps.", () => {
    expect(marked(exhibit.text, ["streets ARE scarce", "are"])).toEqual(["Streets are\n  scarce"]);
    expect(marked("It’s “so”, he said. It's.", [`it's "so"`, "it's"])).toEqual(["It’s “so”", "It's"]);
    expect(marked("a street, a streetcar", ["street", "car"])).toEqual(["street", "streetcar"]);
    expect(marked("Streets are scarce.", ["streets are gone", "", " "])).toEqual([]);
    // Its small letters take more room.
    expect(marked("İstanbul has streets", ["streets"])).toEqual(["streets"]);
  });

  test("marks no more than a reader looks at.", () => {
    expect(placesOf("the ".repeat(10_000), ["the"]).length).toBeLessThan(50);
  });
});

describe("The uses of an exhibit", () => {
  const turn = (id: string, participant: string, citations: object[]) => ({ id, participant, citations }) as never;

  test("are the turns that cite it, with what they quote, and for whom it was found.", () => {
    const useOf = exhibitUses({
      turns: [
        turn("t1", "Ada", [
          { ref: "E1", quoted: "so", found: true },
          { ref: null, quoted: "nobody's words", found: false },
          { ref: "E2", quoted: null, found: true },
          { ref: "E1", quoted: "not so", found: false },
        ]),
        turn("t2", "Ben", [{ ref: "E1", quoted: null, found: true }]),
      ],
      lookups: [
        { turnId: "t2", participant: "Ben", tools: [{ exhibits: ["E2"] }, { exhibits: ["E2"] }] },
        { turnId: "g1-claims", participant: null, tools: [{ exhibits: ["E2"] }, {}] },
      ],
      result: null,
    });
    expect(useOf("E1").citedBy).toEqual([
      {
        turnId: "t1",
        participant: "Ada",
        quoted: [
          { text: "so", found: true },
          { text: "not so", found: false },
        ],
      },
      { turnId: "t2", participant: "Ben", quoted: [] },
    ]);
    expect(useOf("E2").foundFor).toEqual([
      { turnId: "t2", participant: "Ben" },
      { turnId: "g1-claims", participant: null },
    ]);
    expect(useOf("E3")).toEqual({ citedBy: [], claims: [], foundFor: [] });
  });

  test("are the checked claims, or without them what the conclusion rests on.", () => {
    const claim = (text: string, refs: string[]) => ({ claim: text, refs, quotes: [{ ref: "E1", text: "so" }] });
    const conclusion = { evidence: [claim("of the conclusion", [])] };
    const of = (result: object) => exhibitUses({ turns: [], lookups: [], result: result as never });
    const checked = of({ type: "verdict", claims: [claim("checked", ["E1", "E2"])], conclusion });
    expect(checked("E1").claims.map((one) => one.claim)).toEqual(["checked"]);
    expect(checked("E2").claims.map((one) => one.claim)).toEqual(["checked"]);
    expect(of({ type: "verdict", conclusion })("E1").claims.map((one) => one.claim)).toEqual(["of the conclusion"]);
  });
});
