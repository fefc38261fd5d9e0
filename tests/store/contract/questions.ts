import { describe, expect, it } from "vitest";
import type { Question } from "../../../domain/questions.ts";
import type { Bench } from "../bench.ts";
import { newKey } from "../fixtures.ts";

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0, calls: 1 };
const question = (n: number, changes: Partial<Question> = {}): Question => ({
  id: `q${n}`,
  iteration: 1,
  text: `Question ${n}?`,
  askedBy: ["p1"],
  answer: null,
  askedAt: "t",
  answeredAt: null,
  ...changes,
});
const collection = (participantId: string, changes: object = {}) => ({
  generation: 1,
  iteration: 1,
  participantId,
  questions: ["Which city?"],
  usage: USAGE,
  costUsd: 0.001,
  latencyMs: 5,
  at: "t",
  ...changes,
});

export function describeQuestions(bench: () => Bench): void {
  describe("questions", () => {
    it("come in the order they were asked, with their answers, and only of their generation", async () => {
      const store = bench().open();
      const key = newKey();
      await Promise.all([10, 2, 1].map((n) => store.putQuestion(key, 1, question(n))));
      await store.putQuestion(key, 2, question(1, { text: "Of the next generation?" }));
      await store.putAnswer(key, 1, { questionId: "q2", answer: "Yes. 🙂", at: "later" });
      expect(await bench().open().listQuestions(key, 1)).toEqual([
        question(1),
        question(2, { answer: "Yes. 🙂", answeredAt: "later" }),
        question(10),
      ]);
      expect(await store.listQuestions(newKey(), 1)).toEqual([]);
    });

    it("and answers are put once: who comes second gets the first", async () => {
      const store = bench().open();
      const key = newKey();
      await store.putQuestion(key, 1, question(1));
      const { text } = await store.putQuestion(key, 1, question(1, { text: "Another?" }));
      expect(text).toBe("Question 1?");
      const first = { questionId: "q1", answer: "Yes.", at: "t" };
      await store.putAnswer(key, 1, first);
      expect(await store.putAnswer(key, 1, { ...first, answer: "No." })).toEqual(first);
      expect((await store.listQuestions(key, 1))[0]?.answer).toBe("Yes.");
    });

    it("may have long answers", async () => {
      const store = bench().open();
      const key = newKey();
      const answer = "é🙂\n".repeat(150_000);
      await store.putQuestion(key, 1, question(1));
      await store.putAnswer(key, 1, { questionId: "q1", answer, at: "t" });
      expect((await bench().open().listQuestions(key, 1))[0]?.answer).toBe(answer);
    });

    it("are kept as each participant asked them, by collection", async () => {
      const store = bench().open();
      const key = newKey();
      await store.putCollection(key, collection("p1"));
      await store.putCollection(key, collection("p2", { questions: [] }));
      await store.putCollection(key, collection("p1", { iteration: 2, questions: ["More?"] }));
      expect(await store.putCollection(key, collection("p1", { questions: ["Changed?"] }))).toEqual(collection("p1"));
      const first = await bench().open().listCollections(key, { generation: 1, iteration: 1 });
      expect(first).toEqual([collection("p1"), collection("p2", { questions: [] })]);
      const second = { generation: 1, iteration: 2, participantId: "p1" };
      expect((await store.getCollection(key, second))?.questions).toEqual(["More?"]);
      expect(await store.getCollection(key, { ...second, participantId: "p2" })).toBeNull();
    });
  });
}
