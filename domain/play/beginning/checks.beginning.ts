/** Finds every problem of a request at once, each with its pointer. */

import { z } from "zod";
import { lookAlike } from "../../base/text/look-alikes.ts";
import { didYouMean } from "../../base/text/nearest.text.ts";
import { criteriaProblems } from "../../judge/criteria-problems.ts";
import { readAnswerText, whatIsRead } from "../../rules/answers/same.ts";
import { type GivenExhibit, isReference, textsOf } from "../../rules/exhibits/given.ts";
import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { protocolOf, takes } from "../../rules/protocols/registry.protocol.ts";
import { withAutoFormat } from "../../rules/request/auto-format.ts";
import { DebateRequest } from "../../rules/request/debate-request.ts";
import { faultsOf } from "../../rules/request/faults.request.ts";
import { dependenceProblems } from "../../rules/request/independence.ts";
import { membersOf } from "../../rules/request/judge.request.ts";
import { ParticipantRequest } from "../../rules/request/participant.ts";
import {
  type IsRefused,
  JUDGE_OPEN,
  ROLES_OPEN,
  refusalsIn,
  withoutLeaning,
} from "../../rules/request/refused-parts.ts";
import { ofThoseTakingPart, pointersAsSent } from "../../rules/request/taking-part.ts";
import { missingRoles, modelForAdded } from "../../rules/seats/fixed-roles.ts";
import { formatProblems } from "../../rules/seats/format-problems.ts";
import { hasJudge, judgeModel } from "../../rules/seats/judge-model.ts";
import { toolProblems } from "../../rules/tools/problems.rules.ts";
import { type Catalogue, modelId, parseModel } from "../../shapes/catalogue/catalogue.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import type { Option } from "../../shapes/define-option.ts";
import { OPTIONS } from "../../shapes/options.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { capped, unique } from "../../shapes/problems.shape.ts";
import { TEXT } from "../../shapes/schemas/answer-form.ts";
import { MOST_CALLS } from "../../shapes/schemas/control-arm.schema.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { exclusionProblems } from "./exclusions.beginning.ts";
import { plannedConfig } from "./planned.ts";
import { audienceQuorumProblems, panelQuorumProblems, quorumProblems } from "./quorum.beginning.ts";

type ParticipantInput = DebateRequest["participants"][number];

export type CheckedRequest = { request: DebateRequest; problems: [] } | { request: null; problems: Problem[] };

/**
 * Checks a body against the schema and against what no schema can say. Returns the request of those who take part.
 *
 * @example
 * checkRequest({ topic: "Why?" }, demo).problems[0].pointer // → "/participants"
 */
export function checkRequest(given: unknown, catalogue: Catalogue): CheckedRequest {
  const { body } = withAutoFormat(given);
  const parsed = DebateRequest.safeParse(body);
  const faults = parsed.success ? [] : faultsOf(parsed.error);
  // Rules over several fields are checked on the parts that parsed, so that one refusal names every problem.
  const sent = parsed.success ? parsed.data : partially(body);
  const request = parsed.success ? ofThoseTakingPart(parsed.data) : null;
  const crossing = crossChecks(request ?? ofThoseTakingPart(sent), catalogue, faults);
  // Who debates and who judges must fit before anything is planned from it.
  const planned = request && crossing.length === 0 ? plannedConfig(request, catalogue) : null;
  const overspent = planned ? [...callProblems(planned.config), ...planned.problems] : [];
  const found = pointersAsSent([...crossing, ...overspent], sent.participants);
  const problems = capped(unique([...faults, ...found]));
  return request && problems.length === 0 ? { request, problems: [] } : { request: null, problems };
}

