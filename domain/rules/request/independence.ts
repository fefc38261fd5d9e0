/**
 * Judges prefer their own model family. Finds judges that are, or are related to, a debater's model
 * (docs/design/debate.md#113-judging).
 */
import { type Catalogue, modelId, parseModel } from "../../shapes/catalogue/catalogue.ts";
import { familyOf } from "../../shapes/catalogue/family.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Families } from "../../shapes/schemas/families.ts";
import type { Problem, Warning } from "../../shapes/schemas/faults.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { inForce } from "../judges/in-force.ts";
import type { DebateRequest } from "./debate-request.ts";
import { membersOf } from "./judge.request.ts";
import type { ModelChoice } from "./model.request.ts";

/**
 * `state`: of a debate whose judge may have been replaced; left out: as configured.
 *
 * @example
 * familiesIn({ judge: { provider: "openai", model: "gpt-5.5" }, participants: [] }) // → { debaters: [], judges: ["openai"] }
 */
export function familiesIn(
  { judge, participants }: Pick<DebateConfig, "judge" | "participants">,
  state: Pick<DebateState, "judgeModel" | "panelOut"> = {},
): Families {
  const panel = state.panelOut ? undefined : judge?.panel;
  const judges = panel ?? (judge ? [inForce(judge, state)] : []);
  return { debaters: familiesOf(participants), judges: familiesOf(judges) };
}

function familiesOf(models: ModelRef[]): string[] {
  return [...new Set(models.map(familyOf))].toSorted();
}

type Debater = ModelRef & { name: string };

/** How a judge depends on a debater, as the end of a sentence; null if it does not. */
export function dependence(judge: ModelRef, debaters: Debater[]): string | null {
  const same = debaters.filter((p) => modelId(p) === modelId(judge)).map((p) => p.name);
  if (same.length > 0) return `also debates, as ${same.join(" and ")}`;
  const akin = debaters.filter((p) => familyOf(p) === familyOf(judge)).map((p) => p.name);
  return akin.length > 0 ? `is of the family ${familyOf(judge)}, as ${akin.join(" and ")} is` : null;
}

/** Demo models cause no warning. */
export function dependenceWarnings(
  { judge, participants }: Pick<DebateConfig, "judge" | "participants">,
  catalogue: Catalogue,
): Warning[] {
  if (!judge) return [];
  const judges = new Map([judge, ...(judge.panel ?? [])].map((model) => [modelId(model), model]));
  return [...judges.values()].flatMap((model) => {
    const how = catalogue.provider(model.provider)?.demo ? null : dependence(model, participants);
    return how ? [{ code: "judge-not-independent", detail: `the judge ${modelId(model)} ${how}` }] : [];
  });
}

/**
 * Several debaters, or a whole panel, of one family. Their errors go together, so that they count for fewer voices than
 * they are (Kim et al., Correlated Errors in Large Language Models, ICML 2025: models of one provider share more errors).
 * Demo models cause no warning.
 */
export function familyWarnings(
  { judge, participants }: Pick<DebateConfig, "judge" | "participants">,
  catalogue: Catalogue,
): Warning[] {
  const groups = { debaters: participants, "judges of the panel": judge?.panel ?? [] };
  return Object.entries(groups).flatMap(([who, models]) => {
    const families = new Set(models.map(familyOf));
    const [family] = families;
    if (models.length < 2 || families.size > 1 || models.some((m) => catalogue.provider(m.provider)?.demo)) return [];
    const detail = `all ${who} are of the family ${family}: models of one family tend to err alike`;
    return [{ code: "one-family", detail }];
  });
}

/** Seats of one model are kept as they were asked for. Demo models cause no warning. */
export function repeatWarnings({ judge }: Pick<DebateConfig, "judge">, catalogue: Catalogue): Warning[] {
  const panel = judge?.panel ?? [];
  return [...Map.groupBy(panel, modelId)].flatMap(([id, [model, ...more]]) => {
    if (!model || more.length === 0 || catalogue.provider(model.provider)?.demo) return [];
    const detail = `${id} has ${more.length + 1} of the panel's ${panel.length} seats: votes of one model err alike and say little more than one of them`;
    return [{ code: "panel-repeats", detail }];
  });
}

/** With `requireIndependent`, rejects every model that may become a judge and depends on a debater. */
export function dependenceProblems({ judge, participants = [], policies }: Partial<DebateRequest>): Problem[] {
  if (!judge?.requireIndependent) return [];
  const debaters = participants.flatMap(({ model, fallbacks = [], name }) =>
    [model, ...fallbacks].flatMap((one) => {
      const ref = parseModel(modelNameIn(one));
      return ref ? [{ ...ref, name }] : [];
    }),
  );
  const judges: [string, ModelChoice][] = [
    ["/judge/model", judge.model],
    ...membersOf(judge).map((model, i): [string, ModelChoice] => [`/judge/panel/${i}`, model]),
    ...(policies?.fallbackJudges ?? []).map((model, i): [string, ModelChoice] => [
      `/policies/fallbackJudges/${i}`,
      model,
    ]),
  ];
  return judges.flatMap(([pointer, model]) => refusalOf(parseModel(modelNameIn(model)), { debaters, pointer }));
}

/** The same check for judges named later, by a decision or changed policies. */
export function laterJudgeProblems(
  { requireIndependent, participants }: { requireIndependent?: true | undefined; participants: Debater[] },
  judges: { pointer: string; model: ModelRef }[],
): Problem[] {
  if (!requireIndependent) return [];
  return judges.flatMap(({ pointer, model }) => refusalOf(model, { debaters: participants, pointer }));
}

function refusalOf(judge: ModelRef | null, { debaters, pointer }: { debaters: Debater[]; pointer: string }): Problem[] {
  const how = judge && dependence(judge, debaters);
  return how ? [{ pointer, detail: `is not independent: it ${how}` }] : [];
}
