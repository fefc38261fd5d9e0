import { expect, test } from "vitest";
import { turnKind } from "../../../domain/prompts/by-phase.ts";
import { buildBlindVerdictPrompt, readBlindVerdict } from "../../../domain/prompts/judge/blind-verdict.ts";
import { promptText } from "../../../domain/prompts/prompt.ts";
import type { TurnSpec } from "../../../domain/steps.ts";
import { demoVerdict } from "../../../infra/local/demo/judge.ts";
import { readDemoRequest } from "../../../infra/local/demo/request.ts";
import { configFor, roundsOf } from "../../support/debates/transcripts.ts";

const config = configFor();
const spec = (participantId: string): TurnSpec => ({
  id: "g1-r0-t1",
  participantId,
  round: 0,
  index: 1,
  phase: "blind",
  sees: { round: 0, index: 0, count: 0 },
});
const build = (changes: object = {}) =>
  turnKind(config, "blind").build({
    config: { ...config, ...changes },
    turn: spec(config.participants[0]!.id),
    turns: roundsOf(config, 1),
    totalRounds: 3,
  });

test.each([{}, { promptLayout: "shared" as const }])(
  "An answer given alone is asked for without a name, a position or a turn of the others: %o.",
  (changes) => {
    const text = promptText(build(changes));
    const [me, ...others] = config.participants;
    expect(text).toContain(me!.name);
    expect(text).toContain("Answer the topic by yourself");
    for (const { name, position } of others) {
      expect(text).not.toContain(name);
      expect(text).not.toContain(position);
    }
    for (const turn of roundsOf(config, 1)) expect(text).not.toContain(turn.text);
  },
);

test("Questions that others asked stand in it without who asked.", () => {
  const [, other] = config.participants;
  const clarified = [{ id: "q1", text: "Which city?", askedBy: [other!.id], answer: "Graz.", answeredAt: null }];
  const text = promptText(build({ clarified }));
  expect(text).toContain("Graz.");
  expect(text).not.toContain(other!.name);
});

const active = config.participants.map((p) => p.id);
const turns = roundsOf(config, 1);
const prompt = buildBlindVerdictPrompt({ config, turns });

test("A ruling on answers given alone says whether all are the same, and leaving that out is a fault.", () => {
  const demo = readDemoRequest(prompt.messages.map((m) => ({ role: m.role, content: m.content.join("\n") })));
  if (demo.kind !== "verdict") throw new Error(demo.kind);
  expect(demo.alone).toBe(true);
  const verdict = demoVerdict(demo);
  const rules = { config, active, turnIds: turns.map((t) => t.id) };
  const reading = readBlindVerdict(JSON.stringify({ unanimous: true, ...verdict }), rules);
  expect(reading).toMatchObject({ ok: true, value: { unanimous: true, verdict: { winner: verdict.winner } } });
  expect(readBlindVerdict(JSON.stringify(verdict), rules)).toEqual({
    ok: false,
    faults: [expect.stringContaining("unanimous")],
  });
});