/** `valid`: the parts that parsed, of those who take part. `faults`: what the schema refused of the others. */
export function crossChecks(valid: Partial<DebateRequest>, catalogue: Catalogue, faults: Problem[] = []): Problem[] {
  const isRefused = refusalsIn(faults);
  const request = withoutLeaning(valid, isRefused);
  const participants = request.participants ?? [];
  if (request.preset !== undefined) return [{ pointer: "/preset", detail: "is taken only when a debate is created" }];
  const problems = participants.flatMap(({ model, fallbacks = [] }, i) => [
    ...modelProblems(model, `/participants/${i}/model`, catalogue),
    ...fallbacks.flatMap((one, j) => modelProblems(one, `/participants/${i}/fallbacks/${j}`, catalogue)),
  ]);
  problems.push(...repeated(participants), ...promptProblems(request, isRefused), ...toolProblems(request, catalogue));
  if (request.judge) problems.push(...modelProblems(request.judge.model, "/judge/model", catalogue));
  else if (
    !isRefused(JUDGE_OPEN) &&
    hasJudge(request.format) &&
    participants.length > 0 &&
    judgeModel(request, catalogue) === null
  )
    problems.push({
      pointer: "/judge",
      detail: "a judge is needed: give judge.model, or set DEFAULT_JUDGE_MODEL, DEFAULT_MODEL or a provider's key",
    });
  if (!isRefused(ROLES_OPEN) && missingRoles(request).length > 0 && modelForAdded(request, catalogue) === null)
    problems.push({
      pointer: "/participants",
      detail: `nobody has the role ${missingRoles(request).join(", ")}: give participants, or set DEFAULT_MODEL or a provider's key`,
    });
  const { summarizerModel } = request.contextWindow ?? {};
  if (summarizerModel) problems.push(...modelProblems(summarizerModel, "/contextWindow/summarizerModel", catalogue));
  problems.push(...benchProblems(request, catalogue));
  const voters = (request.audience || undefined)?.models ?? [];
  problems.push(...audienceQuorumProblems(request));
  problems.push(...voters.flatMap((model, i) => modelProblems(model, `/audience/models/${i}`, catalogue)));
  problems.push(...policyProblems(request, catalogue), ...exhibitProblems(request));
  const rules = request.format ? FORMATS_BY_NAME[request.format] : undefined;
  if (rules)
    problems.push(
      ...formatProblems(rules, { ...request, participants }),
      ...expectedProblems(request),
      ...questionProblems(request),
      ...quorumProblems(request),
      ...exclusionProblems(request),
      ...needProblems(request),
    );
  return problems;
}

/** Problems of a given judge, alone and with these participants. */
export function judgeProblems(request: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const own = request.judge ? modelProblems(request.judge.model, "/judge/model", catalogue) : [];
  return [...own, ...benchProblems(request, catalogue)];
}

/** A control arm or a question can be compared with a known answer. */
function expectedProblems(request: Partial<DebateRequest>): Problem[] {
  if (request.controlArm || isQuestion(request) || request.expected === undefined) return [];
  return [{ pointer: "/expected", detail: "needs controlArm: true" }];
}

/** Options that mean nothing without another one. What the format does not take is told by it. */
function needProblems(request: Partial<DebateRequest>): Problem[] {
  const { format } = request;
  const asked: Record<string, unknown> = {
    ...request,
    judging: request.judging ?? (format && FORMATS_BY_NAME[format].judging),
  };
  return Object.entries<Option>(OPTIONS).flatMap(([path, { needs }]): Problem[] => {
    const given = path
      .split("/")
      .reduce((part: unknown, key) => (part as Record<string, unknown> | undefined)?.[key], asked);
    if (!needs || given === undefined || given === false || (format && !takes(protocolOf({ format }), path))) return [];
    const { option, value } = needs;
    const isThere = value === true ? Boolean(asked[option]) : asked[option] === value;
    return isThere ? [] : [{ pointer: `/${path}`, detail: `needs ${option}: ${JSON.stringify(value)}` }];
  });
}

function isQuestion({ format }: Partial<DebateRequest>): boolean {
  return format !== undefined && takes(protocolOf({ format }), "weights");
}

/** The known answer to a question must be of its answers' form, and weights must be of all who take part. */
function questionProblems(request: Partial<DebateRequest>): Problem[] {
  const { answers = TEXT, expected, language } = request;
  if (!isQuestion(request)) return [];
  const isOther = expected !== undefined && readAnswerText(expected, answers, language) === null;
  return [
    ...(isOther ? [{ pointer: "/expected", detail: `must be ${whatIsRead(answers)}` }] : []),
    ...weightProblems(request),
    ...voteProblems(request),
  ];
}

