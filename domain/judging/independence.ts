/** Judges prefer their own family: whether a judge is one of the debaters' models, or akin to one (spec §1.13). Pure. */
import { type Catalogue, modelId, parseModel } from "../catalogue.ts";
import type { DebateConfig } from "../config.ts";
import type { ModelRef } from "../plan.ts";
import type { DebateRequest } from "../request.ts";
import type { Problem, Warning } from "../schemas/faults.ts";

/** Whose models begin like this, also where another provider serves them. */
const FAMILIES: Record<string, string> = {
  claude: "anthropic",
  gpt: "openai",
  chatgpt: "openai",
  o: "openai",
  gemini: "google",
  gemma: "google",
  mistral: "mistral",
  ministral: "mistral",
  magistral: "mistral",
  mixtral: "mistral",
  codestral: "mistral",
  llama: "meta",
};
/** They serve models of many families. */
const HOSTS = ["openrouter", "ollama", "openai-compatible"];

/** The family of a model: by its name where that tells, else by who makes it, else by who serves it. */
export function familyOf({ provider, model }: ModelRef): string {
  const parts = model.toLowerCase().split("/");
  const known = FAMILIES[/^[a-z]+/.exec(parts.at(-1) ?? "")?.[0] ?? ""];
  if (known) return known;
  if (!HOSTS.includes(provider)) return provider;
  return parts.length > 1 ? (parts[0] ?? provider) : (/^[a-z]+/.exec(parts[0] ?? "")?.[0] ?? provider);
}

type Debater = ModelRef & { name: string };

/** How a judge depends on a debater: one sentence's end, or null when it does not. */
function dependence(judge: ModelRef, debaters: Debater[]): string | null {
  const same = debaters.filter((p) => modelId(p) === modelId(judge)).map((p) => p.name);
  if (same.length > 0) return `also debates, as ${same.join(" and ")}`;
  const akin = debaters.filter((p) => familyOf(p) === familyOf(judge)).map((p) => p.name);
  return akin.length > 0 ? `is of the family ${familyOf(judge)}, as ${akin.join(" and ")} is` : null;
}

/** Of canned models nothing has to be said. */
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

/** With `requireIndependent` every model that may come to judge is refused where it depends on a debater. */
export function dependenceProblems({ judge, participants = [], policies }: Partial<DebateRequest>): Problem[] {
  if (!judge?.requireIndependent) return [];
  const debaters = participants.flatMap(({ model, name }) => {
    const id = typeof model === "string" ? model : model?.model;
    const ref = typeof id === "string" ? parseModel(id) : null;
    return ref ? [{ ...ref, name }] : [];
  });
  const judges: [string, string][] = [
    ["/judge/model", judge.model],
    ...(judge.panel ?? []).map((model, i): [string, string] => [`/judge/panel/${i}`, model]),
    ...(policies?.fallbackJudges ?? []).map((choice, i): [string, string] => {
      const model = typeof choice === "string" ? choice : choice.model;
      return [`/policies/fallbackJudges/${i}`, model];
    }),
  ];
  return judges.flatMap(([pointer, id]) => refusalOf(parseModel(id), { debaters, pointer }));
}

/** The same of models that come to judge later, by a decision or a change of the policies. Pointers are theirs. */
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
