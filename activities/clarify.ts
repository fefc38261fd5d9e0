/** The store's part in clarifications: no model is asked here. */
import { mergeQuestions } from "../domain/clarifications.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { Answer } from "../domain/questions.ts";
import { preview } from "../domain/text.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";
import type { ActivityDeps } from "./index.ts";
import { type Publication, write } from "./publish.ts";
import { PREVIEW } from "./told.ts";

interface GatherInput {
  publication: Publication;
  generation: number;
  iteration: number;
}

/**
 * Puts a collection's questions together, gives them their ids and asks them in the log. The same however often it is
 * done: collections and earlier questions never change.
 */
export const gatherQuestions =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (input: GatherInput): Promise<{ head: number; event: DraftEvent<"clarification.asked"> }> => {
    const { publication, generation, iteration } = input;
    const key = publication.debate;
    const asked = await askedIn(store, input);
    const at = now().toISOString();
    const kept = await Promise.all(
      asked.map((q) =>
        store.putQuestion(key, generation, { ...q, iteration, askedAt: at, answer: null, answeredAt: null }),
      ),
    );
    const questions = kept.map(({ id, text, askedBy }) => ({ id, text, askedBy }));
    const event = askedEvent(kept[0]?.askedAt ?? at, { iteration, questions });
    const { head } = await write(store, publication, [{ key: `g${generation}-c${iteration}/asked`, event }]);
    const brief = questions.map((q) => ({ ...q, text: preview(q.text, PREVIEW) }));
    return { head, event: askedEvent(event.at, { iteration, questions: brief }) };
  };

function askedEvent(at: string, data: DraftEvent<"clarification.asked">["data"]): DraftEvent<"clarification.asked"> {
  return { type: "clarification.asked", at, data };
}

async function askedIn(store: Store, { publication, generation, iteration }: GatherInput) {
  const key = publication.debate;
  const [config, collections, questions] = await Promise.all([
    store.getConfig(key),
    store.listCollections(key, { generation, iteration }),
    store.listQuestions(key, generation),
  ]);
  if (!config?.clarifications) throw new Error(`no clarifications are configured for ${key.debateId}`);
  const earlier = questions.filter((q) => q.iteration < iteration);
  const wishes = config.participants.flatMap(({ id }) => collections.filter((c) => c.participantId === id));
  const known = earlier.map((q) => q.text);
  const merged = mergeQuestions({ wishes, known, maxPerAgent: config.clarifications.maxPerAgent });
  return merged.map((question, i) => ({ ...question, id: `q${earlier.length + i + 1}` }));
}

/** Keeps answers, each under its question. Who comes second changes nothing. */
export const storeAnswers =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (input: { debate: DebateKey; generation: number; answers: Answer[] }): Promise<void> => {
    const at = now().toISOString();
    const puts = input.answers.map((answer) => store.putAnswer(input.debate, input.generation, { ...answer, at }));
    await Promise.all(puts);
  };