/** What a vote leaves no room for, and what means nothing without one. */
function voteProblems({ vote, gate, weights, peers, anonymous, maxRounds }: Partial<DebateRequest>): Problem[] {
  const at = (isWrong: boolean, pointer: string, detail: string) => (isWrong ? [{ pointer, detail }] : []);
  if (!vote)
    return at(
      typeof gate === "object",
      "/gate",
      "needs vote: {}; without a vote, true ends the question when all first answers are the same",
    );
  const isAlone = "the debate after a vote shows everybody one answer of each kind, under a label";
  return [
    ...at(typeof weights === "object", "/weights", "count one answer of each participant, and a vote buys several"),
    ...at(peers !== undefined && peers !== "all", "/peers", `must be all with vote: ${isAlone}`),
    ...at(anonymous === false, "/anonymous", `must be true with vote: ${isAlone}`),
    ...at(Boolean(gate) && maxRounds === 1, "/gate", "needs a second round, for the debate: maxRounds is 1"),
  ];
}

function weightProblems({ weights, participants = [] }: Partial<DebateRequest>): Problem[] {
  if (typeof weights !== "object") return [];
  const ids = participants.map(({ id }, i) => id ?? `p${i + 1}`);
  const strange = Object.keys(weights).filter((id) => !ids.includes(id));
  const missing = ids.filter((id) => !Object.hasOwn(weights, id));
  return [
    ...strange.map((id) => ({ pointer: `/weights/${id}`, detail: `there is no participant ${id}` })),
    ...(missing.length > 0 ? [{ pointer: "/weights", detail: `lacks ${missing.join(", ")}: give all or none` }] : []),
  ];
}

/** As many answers as the debate has turns may be too many. */
function callProblems({ controlArm }: DebateConfig): Problem[] {
  if (typeof controlArm !== "object" || controlArm.calls <= MOST_CALLS) return [];
  const detail = `would be ${controlArm.calls}, one for each turn: give a number of at most ${MOST_CALLS}`;
  return [{ pointer: "/controlArm/calls", detail }];
}

function benchProblems(request: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const panel = membersOf(request.judge).flatMap((model, i) => modelProblems(model, `/judge/panel/${i}`, catalogue));
  return [...panel, ...panelQuorumProblems(request), ...dependenceProblems(request), ...criteriaProblems(request)];
}

/** Fallback judges must be available models. A format without a judge takes no policies about one. */
export function policyProblems({ policies, format }: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  const { fallbackJudges = [] } = policies ?? {};
  const problems = fallbackJudges.flatMap((model, i) =>
    modelProblems(model, `/policies/fallbackJudges/${i}`, catalogue),
  );
  if (hasJudge(format)) return problems;
  const named = (["onJudgeFailure", "fallbackJudges"] as const).filter((name) => policies?.[name] !== undefined);
  return [...problems, ...named.map((name) => ({ pointer: `/policies/${name}`, detail: `${format} has no judge` }))];
}

/** Titles must differ, and all background together has a limit. */
function exhibitProblems({ exhibits = [], context = "" }: Partial<DebateRequest>): Problem[] {
  const titleOf = (given: GivenExhibit) => (isReference(given) ? null : given.title.toLowerCase());
  const problems = exhibits.flatMap((given, i): Problem[] =>
    !isReference(given) && exhibits.slice(0, i).some((other) => titleOf(other) === titleOf(given))
      ? [{ pointer: `/exhibits/${i}/title`, detail: `the title "${given.title}" is taken: titles must differ` }]
      : [],
  );
  const texts = textsOf(exhibits);
  const size = texts.reduce((sum, { text }) => sum + text.length, context.length);
  if (texts.length > 0 && size > LIMITS.background) {
    const detail = `context and exhibits together may have ${LIMITS.background} characters, not ${size}`;
    problems.push({ pointer: "/exhibits", detail });
  }
  return problems;
}

