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
