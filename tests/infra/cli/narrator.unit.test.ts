import { expect, test } from "vitest";
import type { DebateEvent } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { createNarrator, introduction } from "../../../infra/cli/debate/narrator.ts";

const style = (_: string, text: string) => text;
const person = (id: string, more: object) => ({
  id,
  name: id === "p1" ? "Ada" : "Ben",
  model: "demo/debater",
  ...more,
});
const debate = {
  topic: "Cars?",
  format: "round-limited",
  maxRounds: 1,
  participants: [
    person("p1", { position: "Argues yes.", positionSource: "plain" }),
    person("p2", { position: "Wants trams.", positionSource: "given" }),
  ],
  judge: null,
  warnings: [],
} as unknown as Debate;

test("a position that is still to be assigned is not announced", () => {
  const text = introduction(debate, { style, verbose: false });
  expect(text).toContain("Ada (demo/debater)\n");
  expect(text).toContain("Ben (demo/debater): Wants trams.");
});

test("assigned positions are told when they come, and stand in the headings from then on", () => {
  let screen = "";
  const narrate = createNarrator({ debate, write: (text) => (screen += text), style, verbose: false });
  const about = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1" };
  narrate({
    id: 1,
    type: "positions.assigned",
    at: "t",
    positions: [
      { participantId: "p1", position: "Wants buses.", persona: "A driver.", source: "assigned" },
      { participantId: "p2", position: "Wants trams.", source: "given" },
    ],
    reasoning: "r",
    latencyMs: 1,
    costUsd: 0,
    usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, calls: 1 },
  } satisfies DebateEvent);
  narrate({ id: 2, type: "turn.started", at: "t", ...about, model: "demo/debater", attempt: 1 } satisfies DebateEvent);
  narrate({ id: 3, type: "turn.delta", at: "t", ...about, attempt: 1, text: "Hello." } satisfies DebateEvent);
  expect(screen).toContain("Ada: Wants buses. (A driver.)");
  expect(screen).not.toContain("Ben: Wants trams.");
  expect(screen).toContain("Ada · round 1, response · Wants buses.");
});

test("a decision's options are listed with the command, and left to the prompt where a person is asked", () => {
  const option = { id: "conclude", label: "Conclude", consequence: "The judge rules." };
  const decision = { id: "d1", question: "What\u001b[2J now?", options: [option], default: "conclude", expiresAt: "t" };
  const event = { id: 1, type: "decision.requested", at: "t", decision } as unknown as DebateEvent;
  const shown = (asks: boolean) => {
    let screen = "";
    createNarrator({ debate, write: (text) => (screen += text), style, verbose: false, asks })(event);
    return screen;
  };
  expect(shown(true)).toBe("\ndecision d1: What now?\n");
  expect(shown(false)).toContain(
    "\ndecision d1: What now?\n  conclude: Conclude. The judge rules.\ndecide with: parley",
  );
});

test("a critique and a cross-examination say of whom, by a turn's id or a participant's", () => {
  let screen = "";
  const narrate = createNarrator({ debate, write: (text) => (screen += text), style, verbose: false });
  const turns: [number, string, string, string?][] = [
    [1, "p1", "proposal"],
    [2, "p2", "critique", "g1-r1-t1"],
    [3, "p1", "cross-question", "p2"],
    [4, "p2", "cross-answer", "p1"],
  ];
  for (const [index, participantId, phase, targetId] of turns) {
    const about = { round: 1, phase, participantId, turnId: `g1-r1-t${index}` };
    const started = { ...about, model: "demo/debater", attempt: 1, ...(targetId && { targetId }) };
    narrate({ id: 2 * index, type: "turn.started", at: "t", ...started });
    const turn = { text: "So.", usage: { inputTokens: 1, outputTokens: 1 }, costUsd: 0, latencyMs: 1, targetId };
    narrate({ id: 2 * index + 1, type: "turn.completed", at: "t", ...about, turn } as unknown as DebateEvent);
  }
  expect(screen.match(/^.* · round 1, .*$/gm)?.map((line) => line.split(" · ").slice(0, 2).join(" · "))).toEqual([
    "Ada · round 1, proposal",
    "Ben criticises Ada · round 1, critique",
    "Ada asks Ben · round 1, cross question",
    "Ben answers Ada · round 1, cross answer",
  ]);
});

