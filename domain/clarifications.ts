/**
 * Clarifications: participants ask the debate's owner before round 1 (spec §1.8). Collect, put together, await the
 * answers, collect again, until nobody asks or the iterations are used up. Pure.
 */

import type { AskedQuestion, ClarificationState, DebateState } from "./debate-state.ts";
import type { DraftEvent } from "./events.ts";
import type { DebatePlan } from "./plan.ts";
import { collectionId } from "./protocols/ids.ts";
import type { Answer, PendingAnswers } from "./questions.ts";
import type { Problem } from "./schemas/faults.ts";
import type { Step } from "./steps.ts";
import { preview } from "./text.ts";

/** Characters of a question in the workflow's state; the whole text is in the store. */
const PREVIEW = 280;

export const NOTHING_ASKED: ClarificationState = {
  iterations: 0,
  collected: [],
  total: 0,
  batch: [],
  askedAt: null,
  clear: false,
};

/** What to do now in the status `clarifying`. */
export function nextClarification(plan: DebatePlan, state: DebateState): Step {
  const { iterations, collected, batch, clear } = state.clarification ?? NOTHING_ASKED;
  if (batch.length > 0) return { kind: "awaitAnswers", timeoutMs: plan.clarifications?.answerTimeoutMs ?? null };
  if (clear || iterations >= (plan.clarifications?.maxIterations ?? 0)) return { kind: "clarified" };
  const iteration = iterations + 1;
  const missing = state.participants.filter((p) => p.status !== "failed" && !collected.includes(p.id));
  if (missing.length === 0) return { kind: "gatherQuestions", iteration };
  return {
    kind: "acts",
    phase: "collecting",
    acts: missing.map(({ id: participantId }) => ({
      id: collectionId({ generation: state.generation, iteration, participantId }),
      name: "collectQuestions",
      by: { participantId },
    })),
  };
}

type ClarificationEvent = Extract<
  DraftEvent,
  { type: "clarification.collected" | "clarification.asked" | "clarification.answered" }
>;

export function reduceClarification(before: ClarificationState, event: ClarificationEvent): ClarificationState {
  switch (event.type) {
    case "clarification.collected":
      return { ...before, collected: [...new Set([...before.collected, event.data.participantId])] };
    case "clarification.asked":
      return asked(before, event);
    default:
      return answered(before, event.data.answers);
  }
}

function asked(before: ClarificationState, { at, data }: DraftEvent<"clarification.asked">): ClarificationState {
  const batch = data.questions.map(({ id, text, askedBy }) => ({
    id,
    text: preview(text, PREVIEW),
    askedBy,
    answered: false,
  }));
  return {
    iterations: data.iteration,
    collected: [],
    total: before.total + batch.length,
    batch,
    askedAt: batch.length > 0 ? at : null,
    clear: batch.length === 0,
  };
}

/** A batch that needs nothing more is let go: only its count stays. */
function answered(before: ClarificationState, answers: { questionId: string }[]): ClarificationState {
  const ids = new Set(answers.map((a) => a.questionId));
  const batch = before.batch.map((q) => (ids.has(q.id) ? { ...q, answered: true } : q));
  return batch.every((q) => q.answered) ? { ...before, batch: [], askedAt: null } : { ...before, batch };
}

/** Ids of the questions that wait for an answer. */
export function openQuestions(state: DebateState): string[] {
  return (state.clarification?.batch ?? []).filter((q) => !q.answered).map((q) => q.id);
}

/** What the debate waits for, with the beginnings of the questions; null when it waits for no answers. */
export function pendingOf(state: DebateState): PendingAnswers | null {
  if (openQuestions(state).length === 0 || state.completedAt !== null) return null;
  return { type: "answers", questions: state.clarification?.batch ?? [] };
}

/**
 * When the wait for answers is over, milliseconds since the epoch. A pause starts it anew: an owner who paused the
 * debate is not to find the time gone.
 */
export function answersDue(state: DebateState, timeoutMs: number): number {
  const times = [state.clarification?.askedAt, state.since].map((at) => Date.parse(at ?? ""));
  return Math.max(...times.filter((time) => !Number.isNaN(time))) + timeoutMs;
}