/** A model is unavailable if its provider is unknown or has no key. */
export function modelProblems(choice: ParticipantInput["model"], pointer: string, catalogue: Catalogue): Problem[] {
  const at = typeof choice === "string" ? pointer : `${pointer}/model`;
  const ref = parseModel(modelNameIn(choice));
  if (!ref) return [];
  const provider = catalogue.provider(ref.provider);
  if (!provider) {
    const known = catalogue.providers().map((p) => p.id);
    return [
      {
        pointer: at,
        detail: `unknown provider "${ref.provider}": one of ${known.join(", ")}${didYouMean(ref.provider, known)}`,
      },
    ];
  }
  if (provider.demo) return demoProblems(modelId(ref), at, catalogue);
  if (provider.isAuthenticated) return [];
  return [{ pointer: at, detail: `no key for ${provider.name}: set ${provider.keyVariable} and restart the server` }];
}

/** Whoever writes `demo/gpt-5.5` wants that model, and would get canned replies. */
function demoProblems(id: string, pointer: string, catalogue: Catalogue): Problem[] {
  const known = catalogue.models().flatMap((model) => (model.id.startsWith("demo/") ? [model.id] : []));
  if (known.length === 0 || known.includes(id)) return [];
  return [{ pointer, detail: `unknown demo model "${id}": one of ${known.join(", ")}` }];
}

/** No two names or ids may look alike: readers would confuse the participants. */
function repeated(participants: Partial<ParticipantInput>[]): Problem[] {
  if (participants.length > LIMITS.participants) return [];
  const ids = participants.map(({ id }, i) => id ?? `p${i + 1}`);
  const problem = (field: "name" | "id", values: (string | undefined)[], i: number): Problem[] => {
    const [own, other] = [values[i], values.slice(0, i).find((before) => isAlike(before, values[i]))];
    if (other === undefined) return [];
    const detail = own === other ? `"${own}" is taken` : `"${own}" looks like "${other}", which is taken`;
    return [{ pointer: `/participants/${i}/${field}`, detail: `the ${field} ${detail}: ${field}s must differ` }];
  };
  const names = participants.map(({ name }) => name);
  return participants.flatMap((_, i) => [...problem("name", names, i), ...problem("id", ids, i)]);
}

function promptProblems({ participants = [], judge }: Partial<DebateRequest>, isRefused: IsRefused): Problem[] {
  const parts = [
    ...participants.map((part, i) => [`/participants/${i}`, part] as const),
    ["/judge", judge ?? {}] as const,
  ];
  return parts.flatMap(([pointer, { systemPrompt, systemPromptFrom }]: readonly [string, Prompted]) =>
    systemPromptFrom !== undefined && systemPrompt === undefined && !isRefused(`${pointer}/systemPrompt`)
      ? [{ pointer: `${pointer}/systemPromptFrom`, detail: "says where a systemPrompt comes from: give that too" }]
      : [],
  );
}

interface Prompted {
  systemPrompt?: string | undefined;
  systemPromptFrom?: string | undefined;
}

/** False for other values than short texts: the schema refuses those. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  return one.length <= LIMITS.name && other.length <= LIMITS.name && lookAlike(one, other);
}

/** The valid fields of a body, and of each of its participants. */
export function partially(body: unknown): Partial<DebateRequest> {
  const whole = validFields(DebateRequest.shape, body) as Partial<DebateRequest>;
  const { participants } = (body ?? {}) as { participants?: unknown };
  if (whole.participants || !Array.isArray(participants) || participants.length > LIMITS.participants) return whole;
  const seats = participants.map((seat: unknown) => validFields(ParticipantRequest.shape, seat));
  return { ...whole, participants: seats as DebateRequest["participants"] };
}

function validFields(shape: z.ZodRawShape, value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const fields = Object.entries(shape).map(([name, schema]) => {
    const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return [name, z.safeParse(schema, given).data] as const;
  });
  return Object.fromEntries(fields.filter(([, parsed]) => parsed !== undefined));
}
