import { beforeEach, describe, expect, test } from "vitest";
import { createTurnPrinter, type Heading, type TurnPrinter } from "../../../infra/cli/debate/turns.debate-command.ts";

let screen: string;
let turns: TurnPrinter;
beforeEach(() => {
  screen = "";
  turns = createTurnPrinter({ write: (text) => (screen += text), heading: ({ turnId }) => `<${turnId}>` });
});

const heading = (index: number): Heading => ({
  turnId: `g1-r1-t${index}`,
  participantId: `p${index}`,
  round: 1,
  phase: "response",
});
const id = (index: number) => heading(index).turnId;

test("a turn is shown as it is spoken", () => {
  turns.start(heading(1));
  turns.delta(id(1), "Hel");
  expect(screen).toBe("\n<g1-r1-t1>\nHel");
  turns.delta(id(1), "lo");
  turns.complete(heading(1), { text: "Hello" }, "[end]");
  expect(screen).toBe("\n<g1-r1-t1>\nHello\n[end]\n");
});

test("turns that are spoken at once are shown whole, one after another, in their order", () => {
  for (const index of [2, 1, 3]) turns.start(heading(index));
  turns.delta(id(1), "a");
  turns.delta(id(2), "b");
  turns.delta(id(3), "c");
  turns.delta(id(1), "A");
  turns.complete(heading(3), { text: "cC" }, "[3]");
  turns.delta(id(2), "B");
  turns.complete(heading(1), { text: "aA" }, "[1]");
  expect(screen).toBe("\n<g1-r1-t1>\naA\n[1]\n\n<g1-r1-t2>\nbB");
  turns.complete(heading(2), { text: "bB" }, "[2]");
  expect(screen).toBe("\n<g1-r1-t1>\naA\n[1]\n\n<g1-r1-t2>\nbB\n[2]\n\n<g1-r1-t3>\ncC\n[3]\n");
});

test("a turn without deltas is shown from its end", () => {
  turns.complete(heading(1), { text: "all at once" }, "[end]");
  expect(screen).toContain("all at once\n[end]");
});

test("what was said before a restart is void: the terminal says so and shows only the new words after it", () => {
  turns.start(heading(1));
  turns.delta(id(1), "old words");
  turns.restart(id(1), "(starts over)");
  turns.delta(id(1), "new");
  turns.complete(heading(1), { text: "new" }, "[end]");
  expect(screen).toBe("\n<g1-r1-t1>\nold words\n(starts over)\nnew\n[end]\n");
});

test("a restart of a turn that nobody has seen leaves no trace of its first words", () => {
  turns.start(heading(1));
  turns.start(heading(2));
  turns.delta(id(1), "a");
  turns.delta(id(2), "old");
  turns.restart(id(2), "(starts over)");
  turns.delta(id(2), "new");
  turns.complete(heading(1), { text: "a" }, "[1]");
  turns.complete(heading(2), { text: "new" }, "[2]");
  expect(screen).not.toMatch(/old|starts over/);
});

test("a stored text that differs from what was streamed is shown in full", () => {
  turns.start(heading(1));
  turns.delta(id(1), "half of a");
  turns.complete(heading(1), { text: "The stored text" }, "[end]");
  expect(screen).toMatch(/the whole text[\s\S]*The stored text\n\[end\]/);
});

test("a lost turn makes room for the next", () => {
  turns.start(heading(1));
  turns.start(heading(2));
  turns.delta(id(1), "a");
  turns.delta(id(2), "b");
  turns.lose(heading(1), "(lost)");
  expect(screen).toBe("\n<g1-r1-t1>\na\n(lost)\n\n<g1-r1-t2>\nb");
});

describe("a note", () => {
  test("waits for the end of the turn that is live", () => {
    turns.start(heading(1));
    turns.delta(id(1), "a");
    turns.note("the judge");
    expect(screen).not.toContain("the judge");
    turns.complete(heading(1), { text: "a" }, "[1]");
    expect(screen.endsWith("[1]\nthe judge\n")).toBe(true);
  });

  test("stands at once between turns", () => {
    turns.note("the judge");
    expect(screen).toBe("the judge\n");
  });
});

test("control sequences in a model's words never reach the terminal", () => {
  turns.start(heading(1));
  turns.delta(id(1), "a\u001b[2Jb");
  turns.complete(heading(1), { text: "a\u001b[2Jbc\u001b]0;t\u0007" }, "[1]");
  expect(screen).not.toContain("\u001b");
  expect(screen).toContain("abc\n[1]");
});
