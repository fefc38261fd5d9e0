/** The prompt of a debate that follows where a vote stays close. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildQuestionPrompt } from "../../../domain/prompts/question/again.ts";
import type { QuestionPlan } from "../../../domain/shapes/plan/plan.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { configFor, turnOf } from "../../support/debates/transcripts.ts";

const QUESTION: QuestionPlan = {
  type: "choice",
  peers: "all",
  show: "answers-and-reasons",
  anonymous: true,
  gate: false,
  vote: { most: 9, stopAt: 0.95, lead: 0.2 },
};
const FORM = { type: "choice" as const, options: ["yes", "no", "unclear"] };

interface Asked {
  participantId?: string;
  round?: number;
  show?: QuestionPlan["show"];
  debated?: Record<number, string>[];
}

/** `answers`: of the vote, by three participants in turn. */
function asked(
  answers: string[],
  { participantId = "p1", round = 2, show = "answers-and-reasons", debated = [] }: Asked = {},
) {
  const config = { ...configFor({ speakers: 3 }), answers: FORM, question: { ...QUESTION, show } };
  const given = (place: { round: number; index: number }, who: string, answer: string): Turn => {
    const reasoning = `Worked out in ${place.round}.${place.index}.`;
    return turnOf(config, place, {
      participantId: who,
      phase: "answer",
      text: `${reasoning}\n\nAnswer: ${answer}`,
      answer: { reasoning, answer, confidence: 60 },
    });
  };
  const turns = [
    ...answers.map((answer, i) => given({ round: 1, index: i + 1 }, `p${(i % 3) + 1}`, answer)),
    ...debated.flatMap((said, r) =>
      Object.entries(said).map(([index, answer]) => given({ round: r + 2, index: Number(index) }, `p${index}`, answer)),
    ),
  ];
  const sees = { round, index: 0, count: turns.length };
  const turn = { id: `g1-r${round}-t1`, participantId, round, index: 1, phase: "answer" as const, sees };
  const { system, messages } = buildQuestionPrompt({ config, turn, turns, totalRounds: 4 });
  return [system, ...messages.flatMap(({ content }) => content)].join("\n");
}

const shownIn = (text: string) => [...text.matchAll(/<answer[^>]* from="(\d)">\n(Worked out in [\d.]+)\./g)];

describe("the prompt of a debate after a vote", () => {
  it("shows one answer of each kind, the first that was given, whoever reads it", () => {
    const text = asked(["yes", "no", "yes", "unclear", "no"]);
    expect(shownIn(text).map(([, from]) => from)).toEqual(["1", "2", "3"]);
    expect(
      shownIn(text)
        .map(([, , said = ""]) => said)
        .toSorted(),
    ).toEqual(["Worked out in 1.1", "Worked out in 1.2", "Worked out in 1.4"]);
    expect(text).toContain("Find the first step at which their workings part");
  });

  it("is the same for all participants: nothing marks the reader's own answer, or how many gave one", () => {
    const vote = fc.array(fc.constantFrom(...FORM.options), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(vote, (answers) => {
        const [one, ...others] = ["p1", "p2", "p3"].map((participantId) => asked(answers, { participantId }));
        for (const other of others) expect(other).toBe(one);
        expect(one).not.toMatch(/from="you"|your (?:own|newest|earlier)|Ada|Bruno|Chen|majority|\bmost\b(?! 200)/);
      }),
    );
  });

  it("has an order of its own for each turn, so that a number says nothing", () => {
    const orders = Array.from({ length: 12 }, (_, i) =>
      shownIn(asked(["yes", "no"], { round: i + 2 }))
        .map(([, , said]) => said)
        .join(),
    );
    expect(new Set(orders).size).toBe(2);
  });

  it("shows the newest answers of a later round, each once", () => {
    const later = asked(["yes", "no", "yes", "no", "unclear"], {
      round: 3,
      debated: [{ 1: "no", 2: "no", 3: "unclear" }],
    });
    expect(shownIn(later)).toHaveLength(2);
    expect(later).toContain("Worked out in 2.3");
    expect(later).not.toContain("Worked out in 1.");
  });

  it("of the vote itself shows what the owner said before it, and is asked for as any first answer", () => {
    const config = { ...configFor({ speakers: 3 }), answers: FORM, question: QUESTION };
    const remark = turnOf(config, { round: 1, index: 0 }, { phase: "interjection", text: "One is no prime." });
    const sees = { round: 1, index: 0, count: 0 };
    const turn = { id: "g1-r1-t1", participantId: "p1", round: 1, index: 1, phase: "answer" as const, sees };
    const { messages } = buildQuestionPrompt({ config, turn, turns: [remark], totalRounds: 2 });
    const text = messages.flatMap(({ content }) => content).join("\n");
    expect(text).toContain("One is no prime.");
    expect(text).toContain("Answer this question yourself, alone.");
  });

  it("shows reasons alone where it is asked to", () => {
    expect(asked(["yes", "no"], { show: "reasons" })).not.toContain("Answer: yes");
  });
});
