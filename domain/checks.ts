/** Every fault of a request at once, each with its pointer (spec §2.2). */
import type { z } from "zod";
import { budgetProblems } from "./budget/problems.ts";
import { areDemo, missingRoles, modelForAdded } from "./cast.ts";
import { type Catalogue, parseModel } from "./catalogue.ts";
import { configOf } from "./configure.ts";
import { hasJudge } from "./formats/format.ts";
import { FORMATS_BY_NAME } from "./formats/registry.ts";
import { issueText } from "./issue-text.ts";
import { criteriaProblems } from "./judging/criteria-problems.ts";
import { dependenceProblems } from "./judging/independence.ts";
import { DebateRequest, LIMITS, NOT_YET } from "./request.ts";
import type { Problem } from "./schemas/faults.ts";

type ParticipantInput = DebateRequest["participants"][number];

export type CheckedRequest = { request: DebateRequest; problems: [] } | { request: null; problems: Problem[] };

/** Checks a body against the schema and against what no schema can say. Pure. */
export function checkRequest(body: unknown, catalogue: Catalogue): CheckedRequest {
  const refused = unlanded(body);
  const parsed = DebateRequest.safeParse(body);
  const faults = parsed.success ? [] : faultsOf(parsed.error, refused);
  // Rules that reach over several fields are checked on whatever parsed, so that every fault is named at once.
  const crossing = crossChecks(parsed.success ? parsed.data : partially(body), catalogue);
  const overspent = parsed.success ? budgetProblems(configOf(parsed.data, catalogue), catalogue) : [];
  const problems = unique([...refused, ...faults, ...crossing, ...overspent]);
  return parsed.success && problems.length === 0 ? { request: parsed.data, problems: [] } : { request: null, problems };
}

/** The judge given, else `demo/judge` when all participants are demo models, else the defaults (§1.4). */
export function judgeModel(request: Partial<DebateRequest>, catalogue: Catalogue): string | null {
  if (!hasJudge(request.format)) return null;
  if (request.judge) return request.judge.model;
  return areDemo(request.participants ?? [], catalogue) ? "demo/judge" : catalogue.defaultJudgeModel();
}

export function crossChecks(request: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const participants = request.participants ?? [];
  const problems = participants.flatMap((p, i) => [
    ...modelProblems(p.model, `/participants/${i}/model`, catalogue),
    ...repeated(participants, i),
  ]);
  if (request.judge) problems.push(...modelProblems(request.judge.model, "/judge/model", catalogue));
  else if (hasJudge(request.format) && participants.length > 0 && judgeModel(request, catalogue) === null)
    problems.push({
      pointer: "/judge",
      detail: "a judge is needed: give judge.model, or set DEFAULT_JUDGE_MODEL, DEFAULT_MODEL or a provider's key",
    });
  if (missingRoles(request).length > 0 && modelForAdded(request, catalogue) === null)
    problems.push({
      pointer: "/participants",
      detail: `nobody has the role ${missingRoles(request).join(", ")}: give participants, or set DEFAULT_MODEL or a provider's key`,
    });
  const { summarizerModel } = request.contextWindow ?? {};
  if (summarizerModel) problems.push(...modelProblems(summarizerModel, "/contextWindow/summarizerModel", catalogue));
  problems.push(...benchProblems(request, catalogue));
  problems.push(...policyProblems(request, catalogue), ...exhibitProblems(request));
  const rules = request.format ? FORMATS_BY_NAME[request.format] : undefined;
  if (rules) problems.push(...rules.problems({ ...request, participants }), ...controlArmProblems(request));
  return problems;
}

/** What is wrong with a judge that was given, by itself and beside the participants. */
export function judgeProblems(request: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const own = request.judge ? modelProblems(request.judge.model, "/judge/model", catalogue) : [];
  return [...own, ...benchProblems(request, catalogue)];
}

/** There is nothing to be unanimous about where nobody answers alone. */
function controlArmProblems({ controlArm, skipIfUnanimous }: Partial<DebateRequest>): Problem[] {
  if (!skipIfUnanimous || controlArm) return [];
  return [{ pointer: "/skipIfUnanimous", detail: "needs controlArm: true" }];
}

function benchProblems(request: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const panel = (request.judge?.panel ?? []).flatMap((model, i) =>
    modelProblems(model, `/judge/panel/${i}`, catalogue),
  );
  return [...panel, ...dependenceProblems(request), ...criteriaProblems(request)];
}

/** Whoever may have to judge must be a model that can be asked; without a judge there is nothing to say of it. */
export function policyProblems({ policies, format }: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const { fallbackJudges = [] } = policies ?? {};
  const problems = fallbackJudges.flatMap((model, i) =>
    modelProblems(model, `/policies/fallbackJudges/${i}`, catalogue),
  );
  if (hasJudge(format)) return problems;
  const named = (["onJudgeFailure", "fallbackJudges"] as const).filter((name) => policies?.[name] !== undefined);
  return [...problems, ...named.map((name) => ({ pointer: `/policies/${name}`, detail: `${format} has no judge` }))];
}

