import { expect, it } from "vitest";
import { readGiven } from "../../../domain/prompts/question/reply.ts";
import { modelCallLine } from "../../../domain/show/export/model-call.export.ts";
import { configFor, turnOf } from "../../support/debates/transcripts.ts";

const turn = turnOf(configFor(), { round: 2, index: 1 });
const prompt = { system: "You are Ada.", messages: [{ role: "user" as const, content: ["The topic.", "Speak."] }] };

it("has the prompt, the reply and what it cost", () => {
  expect(modelCallLine(turn, { debate: "deb-1", prompt, isStructured: false })).toEqual({
    debate: "deb-1",
    turn: "g1-r2-t1",
    round: 2,
    participant: "p1",
    model: "demo/debater",
    system: "You are Ada.",
    messages: [{ role: "user", content: "The topic.\n\nSpeak." }],
    reply: "Words of Ada in round 2.",
    inputTokens: 100,
    outputTokens: 20,
    costUsd: 0.001,
    note: null,
  });
});

it("has null and a note for a prompt or a reply that is not known exactly", () => {
  const unknown = modelCallLine(turn, { debate: "deb-1", prompt: null, isStructured: false });
  expect(unknown).toMatchObject({ system: null, messages: null, reply: turn.text });
  expect(unknown.note).toContain("cannot be rebuilt");
  const structured = modelCallLine(turn, { debate: "deb-1", prompt, isStructured: true });
  expect(structured).toMatchObject({ system: prompt.system, reply: null });
  expect(structured.note).toContain("JSON");
});

it("puts a question's reply together again, as its reader would read it", () => {
  const form = { type: "choice" as const, options: ["yes", "no"] };
  const answer = { reasoning: "So.", answer: "no", confidence: 60 };
  const { reply, note } = modelCallLine({ ...turn, answer }, { debate: "deb-1", prompt, isStructured: true, form });
  expect(readGiven(reply ?? "", form)).toEqual({ ok: true, value: answer });
  expect(note).toContain("put together again");
  const number = { type: "number" as const };
  const told = modelCallLine(
    { ...turn, answer: { ...answer, answer: "1.5" } },
    { debate: "deb-1", prompt, isStructured: true, form: number },
  );
  expect(readGiven(told.reply ?? "", number)).toMatchObject({ ok: true, value: { answer: "1.5" } });
});
