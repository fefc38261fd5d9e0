/** Decisions: their options, the check of a choice, and its effect. */

import { pendingOf as pendingAnswersOf } from "../../rules/clarifications/clarifications.rules.ts";
import { isModelName, parseModel } from "../../shapes/catalogue/catalogue.ts";
import type { Decision, PendingDecision } from "../../shapes/schemas/decision.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { PendingAnswers } from "../../shapes/schemas/questions.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { canConclude, raiseProblems } from "./budget-decision.ts";
import { newDecision } from "./new-decision.ts";
import { canAnswer, canDrop, type Failure, goesOnWithout, type Now, type Remedy, squeezeFor } from "./policies.ts";

type Option = Decision["options"][number];
type Choice = NonNullable<Decision["made"]>;

/** `at`: milliseconds since the epoch. */
export function decisionOn(
  now: Now,
  failure: Failure & { message: string },
  asking: { at: number; timeoutMs: number },
): Decision {
  const { participantId, kind, message } = failure;
  const name = now.plan.participants.find((p) => p.id === participantId)?.name;
  const others = participantId === undefined ? judgeOptions(now) : participantOptions(now, failure, participantId);
  const options = [...shorterOptions(now, failure), ...others];
  const overflow = kind === "context_overflow";
  const about = {
    kind: overflow
      ? ("context_overflow" as const)
      : participantId === undefined
        ? ("judge_failure" as const)
        : ("participant_failure" as const),
    question: `${name ?? "The judge"} has failed (${kind}): ${message.replace(/\.?$/, ".")} How shall the debate go on?`,
    options,
    default: defaultOf(options, { overflow, isJudge: participantId === undefined }),
    ...(participantId !== undefined && { participantId }),
  };
  return newDecision(now.state, about, asking);
}

/** Options after a prompt that did not fit. */
function shorterOptions(now: Now, { kind, ...failure }: Failure): Option[] {
  if (kind !== "context_overflow") return [];
  return SHORTER.filter(({ id }) => squeezeFor(now, failure, id) !== null);
}

const SHORTER: Option[] = [
  {
    id: "summarize",
    label: "Summarise the older turns",
    consequence: "The prompt is asked again with a summary of the older turns, and without some of them if need be.",
  },
  {
    id: "truncate",
    label: "Leave older turns out",
    consequence: "The prompt is asked again with the newest turns that fit.",
  },
];

function participantOptions(now: Now, { kind }: Failure, participantId: string): Option[] {
  const goesOn = goesOnWithout(now, participantId);
  const options: Option[] = [];
  if (canDrop(now, participantId))
    options.push({
      id: "drop",
      label: "Go on without this participant",
      consequence: goesOn
        ? "The rest go on. What it has said whole stays; the result is marked degraded and names it."
        : "Too few are left, so the debate concludes on what there is. The result is marked degraded.",
    });
  // A retry would not shorten the prompt.
  if (kind !== "context_overflow")
    options.push({
      id: "retry",
      label: "Try again",
      consequence: "The failed turn is taken again, by the same model.",
    });
  if (canConclude(now.state)) options.push(END);
  return options.some(({ id }) => id !== "retry") ? options : [...options, GIVE_UP];
}

const END: Option = {
  id: "end",
  label: "End now",
  consequence:
    "No further round is held, and the debate concludes on what there is. The result is marked degraded and names who failed.",
};
const GIVE_UP: Option = {
  id: "error",
  label: "Leave it in error",
  consequence: "Nothing is lost: the debate shows the fault, and `retry` and `stop` stay possible.",
};

function judgeOptions(now: Now): Option[] {
  return [
    {
      id: "replace",
      label: "Take another judge",
      consequence: "The model that you name judges from now on; what was judged before stays.",
      params: { model: "The judge's model, provider/model" },
    },
    {
      id: "continue",
      label: "Go on without a judge",
      consequence: "Nobody assesses or rules from now on, and the result says so: it names no winner.",
    },
    ...(canConclude(now.state) ? [END] : []),
  ];
}

function defaultOf(options: Option[], { overflow, isJudge }: { overflow: boolean; isJudge: boolean }): Option["id"] {
  const order =
    isJudge && !overflow
      ? (["continue"] as const)
      : overflow
        ? (["end", "continue", "drop", "error"] as const)
        : (["drop", "end", "error"] as const);
  return order.find((id) => options.some((o) => o.id === id)) ?? "error";
}

/** What the debate waits for from its owner; null if nothing. */
export function pendingOf(state: DebateState): PendingAnswers | PendingDecision | null {
  const { decision } = state;
  if (decision && state.status === "awaiting_decision") return { type: "decision", decision: decision.asked };
  return pendingAnswersOf(state);
}

/** `unknown`: there was no such decision; `made`: it is closed. */
export function standingOf(state: DebateState, id: string): "open" | "made" | "unknown" {
  if (state.status === "awaiting_decision" && state.decision?.asked.id === id) return "open";
  const number = Number(/^d([1-9]\d{0,5})$/.exec(id)?.[1] ?? 0);
  return number >= 1 && number <= (state.decisionsAsked ?? 0) ? "made" : "unknown";
}

/** Why this choice is rejected, each fault with its pointer. Whether the model exists is checked elsewhere. */
export function choiceProblems(decision: Decision, choice: { option?: unknown; params?: unknown }): Problem[] {
  const found = decision.options.find(({ id }) => id === choice.option);
  if (!found) {
    const ids = decision.options.map(({ id }) => id).join(", ");
    return [{ pointer: "/option", detail: `is no option of this decision: one of ${ids}` }];
  }
  const params = (choice.params ?? {}) as Record<string, unknown>;
  if (typeof params !== "object" || Array.isArray(params)) return [{ pointer: "/params", detail: "must be an object" }];
  const taken = Object.keys(found.params ?? {});
  const unknown = Object.keys(params).filter((name) => !taken.includes(name));
  const problems = unknown.map((name) => ({
    pointer: pointerOf(name),
    detail: `the option ${found.id} does not take it`,
  }));
  if (found.id === "raise" && problems.length === 0) problems.push(...raiseProblems(params));
  const { model } = params;
  if (taken.includes("model") && (typeof model !== "string" || !isModelName(model)))
    problems.push({ pointer: "/params/model", detail: "must be provider/model, for example openai/gpt-5.5" });
  return problems;
}

function pointerOf(name: string): string {
  return `/params/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function remedyOf(now: Now, { option, params }: Pick<Choice, "option" | "params">): Remedy {
  const { decision } = now.state;
  const { participantId } = decision?.asked ?? {};
  switch (option) {
    case "drop":
      return { kind: "drop", ends: participantId !== undefined && !goesOnWithout(now, participantId) };
    case "replace": {
      const model = parseModel(String(params?.["model"] ?? ""));
      return model ? { kind: "replace", model } : { kind: "error" };
    }
    case "continue":
      return { kind: "skip" };
    case "end":
      return { kind: "end", drops: participantId !== undefined && canAnswer(now, participantId) };
    case "conclude":
      return { kind: "end", drops: false };
    case "summarize":
    case "truncate":
      return (
        squeezeFor(now, { participantId, room: decision?.room, turn: decision?.turn }, option) ?? { kind: "error" }
      );
    default:
      return { kind: option };
  }
}