/** Titles are labels, which differ in a debate; what all are to read together has a limit (§2.2). */
function exhibitProblems({ exhibits = [], context = "" }: Partial<DebateRequest>): Problem[] {
  const problems = exhibits.flatMap(({ title }, i): Problem[] =>
    exhibits.slice(0, i).some((other) => other.title.toLowerCase() === title.toLowerCase())
      ? [{ pointer: `/exhibits/${i}/title`, detail: `the title "${title}" is taken: titles must differ` }]
      : [],
  );
  const size = exhibits.reduce((sum, { text }) => sum + text.length, context.length);
  if (exhibits.length > 0 && size > LIMITS.background) {
    const detail = `context and exhibits together may have ${LIMITS.background} characters, not ${size}`;
    problems.push({ pointer: "/exhibits", detail });
  }
  return problems;
}

/** What keeps a model from being asked: an unknown provider, or one without a key. */
export function modelProblems(choice: ParticipantInput["model"], pointer: string, catalogue: Catalogue): Problem[] {
  const id = typeof choice === "string" ? choice : choice?.model;
  const at = typeof choice === "string" ? pointer : `${pointer}/model`;
  const ref = typeof id === "string" ? parseModel(id) : null;
  if (!ref) return [];
  const provider = catalogue.provider(ref.provider);
  if (!provider) {
    const known = catalogue.providers().map((p) => p.id);
    return [{ pointer: at, detail: `unknown provider "${ref.provider}": one of ${known.join(", ")}` }];
  }
  if (provider.isAuthenticated) return [];
  return [{ pointer: at, detail: `no key for ${provider.name}: set ${provider.keyVariable} and restart the server` }];
}

/** Names and ids are unique in a debate, letter case aside. */
function repeated(participants: DebateRequest["participants"], i: number): Problem[] {
  const idOf = (p: ParticipantInput, at: number) => p.id ?? `p${at + 1}`;
  const before = participants.slice(0, i);
  const me = participants[i];
  if (!me) return [];
  const problems: Problem[] = [];
  const name = me.name?.toLowerCase?.();
  if (name !== undefined && before.some((p) => p.name?.toLowerCase?.() === name))
    problems.push({ pointer: `/participants/${i}/name`, detail: `the name "${me.name}" is taken: names must differ` });
  if (before.some((p, at) => idOf(p, at) === idOf(me, i)))
    problems.push({ pointer: `/participants/${i}/id`, detail: `the id "${idOf(me, i)}" is taken: ids must differ` });
  return problems;
}

/** Fields that the specification promises and this version refuses. */
export function unlanded(body: unknown): Problem[] {
  const at = (value: unknown, path: string, names: readonly string[]): Problem[] => {
    if (typeof value !== "object" || value === null) return [];
    return names
      .filter((name) => name in value)
      .map((name) => ({ pointer: `${path}/${name}`, detail: "is not supported by this version yet" }));
  };
  const field = (name: string) => (body as Record<string, unknown> | null)?.[name];
  const participants = Array.isArray(field("participants")) ? (field("participants") as unknown[]) : [];
  return [
    ...at(body, "", NOT_YET[""] ?? []),
    ...at(field("judge"), "/judge", NOT_YET["/judge"] ?? []),
    ...at(field("contextWindow"), "/contextWindow", NOT_YET["/contextWindow"] ?? []),
    ...at(field("limits"), "/limits", NOT_YET["/limits"] ?? []),
    ...at(field("policies"), "/policies", NOT_YET["/policies"] ?? []),
    ...participants.flatMap((p, i) => at(p, `/participants/${i}`, NOT_YET["/participants/*"] ?? [])),
  ];
}

/** Zod's issues as pointers; an unknown key that is already named as not landed is not named twice. */
export function faultsOf(error: z.ZodError, known: Problem[] = []): Problem[] {
  const pointer = (path: readonly PropertyKey[]) =>
    path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const faults = error.issues.flatMap((issue): Problem[] => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), detail: "unknown field" }));
    if (issue.code === "invalid_union") return unionFaults(issue, pointer);
    return [{ pointer: pointer(issue.path), detail: issueText(issue) }];
  });
  return faults.filter((fault) => !known.some((k) => k.pointer === fault.pointer));
}

/** Of a union's branches, the one that came nearest says what is wrong. */
function unionFaults(
  issue: Extract<z.core.$ZodIssue, { code: "invalid_union" }>,
  pointer: (path: readonly PropertyKey[]) => string,
): Problem[] {
  const depth = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map((i) => i.path.length));
  const typed = issue.errors.filter((e) => !e.some((i) => i.code === "invalid_type" && i.path.length === 0));
  const nearest = typed.toSorted((a, b) => depth(b) - depth(a))[0];
  if (!nearest) return [{ pointer: pointer(issue.path), detail: issueText(issue) }];
  return nearest.flatMap((inner): Problem[] =>
    inner.code === "unrecognized_keys"
      ? inner.keys.map((key) => ({ pointer: pointer([...issue.path, ...inner.path, key]), detail: "unknown field" }))
      : [{ pointer: pointer([...issue.path, ...inner.path]), detail: issueText(inner) }],
  );
}

/** What of a faulty body can still be looked at: each field of the schema alone. */
export function partially(body: unknown): Partial<DebateRequest> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const whole: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(DebateRequest.shape)) {
    const value = (body as Record<string, unknown>)[name];
    const parsed = schema.safeParse(value);
    if (parsed.success && parsed.data !== undefined) whole[name] = parsed.data;
    else if (name === "participants" && Array.isArray(value)) whole[name] = value.filter(isObject);
  }
  return whole;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function unique(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((p) => !seen.has(p.pointer) && seen.add(p.pointer));
}
