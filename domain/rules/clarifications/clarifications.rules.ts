/**
 * Clarifications: participants ask the owner before round 1 (docs/design/debate.md#18-clarifications). Questions are
 * collected, merged and answered, until nobody asks or the iterations are used up.
 */

import { nfkc, preview } from "../../base/text/text.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { Answer, PendingAnswers } from "../../shapes/schemas/questions.schema.ts";
import type { AskedQuestion, ClarificationState, DebateState } from "../../shapes/state/state.ts";
import type { Step } from "../../shapes/state/steps.ts";
import { collectionId } from "../../shapes/turn-ids.ts";

export const NOTHING_ASKED: ClarificationState = {
  iterations: 0,
  collected: [],
  total: 0,
  batch: [],
  askedAt: null,
  clear: false,
};

/** The next step in the status `clarifying`. */
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

/** Ids of unanswered questions. */
export function openQuestions(state: DebateState): string[] {
  return (state.clarification?.batch ?? []).filter((q) => !q.answered).map((q) => q.id);
}

/** The questions that the debate waits for, as previews; null if it waits for no answers. */
export function pendingOf(state: DebateState): PendingAnswers | null {
  if (openQuestions(state).length === 0 || state.completedAt !== null) return null;
  return { type: "answers", questions: state.clarification?.batch ?? [] };
}

/** When the wait for answers ends, in milliseconds since the epoch. A pause restarts it, so that no time is lost. */
export function answersDue(state: DebateState, timeoutMs: number): number {
  const times = [state.clarification?.askedAt, state.since].map((at) => Date.parse(at ?? ""));
  return Math.max(...times.filter((time) => !Number.isNaN(time))) + timeoutMs;
}

/**
 * Why these answers are rejected, each fault with its pointer. `underWay`: questions whose answers are being stored.
 */
export function answerProblems(state: DebateState, answers: unknown, underWay: ReadonlySet<string>): Problem[] {
  if (!Array.isArray(answers) || answers.length === 0)
    return [{ pointer: "/answers", detail: "must be a list of at least one answer" }];
  const open = openQuestions(state).filter((id) => !underWay.has(id));
  return answers.flatMap((entry: Partial<Answer> | null, i): Problem[] => {
    const at = `/answers/${i}`;
    const { questionId, answer } = entry ?? {};
    const before = answers.slice(0, i).some((other: Partial<Answer> | null) => other?.questionId === questionId);
    const problem = before ? "is answered twice here" : whyClosed(state, open, questionId);
    const isFit = answer === null || (typeof answer === "string" && answer.trim() !== "");
    return [
      ...(problem ? [{ pointer: `${at}/questionId`, detail: problem }] : []),
      ...(isFit ? [] : [{ pointer: `${at}/answer`, detail: "must be a text that is not blank, or null to skip" }]),
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

/** One participant's questions. */
export interface Wish {
  participantId: string;
  questions: string[];
}

/**
 * Merges near-duplicates under the first wording, in the order of who asked. Questions of earlier collections (`known`)
 * are skipped.
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

/** Share of common words above which two questions count as one. */
const SIMILAR = 0.8;
const STOP_WORDS = new Set(
  "a an and any are as at be been but by can could do does for from had has have how i if in into is it its may might of on or our please shall should so some such that the their them then there these they this those to us was we were what which who will with would you your".split(
    " ",
  ),
);
/** These reverse a question, however many other words agree. */
const NEGATIONS = new Set(["no", "not", "never", "none", "without", "except"]);

interface Features {
  whole: string;
  words: Set<string>;
  /** Numbers and negations, which must be equal. */
  telling: string;
}

function featuresOf(text: string): Features {
  const all =
    nfkc(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => /\p{N}/u.test(word) || NEGATIONS.has(word)).toSorted();
  // A text without words is compared as it is.
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
