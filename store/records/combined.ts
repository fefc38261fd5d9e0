/** Reads that combine records of several kinds. */

import {
  ANSWERS,
  COUNTS,
  EXHIBITS,
  OUTPUTS,
  QUESTIONS,
  RESULTS,
  RETRIEVALS,
} from "../../domain/play/records/kinds.record.ts";
import { wholeResult } from "../../domain/play/records/whole-result.ts";
import { plain } from "../../domain/rules/exhibits/found.ts";
import { mayFind } from "../../domain/rules/exhibits/may-find.ts";
import type { TemplateHit } from "../../domain/rules/templates/retrieval.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Exhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { Question } from "../../domain/shapes/schemas/questions.schema.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { RecordStore } from "../port/records.port.ts";

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

/** The exhibits that a generation found, by their numbers. */
export async function listFound(
  records: RecordStore,
  { debate, config, generation }: { debate: DebateKey; config: DebateConfig; generation: number },
): Promise<Exhibit[]> {
  return mayFind(config) ? (await records.list(debate, EXHIBITS, { generation })).map(plain) : [];
}

/** The templates that were retrieved for a generation; null when none were looked up. */
export async function listRetrieved(
  records: RecordStore,
  debate: DebateKey,
  generation: number,
): Promise<TemplateHit[] | null> {
  return (await records.get(debate, RETRIEVALS, { generation }))?.items ?? null;
}

/** The result with what is stored after it: the count of the control arm, and the output. null: there is none yet. */
export async function readResult(
  records: RecordStore,
  debate: DebateKey,
  { generation, controlArm, outputMade }: Pick<DebateState, "generation" | "controlArm" | "outputMade">,
): Promise<Result | null> {
  const last = controlArm?.counts?.at(-1);
  const [result, count, output] = await Promise.all([
    records.get(debate, RESULTS, { generation }),
    last ? records.get(debate, COUNTS, last) : null,
    outputMade ? records.get(debate, OUTPUTS, { generation }) : null,
  ]);
  return result && wholeResult(result, { count, output });
}