/** Why these answers can not be taken, each fault with its pointer. `underWay`: questions whose answer is being kept. */
export function answerProblems(state: DebateState, answers: unknown, underWay: ReadonlySet<string>): Problem[] {
  if (!Array.isArray(answers) || answers.length === 0)
    return [{ pointer: "/answers", detail: "must be a list of at least one answer" }];
  const open = openQuestions(state).filter((id) => !underWay.has(id));
  return answers.flatMap((entry: Partial<Answer> | null, i): Problem[] => {
    const at = `/answers/${i}`;
    const { questionId, answer } = entry ?? {};
    const before = answers.slice(0, i).some((other: Partial<Answer> | null) => other?.questionId === questionId);
    const problem = before ? "is answered twice here" : whyClosed(state, open, questionId);
    const isText = typeof answer === "string" && answer.trim() !== "";
    return [
      ...(problem ? [{ pointer: `${at}/questionId`, detail: problem }] : []),
      ...(isText ? [] : [{ pointer: `${at}/answer`, detail: "must be a text that is not blank" }]),
    ];
  });
}

function whyClosed(state: DebateState, open: string[], id: unknown): string | null {
  if (typeof id !== "string") return "must be a text";
  if (open.includes(id)) return null;
  const number = /^q([1-9]\d{0,5})$/.exec(id)?.[1];
  const known = number !== undefined && Number(number) <= (state.clarification?.total ?? 0);
  return known ? `${id} has been answered already` : `there is no question ${preview(id, 20)}`;
}

/** What one participant would like to know. */
export interface Wish {
  participantId: string;
  questions: string[];
}

/**
 * The questions of one collection in the order of who asked, each wish once: near-duplicates are merged under the
 * first wording and keep who asked. What was asked in an earlier collection (`known`) is not asked again.
 */
export function mergeQuestions(input: {
  wishes: Wish[];
  known: string[];
  maxPerAgent: number;
}): Pick<AskedQuestion, "text" | "askedBy">[] {
  const known = input.known.map(featuresOf);
  const merged: { text: string; askedBy: string[]; features: Features }[] = [];
  for (const { participantId, questions } of input.wishes) {
    const wanted = questions.map((text) => text.trim()).filter((text) => text !== "");
    for (const text of wanted.slice(0, input.maxPerAgent)) {
      const features = featuresOf(text);
      if (known.some((other) => isNearDuplicate(other, features))) continue;
      const same = merged.find((other) => isNearDuplicate(other.features, features));
      if (!same) merged.push({ text, askedBy: [participantId], features });
      else if (!same.askedBy.includes(participantId)) same.askedBy.push(participantId);
    }
  }
  return merged.map(({ text, askedBy }) => ({ text, askedBy }));
}

/** From this share of common words on, two questions count as one. */
const SIMILAR = 0.8;
const STOP_WORDS = new Set(
  "a an and any are as at be been but by can could do does for from had has have how i if in into is it its may might of on or our please shall should so some such that the their them then there these they this those to us was we were what which who will with would you your".split(
    " ",
  ),
);
/** One of these turns a question round, however many other words agree. */
const NEGATIONS = new Set(["no", "not", "never", "none", "without", "except"]);

interface Features {
  whole: string;
  words: Set<string>;
  /** Numbers and negations: these must agree. */
  telling: string;
}

function featuresOf(text: string): Features {
  const all =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => /\p{N}/u.test(word) || NEGATIONS.has(word)).toSorted();
  // Without a word in it (only signs), a text is compared as it stands.
  const whole = all.length > 0 ? all.join(" ") : text;
  return { whole, words: new Set(all.filter((word) => !STOP_WORDS.has(word))), telling: telling.join(" ") };
}

function isNearDuplicate(a: Features, b: Features): boolean {
  if (a.whole === b.whole) return true;
  if (a.telling !== b.telling) return false;
  const common = a.words.intersection(b.words).size;
  const all = a.words.union(b.words).size;
  return all > 0 && common / all >= SIMILAR;
}
