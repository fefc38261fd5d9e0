/** Makes and changes configurations of drafts and running debates. A merge patch applies to the stored request. */
import { isObject } from "../../base/is-object.ts";
import { withAutoFormat } from "../../rules/request/auto-format.ts";
import { DebateRequest } from "../../rules/request/debate-request.ts";
import { faultsOf } from "../../rules/request/faults.request.ts";
import { laterJudgeProblems } from "../../rules/request/independence.ts";
import { withOptionsInModel } from "../../rules/request/options-in-model.ts";
import { patched } from "../../rules/request/patched.ts";
import { pointersAsSent, takesPart } from "../../rules/request/taking-part.ts";
import { withUsualModels } from "../../rules/seats/usual-models.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { Status } from "../../shapes/lifecycle.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Durations } from "../../shapes/plan/plan.ts";
import { unique } from "../../shapes/problems.shape.ts";
import type { Problem, Warning } from "../../shapes/schemas/faults.schema.ts";
import { isReservedName } from "../../shapes/schemas/names.schema.ts";
import { unpricedProblems } from "./budget-problems.beginning.ts";
import { policyProblems } from "./checks.beginning.ts";
import { budgetOf, configOf, policiesOf, timeoutsOf } from "./configure.beginning.ts";
import { checkDraft } from "./draft.beginning.ts";
import { mergedParticipants, type OtherModels, withOtherModels } from "./other-models.ts";
import { plannedConfig } from "./planned.ts";
import { MAX_OUTPUT } from "./speakers-and-judge.ts";

/** `refused`: nothing is stored. `problems`: what keeps a draft from starting. */
export type Revised = { config: DebateConfig; problems: Problem[] } | { config: null; refused: Problem[] };

/** Fields that may change once a debate has started. */
const AMENDABLE = ["tags", "limits", "webhook", "policies"];

/** A draft, if every field has the right shape. `defaults` are durations for missing fields. */
export function drafted(body: unknown, known: { catalogue: Catalogue; defaults: Durations }): Revised {
  const { body: ofFormat, taken: format } = withAutoFormat(body);
  const { body: named, taken } = withUsualModels(ofFormat, known.catalogue);
  const { request, refused, problems } = checkDraft(named, known.catalogue);
  if (!request) return { config: null, refused };
  const config =
    problems.length > 0
      ? configOf(unplanned(request), known.catalogue)
      : plannedConfig(request, known.catalogue).config;
  const warned = { ...config, warnings: [...format, ...taken, ...config.warnings] };
  return { config: withRequest(warned, named, known.defaults), problems };
}

/** Nothing can be counted while who debates or who judges may not fit. The request as it was sent is stored beside it. */
function unplanned(request: DebateRequest): DebateRequest {
  const isCounted = typeof request.controlArm === "object" && request.controlArm.calls === "equal";
  return isCounted ? { ...request, controlArm: true } : request;
}

/**
 * The configuration with the request it was made from.
 *
 * @example
 * withRequest({ topic: "Why?" }, { topic: "Why?" }, {}).request // → { topic: "Why?" }
 */
export function withRequest(config: DebateConfig, body: unknown, defaults: Durations): DebateConfig {
  return { ...config, request: body as Record<string, unknown>, defaults };
}

/** A draft changed by a merge patch. */
export function redrafted(config: DebateConfig, patch: unknown, catalogue: Catalogue): Revised {
  const refused = [...unsafe(patch), ...unsafe(config.request), ...starting(patch), ...secret(patch)];
  if (refused.length > 0 || !config.request || !config.defaults)
    return { config: null, refused: refused.length > 0 ? refused : [NOT_STORED] };
  const body = patched(config.request, patch);
  const revised = drafted(body, { catalogue, defaults: config.defaults });
  if (!revised.config) return revised;
  // What no request says stays.
  return { ...revised, config: { ...revised.config, ...picked(config, ["fenceKey", "preset", "share"]) } };
}

/** Fields of a patch that cannot change once the debate has started, or not in this status. */
export function fixedFields(patch: unknown, status: Status): Problem[] {
  const names = isObject(patch) ? Object.keys(patch) : [];
  return names
    .filter((name) => Object.hasOwn(DebateRequest.shape, name) && !AMENDABLE.includes(name))
    .filter((name) => name !== "participants" || status !== "error")
    .map((name) => ({ pointer: pointerOf(name), detail: FIXED[name] ?? "cannot change once the debate has started" }));
}

const FIXED: Record<string, string> = {
  participants: "cannot change once the debate has started; while it is in error, the participants' models can",
};

