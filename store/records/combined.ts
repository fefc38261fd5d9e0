/** Reads that combine records of several kinds. */
import type { Question } from "../../domain/clarifications/questions.ts";
import { ANSWERS, QUESTIONS, RETRIEVALS } from "../../domain/records/kinds.ts";
import type { TemplateHit } from "../../domain/templates/retrieval.ts";
import type { DebateKey } from "../port/debates.ts";
import type { RecordStore } from "../port/records.ts";

/** All questions of a generation in the order in which they were asked, with their answers. */
export async function listQuestions(records: RecordStore, debate: DebateKey, generation: number): Promise<Question[]> {
  const [questions, answers] = await Promise.all([
    records.list(debate, QUESTIONS, { generation }),
    records.list(debate, ANSWERS, { generation }),
  ]);
  return questions.map((question) => {
    const answer = answers.find(({ questionId }) => questionId === question.id);
    return { ...question, answer: answer?.answer ?? null, answeredAt: answer?.at ?? null };
  });
}

/** The templates that were retrieved for a generation; null when none were looked up. */
export async function listRetrieved(
  records: RecordStore,
  debate: DebateKey,
  generation: number,
): Promise<TemplateHit[] | null> {
  return (await records.get(debate, RETRIEVALS, { generation }))?.items ?? null;
}
