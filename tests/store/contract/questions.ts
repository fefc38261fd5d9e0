import { describe, expect, it } from "vitest";
import { ANSWERS, COLLECTIONS, QUESTIONS } from "../../../domain/play/records/kinds.record.ts";
import type { Question } from "../../../domain/shapes/schemas/questions.schema.ts";
import { listQuestions } from "../../../store/records/combined.ts";
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
      await Promise.all([10, 2, 1].map((n) => store.records.put(key, QUESTIONS, question(n), { generation: 1 })));
      await store.records.put(key, QUESTIONS, question(1, { text: "Of the next generation?" }), { generation: 2 });
      await store.records.put(key, ANSWERS, { questionId: "q2", answer: "Yes. 🙂", at: "later" }, { generation: 1 });
      expect(await listQuestions(bench().open().records, key, 1)).toEqual([
        question(1),
        question(2, { answer: "Yes. 🙂", answeredAt: "later" }),
        question(10),
      ]);
      expect(await listQuestions(store.records, newKey(), 1)).toEqual([]);
    });

    it("and answers are put once: who comes second gets the first", async () => {
      const store = bench().open();
      const key = newKey();
      await store.records.put(key, QUESTIONS, question(1), { generation: 1 });
      const { text } = await store.records.put(key, QUESTIONS, question(1, { text: "Another?" }), { generation: 1 });
      expect(text).toBe("Question 1?");
      const first = { questionId: "q1", answer: "Yes.", at: "t" };
      await store.records.put(key, ANSWERS, first, { generation: 1 });
      expect(await store.records.put(key, ANSWERS, { ...first, answer: "No." }, { generation: 1 })).toEqual(first);
      expect((await listQuestions(store.records, key, 1))[0]?.answer).toBe("Yes.");
    });

    it("may have long answers", async () => {
      const store = bench().open();
      const key = newKey();
      const answer = "é🙂\n".repeat(150_000);
      await store.records.put(key, QUESTIONS, question(1), { generation: 1 });
      await store.records.put(key, ANSWERS, { questionId: "q1", answer, at: "t" }, { generation: 1 });
      expect((await listQuestions(bench().open().records, key, 1))[0]?.answer).toBe(answer);
    });

    it("are kept as each participant asked them, by collection", async () => {
      const store = bench().open();
      const key = newKey();
      await store.records.put(key, COLLECTIONS, collection("p1"));
      await store.records.put(key, COLLECTIONS, collection("p2", { questions: [] }));
      await store.records.put(key, COLLECTIONS, collection("p1", { iteration: 2, questions: ["More?"] }));
      expect(await store.records.put(key, COLLECTIONS, collection("p1", { questions: ["Changed?"] }))).toEqual(
        collection("p1"),
      );
      const first = await bench().open().records.list(key, COLLECTIONS, { generation: 1, iteration: 1 });
      expect(first).toEqual([collection("p1"), collection("p2", { questions: [] })]);
      const second = { generation: 1, iteration: 2, participantId: "p1" };
      expect((await store.records.get(key, COLLECTIONS, second))?.questions).toEqual(["More?"]);
      expect(await store.records.get(key, COLLECTIONS, { ...second, participantId: "p2" })).toBeNull();
    });
  });
}
