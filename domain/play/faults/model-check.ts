/** What a test call says about a model, before a debate depends on it. */
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { likeModels } from "../../shapes/catalogue/nearest-models.ts";
import type { FaultKind } from "../../shapes/faults/kinds.shape.ts";
import type { Problem, Warning } from "../../shapes/schemas/faults.schema.ts";

/** `fails`: the debate would fail in the same way; `unknown`: a later call may succeed. `why` is for its owner. */
export type ModelCheck = { outcome: "answers" } | { outcome: "fails" | "unknown"; why: string };

/** A model that gives an unusable answer to a test has answered: it knows the key and the model. */
const OUTCOMES: Record<FaultKind, ModelCheck["outcome"]> = {
  network: "unknown",
  rate_limit: "unknown",
  api_error: "unknown",
  timeout: "unknown",
  round_timeout: "unknown",
  internal: "unknown",
  quota_exceeded: "unknown",
  invalid_response: "answers",
  context_overflow: "answers",
  authentication: "fails",
  validation: "fails",
  content_filter: "answers",
};
/** OpenAI refuses a reasoning model's call that ends within its thoughts. */
const ENDED_EARLY = /output limit was reached/i;

interface Fault {
  kind: FaultKind;
  message: string;
  suggestion: string;
}

export function checkedBy(fault: Fault, model: ModelRef, catalogue: Pick<Catalogue, "models">): ModelCheck {
  const outcome = ENDED_EARLY.test(fault.message) ? "answers" : OUTCOMES[fault.kind];
  if (outcome === "answers") return { outcome };
  if (outcome === "unknown") return { outcome, why: fault.message };
  const advice = fault.kind === "validation" ? likeNames(model, catalogue) : "";
  return { outcome, why: [`${fault.message}.`, advice, fault.suggestion].filter(Boolean).join(" ") };
}

/** Names of models like one that the catalogue does not know. */
function likeNames(model: ModelRef, catalogue: Pick<Catalogue, "models">): string {
  const like = likeModels(model, catalogue);
  return like.length > 0 ? `Known models with a name like it: ${like.join(", ")}.` : "";
}

export interface CheckedModel {
  model: ModelRef;
  pointers: string[];
  check: ModelCheck;
}

/** One problem for each field that names a model that fails, one warning for each model that could not be checked. */
export function findingsOf(checked: CheckedModel[]): { problems: Problem[]; warnings: Warning[] } {
  const problems = checked.flatMap(({ pointers, check }) =>
    check.outcome === "fails" ? pointers.map((pointer) => ({ pointer, detail: check.why })) : [],
  );
  const warnings = checked.flatMap(({ check }) =>
    check.outcome === "unknown" ? [{ code: "model-not-checked", detail: `${check.why}, so it was not checked` }] : [],
  );
  return { problems, warnings };
}
