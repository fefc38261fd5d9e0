/** Answers of hand-made debates: they agree, they differ, or code cannot tell. */
import { describe, expect, test } from "vitest";
import type { Plurality } from "../../../domain/shapes/schemas/plurality.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { type Answered, differenceOf } from "../../../features/related/domain/difference.related.ts";
import { result } from "../../api/events/debate-events.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";

const TOPIC = "Should cities ban cars?";
type Seat = Answered["participants"][number];

const SEATS: Seat[] = [
  { id: "p1", position: "Streets are for people." },
  { id: "p2", position: "A price does what a ban cannot." },
];
const won = (winner: object | null, participants = SEATS, topic = TOPIC): Answered => {
  const ruled = result();
  return { topic, participants, result: { ...ruled, verdict: { ...ruled.verdict, winner } as typeof ruled.verdict } };
};
const by = (participant: string) => ({ participant, reasoning: "better evidence" });
const stood = (stance: "for" | "against" | "mixed", changes: object = {}): Answered => {
  const conclusion = { ...CONCLUSION, answer: { text: `It is ${stance}.`, stance } };
  const seats = SEATS.map((seat) => ({ ...seat, position: "" }));
  return { topic: TOPIC, participants: seats, result: { ...result({ conclusion }), ...changes } };
};
const contested = (text: string): Answered => {
  const debate = won(null);
  const conclusion = { ...CONCLUSION, answer: { text, stance: null } };
  return { ...debate, result: { ...debate.result, conclusion, contested: true } as Result };
};
const counted = (answer: string | null, answers: Plurality["answers"], topic = TOPIC): Answered => ({
  topic,
  participants: [],
  result: { ...result(), type: "plurality", plurality: { answer, answers } } as unknown as Result,
});
const CHOICE = { type: "choice", options: ["yes", "no"] } as Plurality["answers"];
const TONNES = { type: "number", unit: "t", tolerance: 2 } as Plurality["answers"];
const written = (text: string): Answered => ({
  topic: TOPIC,
  participants: [],
  result: { ...result(), type: "council", council: { answer: text } } as unknown as Result,
});

describe("Answers agree:", () => {
  test.each<[string, Answered, Answered, string]>([
    [
      "the same position wins, whatever its holder's seat and case",
      won(by("p1")),
      won(by("p2"), [
        { id: "p1", position: "Another." },
        { id: "p2", position: "streets are for PEOPLE" },
      ]),
      "The same position wins in both.",
    ],
    ["both conclude for the motion", stood("for"), stood("for"), "Both answer for the motion."],
    ["the same option has most answers", counted("yes", CHOICE), counted("Yes", CHOICE), "Both answer “yes”."],
    ["numbers are within the tolerance", counted("10", TONNES), counted("12", TONNES), "Both answer “10 t”."],
    [
      "texts have the same words",
      written("Price them."),
      written("price them"),
      "Both give the same answer, word for word.",
    ],
    [
      "nobody wins, but the conclusions have the same words",
      contested(CONCLUSION.answer.text),
      contested(CONCLUSION.answer.text.toUpperCase()),
      "Both give the same answer, word for word.",
    ],
  ])("%s.", (_, own, other, how) => {
    expect(differenceOf(own, other)).toEqual({ differs: false, how });
  });
});

describe("Answers differ:", () => {
  test.each<[string, Answered, Answered, string]>([
    [
      "the position wins that lost here",
      won(by("p1")),
      won(by("p2")),
      "Another position wins in it: “A price does what a ban cannot.”",
    ],
    [
      "one concludes for the motion, one against",
      stood("for"),
      stood("against"),
      "It answers against the motion, this debate for.",
    ],
    [
      "the side wins that lost here",
      won({ side: "for", reasoning: "x" }, []),
      won(by("p1"), [{ id: "p1", position: "", side: "against" }]),
      "It answers against the motion, this debate for.",
    ],
    [
      "another option has most answers",
      counted("yes", CHOICE),
      counted("no", CHOICE),
      "It answers “no”, this debate “yes”.",
    ],
    [
      "numbers are further apart than the tolerance",
      counted("10", TONNES),
      counted("13", TONNES),
      "It answers “13 t”, this debate “10 t”.",
    ],
  ])("%s.", (_, own, other, how) => {
    expect(differenceOf(own, other)).toEqual({ differs: true, how });
  });
});

describe("Code cannot tell:", () => {
  const READ = "Code cannot tell whether they agree: read both.";
  test.each<[string, Answered, Answered, string]>([
    ["this debate is not over", { ...won(by("p1")), result: null }, won(by("p1")), "This debate has no answer yet."],
    ["nobody won there", won(by("p1")), won(null), "It names no winner and no answer."],
    ["nobody won here", won(null), won(by("p1")), "This debate names no winner and no answer."],
    [
      "positions that nobody holds in the other",
      won(by("p1")),
      won(by("p1"), [{ id: "p1", position: "Ban lorries only." }]),
      READ,
    ],
    ["a contested ruling has no stance", stood("for"), stood("against", { contested: true }), READ],
    ["a contested ruling whose conclusion is another text", contested("Ban them."), contested("Price them."), READ],
    ["texts in other words", written("Price them."), written("Charge for them."), READ],
    ["answers of other forms", counted("yes", CHOICE), counted("10", TONNES), READ],
    ["an equal count of answers", counted("yes", CHOICE), counted(null, CHOICE), "It names no winner and no answer."],
    [
      "the questions are worded differently",
      counted("yes", CHOICE),
      counted("no", CHOICE, "Should cities allow cars?"),
      "It answers “no”, this debate “yes”. Their questions are worded differently.",
    ],
  ])("%s.", (_, own, other, how) => {
    expect(differenceOf(own, other)).toEqual({ differs: null, how });
  });
});