/** Changes a debate that has started. Only tags, limits and policies can change, and the models of one in error. */
export function amended(config: DebateConfig, patch: unknown, catalogue: Catalogue): Revised {
  if (!isObject(patch)) return { config: null, refused: [NO_OBJECT] };
  const unknown = Object.keys(patch)
    .filter((name) => !Object.hasOwn(DebateRequest.shape, name))
    .map((name) => ({ pointer: pointerOf(name), detail: "unknown field" }));
  const refused = unique([...unsafe(patch), ...unknown, ...secret(patch)]);
  if (refused.length > 0) return { config: null, refused };
  const before = config.request ?? { tags: config.tags };
  const { participants: seats, ...others } = patch;
  const merged = patched(before, others);
  const listed = seats === undefined ? null : mergedParticipants(merged["participants"], seats);
  if (seats !== undefined && !listed) return { config: null, refused: [NOT_THE_SAME] };
  const { body, moved } = withOptionsInModel(listed ? { ...merged, participants: listed } : merged);
  const request = body as Record<string, unknown>;
  const { tags, limits, policies } = request;
  const parsed = DebateRequest.pick({ tags: true, limits: true, policies: true }).safeParse({ tags, limits, policies });
  if (!parsed.success) return { config: null, refused: faultsOf(parsed.error) };
  const amiss = "policies" in patch ? fallbackProblems(config, parsed.data, catalogue) : [];
  if (amiss.length > 0) return { config: null, refused: amiss };
  const above = aboveShare(config, parsed.data.limits);
  if (above.length > 0) return { config: null, refused: above };
  const { decisionTimeoutMs: _before, ...rest } = config;
  const base = "policies" in patch ? { ...rest, ...policiesOf(parsed.data, config.judge) } : config;
  const changed = {
    ...base,
    ...(config.request && { request }),
    tags: parsed.data.tags ?? [],
    warnings: joined(moved, config.warnings),
  };
  const other: OtherModels = listed ? withOtherModels(config, request, catalogue) : {};
  if (other.refused) return { config: null, refused: other.refused };
  const settled = { ...changed, ...other };
  const next = "limits" in patch ? limited(settled, parsed.data.limits) : settled;
  const overspent = pointersAsSent(unpricedProblems(next, catalogue), sentIn(config));
  return overspent.length > 0 ? { config: null, refused: overspent } : { config: next, problems: [] };
}

/** A change that is made twice is warned of once. */
function joined(now: Warning[], before: Warning[]): Warning[] {
  return [...now.filter(({ detail }) => before.every((known) => known.detail !== detail)), ...before];
}

/** A debate of an experiment cannot take more of the experiment's budget than its share. */
function aboveShare({ share = {} }: DebateConfig, limits: DebateRequest["limits"] = {}): Problem[] {
  return (["maxCostUsd", "maxTokens"] as const).flatMap((name) => {
    const [most, wanted] = [share[name], limits[name]];
    if (most === undefined || wanted === undefined || wanted <= most) return [];
    const detail = `must be at most ${most}: the debate's share of its experiment's budget`;
    return [{ pointer: `/limits/${name}`, detail }];
  });
}

function fallbackProblems(
  { format, judge, participants }: DebateConfig,
  request: Pick<DebateRequest, "policies">,
  catalogue: Catalogue,
): Problem[] {
  const { fallbackJudges } = policiesOf(request, judge).policies;
  const judges = fallbackJudges.map((model, i) => ({ pointer: `/policies/fallbackJudges/${i}`, model }));
  return [
    ...policyProblems({ ...request, format }, catalogue),
    ...laterJudgeProblems({ requireIndependent: judge?.requireIndependent, participants }, judges),
  ];
}

function limited(config: DebateConfig, limits: DebateRequest["limits"] = {}): DebateConfig {
  const { turnTimeoutMs: _turn, judgeTimeoutMs: _judge, roundTimeoutMs: _round, ...others } = config;
  const { quorum: _quorum, budget: _budget, ...rest } = others;
  const { maxOutputTokens = MAX_OUTPUT.debater } = limits;
  const own = (index: number) => ownMaximum(config, index);
  // A length that is given holds, also where Parley had chosen a shorter one.
  const ids = limits.maxOutputTokens === undefined ? [] : config.participants.map(({ id }) => id);
  const { fitted } = config;
  return {
    ...rest,
    ...(fitted && { fitted: { ...fitted, given: [...new Set([...fitted.given, ...ids])] } }),
    ...timeoutsOf(limits),
    ...budgetOf(limits),
    participants: config.participants.map((p, i) => ({ ...p, maxOutputTokens: own(i) ?? maxOutputTokens })),
  };
}

/** The participants of the stored request, disabled ones included. */
function sentIn({ request }: Pick<DebateConfig, "request">): DebateRequest["participants"] {
  return ((request ?? {}) as Partial<DebateRequest>).participants ?? [];
}

function ownMaximum(config: DebateConfig, index: number): number | undefined {
  const model = sentIn(config).filter(takesPart)[index]?.model;
  return typeof model === "object" ? model.maxOutputTokens : undefined;
}

/** A webhook has a secret, which must not come by signal: Temporal's history would keep it. */
function secret(patch: unknown): Problem[] {
  const isThere = isObject(patch) && "webhook" in patch;
  return isThere ? [{ pointer: "/webhook", detail: "changes by PATCH over the API alone" }] : [];
}

function starting(patch: unknown): Problem[] {
  if (!isObject(patch)) return [NO_OBJECT];
  return "start" in patch ? [{ pointer: "/start", detail: "give the command `start` instead" }] : [];
}

const NOT_THE_SAME: Problem = {
  pointer: "/participants",
  detail: "must list the same participants in the same order; what is left out of one stays",
};
const NO_OBJECT: Problem = { pointer: "", detail: "must be an object" };
export const NOT_STORED: Problem = { pointer: "", detail: "what was asked for is not stored with this debate" };

/** Reserved names at any depth, which a merge would mishandle. */
export function unsafe(value: unknown, pointer = ""): Problem[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = pointer + pointerOf(name);
    return isReservedName(name) ? [{ pointer: at, detail: "is no name that can be patched" }] : unsafe(inner, at);
  });
}

/**
 * The JSON pointer (RFC 6901) of a field.
 *
 * @example
 * pointerOf("a/b") // → "/a~1b"
 */
export function pointerOf(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
