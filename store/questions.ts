/** Questions before a debate, and their answers: each put once, never changed. An answer is an item of its own. */
import type { Question } from "../domain/questions.ts";
import { readBody, writeBody } from "./bodies.ts";
import { debateKey, generationPrefix, type ItemKey, piece } from "./keys.ts";
import type { Collection, DebateKey, StoredAnswer } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";
import { valuesUnder } from "./under.ts";

export type Questions = Pick<
  Store,
  "putCollection" | "getCollection" | "listCollections" | "putQuestion" | "putAnswer" | "listQuestions"
>;

type StoredQuestion = Omit<Question, "answer" | "answeredAt">;

const place = (generation: number, part: string) => `${generationPrefix("QUESTION", generation)}#${part}`;
const padded = (n: number) => String(n).padStart(6, "0");
const collectionKey = ({ generation, iteration, participantId }: Pick<Collection, Keys>) =>
  place(generation, `COLLECTION#${padded(iteration)}#${piece(participantId)}`);
/** `q12` → `000012`: in the order they were asked. */
const numbered = (questionId: string) => padded(Number(questionId.slice(1)));

type Keys = "generation" | "iteration" | "participantId";

export function createQuestions(table: Table): Questions {
  async function get<T>(at: ItemKey): Promise<T | null> {
    const item = await table.get(at);
    return item && (JSON.parse(await readBody(table, item)) as T);
  }

  async function putOnce<T>(at: ItemKey, value: T): Promise<T> {
    const body = await writeBody(table, at, JSON.stringify(value));
    if (await table.putIfAbsent({ ...at, ...body })) return value;
    return (await get<T>(at)) ?? value;
  }

  async function listQuestions(key: DebateKey, generation: number): Promise<Question[]> {
    const [questions, answers] = await Promise.all([
      valuesUnder<StoredQuestion>(table, debateKey(key), place(generation, "ASKED#")),
      valuesUnder<StoredAnswer>(table, debateKey(key), place(generation, "ANSWER#")),
    ]);
    return questions.map((question) => {
      const answer = answers.find((a) => a.questionId === question.id);
      return { ...question, answer: answer?.answer ?? null, answeredAt: answer?.at ?? null };
    });
  }

  return {
    putCollection: (key, collection) => putOnce({ PK: debateKey(key), SK: collectionKey(collection) }, collection),
    getCollection: (key, collection) => get<Collection>({ PK: debateKey(key), SK: collectionKey(collection) }),
    listCollections: (key, { generation, iteration }) =>
      valuesUnder<Collection>(table, debateKey(key), place(generation, `COLLECTION#${padded(iteration)}#`)),
    putQuestion: (key, generation, { answer: _answer, answeredAt: _at, ...question }) =>
      putOnce<StoredQuestion>(
        { PK: debateKey(key), SK: place(generation, `ASKED#${numbered(question.id)}`) },
        question,
      ),
    putAnswer: (key, generation, answer) =>
      putOnce({ PK: debateKey(key), SK: place(generation, `ANSWER#${numbered(answer.questionId)}`) }, answer),
    listQuestions,
  };
}