test("where a line in place says what is awaited, no line of its own does, and it ends with the debate", () => {
  let screen = "";
  const awaited: (string | null)[] = [];
  const waiting = { show: (what: string | null) => void awaited.push(what) };
  const narrate = createNarrator({ debate, write: (text) => (screen += text), style, verbose: false, waiting });
  const at = "2026-11-21T12:00:00.000Z";
  const about = { round: 1, participantId: "p1", turnId: "g1-r1-t1", at };
  narrate({ id: 1, type: "phase.started", round: 1, phase: "responding", expected: 1, at });
  narrate({ id: 2, type: "turn.started", ...about, phase: "response", model: "m", attempt: 1 });
  narrate({ id: 3, type: "debate.completed", at, status: "completed" });
  expect(awaited).toEqual(["the next turn", "round 1 of 1 · 0 of 1 turns · Ada at work", null]);
  expect(screen).not.toContain("at work");
});

test("the name of a signal that no command has is shown as text, on one line", () => {
  let screen = "";
  const narrate = createNarrator({ debate, write: (text) => (screen += text), style, verbose: false });
  const ignored = { command: "pau\u001b[2J\nze", why: "there is no such command" };
  narrate({ id: 1, type: "command.ignored", at: "t", ...ignored } satisfies DebateEvent);
  expect(screen.trim()).toMatch(/^pau.* ze was ignored: there is no such command$/);
  expect(screen).not.toContain("\u001b");
});

test("it is told in the debate's language, but for what a person would type", () => {
  let screen = "";
  const german = { ...debate, language: "de", mode: "sequential", warnings: [], maxRounds: 2 } as Debate;
  const write = (text: string) => void (screen += text);
  write(introduction({ ...german, demo: true }, { style, verbose: false }));
  const narrate = createNarrator({ debate: german, write, style, verbose: false });
  const about = { round: 1, phase: "cross-question", participantId: "p1", turnId: "g1-r1-t1", targetId: "p2" };
  const fault = { kind: "timeout", message: "no answer", attempt: 1 };
  const flags = { repetitive: true, drifting: false, diminishingReturns: false, convergenceReached: false };
  const assessment = { round: 1, qualityScore: 7.5, flags, shouldContinue: false, costUsd: 0.01 };
  const events = [
    { type: "phase.started", round: 1, phase: "responding", expected: 1 },
    { type: "round.started", round: 1 },
    { type: "turn.started", ...about, model: "m", attempt: 1 },
    { type: "judge.failed", round: 1, ...fault, waitMs: 2_000 },
    { type: "turn.delta", ...about, attempt: 1, text: "Hallo." },
    { type: "turn.failed", ...about, ...fault, waitMs: null },
    { type: "assessment.completed", round: 1, assessment },
    { type: "participant.dropped", round: 1, participantId: "p1", ...fault },
    { type: "ranking.cast", round: 1, participantId: "p2", ranking: { places: [["p1"], ["p2"]], costUsd: null } },
    { type: "debate.status", status: "concluding" },
  ];
  for (const [i, event] of events.entries()) narrate({ id: i + 1, at: "t", ...event } as unknown as DebateEvent);
  expect(screen.split("\n").filter((line) => line !== "")).toEqual([
    "Cars?",
    "Begrenzte Runden, höchstens 2 Runden, nacheinander; undefined",
    "  Ada (demo/debater)",
    "  Ben (demo/debater): Wants trams.",
    "Ein Demo-Modell spricht: Seine Worte sind vorgefertigt und bedeuten nichts. Mit dem Schlüssel eines Anbieters wird es eine echte Debatte.",
    "── Runde 1 von 2 ──",
    "Runde 1 von 2 · 0 von 1 Beiträgen · Ada an der Arbeit",
    "Der Richter: Versuch 1 schlug fehl (timeout): no answer; erneut in 2 s",
    "Ada fragt Ben · Runde 1, Frage im Kreuzverhör · Argues yes.",
    "Hallo.",
    "Versuch 1 schlug fehl (timeout): no answer; kein weiterer Versuch",
    "Der Richter zu Runde 1: Qualität 7,5 von 10; die Debatte wiederholt sich; sie könnte hier enden. ($0,0100)",
    "Ada ist ausgeschieden: no answer",
    "Ben ordnet: Ada > Ben (Kosten unbekannt)",
    "der Richter schreibt das Urteil",
  ]);
});
