/** Stores the questions and answers of clarifications. Calls no model. */

import { toBrief } from "../../domain/play/events/brief.events.ts";
import { type BriefEvent, type DraftEvent } from "../../domain/play/events/events.ts";
import { ANSWERS, COLLECTIONS, QUESTIONS } from "../../domain/play/records/kinds.record.ts";
import { mergeQuestions } from "../../domain/rules/clarifications/clarifications.rules.ts";
import type { Answer } from "../../domain/shapes/schemas/questions.schema.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { listQuestions } from "../../store/records/combined.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type Publication, write } from "../calls/publish.ts";

interface GatherInput {
  publication: Publication;
  generation: number;
  iteration: number;
}

/**
 * Merges a collection's questions, numbers them and records them in the log. May be repeated: collections and earlier
 * questions never change.
 */
export const gatherQuestions =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (input: GatherInput): Promise<{ head: number; event: BriefEvent<"clarification.asked"> }> => {
    const { publication, generation, iteration } = input;
    const key = publication.debate;
    const asked = await askedIn(store, input);
    const at = now().toISOString();
    const kept = await Promise.all(
      asked.map((q) => store.records.put(key, QUESTIONS, { ...q, iteration, askedAt: at }, { generation })),
    );
    const questions = kept.map(({ id, text, askedBy }) => ({ id, text, askedBy }));
    const event: DraftEvent<"clarification.asked"> = {
      type: "clarification.asked",
      at: kept[0]?.askedAt ?? at,
      data: { iteration, questions },
    };
    const { head } = await write(store, publication, [{ key: `g${generation}-c${iteration}/asked`, event }]);
    return { head, event: toBrief(event) };
  };

async function askedIn(store: Store, { publication, generation, iteration }: GatherInput) {
  const key = publication.debate;
  const [config, collections, questions] = await Promise.all([
    store.getConfig(key),
    store.records.list(key, COLLECTIONS, { generation, iteration }),
    listQuestions(store.records, key, generation),
  ]);
  if (!config?.clarifications) throw new Error(`no clarifications are configured for ${key.debateId}`);
  const earlier = questions.filter((q) => q.iteration < iteration);
  const wishes = config.participants.flatMap(({ id }) => collections.filter((c) => c.participantId === id));
  const known = earlier.map((q) => q.text);
  const merged = mergeQuestions({ wishes, known, maxPerAgent: config.clarifications.maxPerAgent });
  return merged.map((question, i) => ({ ...question, id: `q${earlier.length + i + 1}` }));
}

/** Stores answers, each under its question. A second answer to a question changes nothing. A skipped question has none. */
export const storeAnswers =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (input: { debate: DebateKey; generation: number; answers: Answer[] }): Promise<void> => {
    const at = now().toISOString();
    const puts = input.answers.map(async ({ questionId, answer }) => {
      if (answer === null) return;
      await store.records.put(input.debate, ANSWERS, { questionId, answer, at }, { generation: input.generation });
    });
    await Promise.all(puts);
  };
