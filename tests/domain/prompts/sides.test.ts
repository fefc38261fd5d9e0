import { describe, expect, it } from "vitest";
import { buildVotePrompt, readVote } from "../../../domain/prompts/for-judge/vote.judge-prompt.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { buildTurnPrompt } from "../../../domain/prompts/speaker/turn.speaker-prompt.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { configFor, roundsOf, speaker, turnOf } from "../../support/debates/transcripts.ts";
import { drive } from "../../support/random/drive.ts";
import { planFor } from "../../support/random/plans.ts";

const blocksOf = (prompt: Prompt) => prompt.messages.flatMap((m) => m.content.map((text) => ({ role: m.role, text })));
const lastBlock = (prompt: Prompt) => blocksOf(prompt).at(-1)?.text ?? "";
const sides = ["for", "against"] as const;
const config = configFor({
  format: "lincoln-douglas",
  maxRounds: 3,
  participants: sides.map((side, i) => speaker(i, { side, position: `Own words ${i + 1}.` })),
});

/** The prompts of a whole debate, by speaker, with what was answered. */
function requests(format: "oxford" | "lincoln-douglas" | "roundtable") {
  const whole = { ...config, format };
  const turns: Turn[] = [];
  const asked = drive(planFor({ format, judging: "final-only", maxRounds: 3 })).turns.map((turn) => {
    const prompt = buildTurnPrompt({ config: whole, turn, turns, totalRounds: 3 });
    const { id, participantId, round, index, phase } = turn;
    const participant = whole.participants.find((p) => p.id === participantId)?.name ?? "";
    const text = `Words of ${id}.`;
    turns.push(turnOf(whole, { round, index }, { id, participantId, participant, phase, text }));
    return { turn, prompt, text };
  });
  return asked;
}

describe("a debater on a side", () => {
  it("is told its side beside its position, and the sides of all stand among the facts", () => {
    const [first] = requests("lincoln-douglas");
    expect(first?.prompt.system).toContain("Your side: for, the affirmative.\nYour position: Own words 1.");
    expect(blocksOf(first!.prompt)[0]?.text).toContain(
      '<participant name="Bruno" side="against">\nOwn words 2.\n</participant>',
    );
  });

  it.each(["oxford", "lincoln-douglas", "roundtable"] as const)(
    "sends requests that continue one another up to the last block: %s",
    (format) => {
      const all = requests(format);
      for (const id of ["p1", "p2"]) {
        const mine = all.filter((r) => r.turn.participantId === id);
        expect(mine.length).toBeGreaterThan(2);
        for (const [i, now] of mine.slice(1).entries()) {
          const before = mine[i]!;
          const expected = [...blocksOf(before.prompt).slice(0, -1), { role: "assistant", text: before.text }];
          expect(now.prompt.system).toBe(before.prompt.system);
          expect(blocksOf(now.prompt).slice(0, expected.length)).toEqual(expected);
        }
      }
    },
  );

  it("is asked for no rebuttal while it is cross-examined, and not to go further in its first round", () => {
    const blocks = requests("lincoln-douglas").map((r) => lastBlock(r.prompt));
    expect(blocks.map((b) => b.includes("First restate the strongest point"))).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(blocks.map((b) => b.includes("Go further than in the rounds before"))).toEqual([
      ...Array(6).fill(false),
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("a vote on the motion", () => {
  const oxford = { ...config, format: "oxford" as const };
  const turns = roundsOf(oxford, 2);

  it("is asked for before anything was said, and after everything was", () => {
    const before = buildVotePrompt({ config: oxford, when: "before", turns: [] });
    const after = buildVotePrompt({ config: oxford, when: "after", turns });
    expect(lastBlock(before)).toMatch(/^Vote on the motion, before the debate\. Nobody has spoken yet/);
    expect(lastBlock(after)).toMatch(/^Vote on the motion, after the debate\./);
    expect(JSON.stringify(before)).not.toContain('g1-r1-t1\\"');
    for (const { id } of turns) expect(JSON.stringify(after)).toContain(`id=\\"${id}\\"`);
  });

  it("has a schema of which every field is explained", () => {
    const prompt = buildVotePrompt({ config: oxford, when: "before", turns: [] });
    const schema = prompt.output?.schema as { properties: object; required: string[] };
    expect(schema.required.toSorted()).toEqual(["confidence", "reasoning", "vote"]);
    for (const field of Object.keys(schema.properties)) expect(lastBlock(prompt)).toContain(`- ${field}:`);
  });

  it("shows what was wrong with the last answer", () => {
    const prompt = buildVotePrompt({ config: oxford, when: "before", turns: [], faults: ["vote is missing."] });
    expect(lastBlock(prompt)).toContain("<faults>\n- vote is missing.\n</faults>");
  });

  it("is read by its schema, all faults at once", () => {
    const good = { reasoning: "So.", vote: "for", confidence: 70 };
    expect(readVote(JSON.stringify(good))).toEqual({ ok: true, value: good });
    expect(readVote(JSON.stringify({ reasoning: " ", vote: "perhaps", confidence: 101 }))).toEqual({
      ok: false,
      faults: [
        "reasoning must not be blank.",
        "vote must be one of for, against, undecided.",
        "confidence must be between 0 and 100.",
      ],
    });
  });
});
