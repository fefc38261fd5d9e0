/**
 * Valid requests at random. The request's schema says what each field may be, the records of formats and protocols say who
 * takes part. What `checkRequest` refuses is taken out again, so that no rule is written down a second time.
 */
import fc from "fast-check";
import { z } from "zod";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { PROTOCOLS } from "../../../domain/rules/protocols/registry.protocol.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { MODEL_NAME } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { catalogueOf } from "../models/catalogue.ts";
import { SHORT } from "./plans.ts";

type Schema = z.core.JSONSchema.BaseSchema;
type Json = Record<string, unknown>;

const CATALOGUE = catalogueOf({ authenticated: ["openai", "anthropic", "mistral"] });
const MODELS = ["demo/debater", "openai/standard", "anthropic/standard", "mistral/standard"];
/** Elements of a list, and participants: with so many, all that can happen does. */
const MOST = 4;
const ROUNDS = 6;
/** Drawn in another way, or without a part in how a debate goes on. */
const APART = new Set(
  `topic format participants maxRounds minRounds output id name enabled side systemPromptFrom
  preset start language tools webhook tags metadata`.split(/\s+/),
);
/** No schema says what a JSON Schema must be. */
const OUTPUT = { schema: { type: "object", properties: { answer: { type: "string" } } } };

const { $defs: SCHEMAS = {} } = z.toJSONSchema(DebateRequest, { io: "input", unrepresentable: "any" });

function fieldsOf(name: string): Record<string, Schema> {
  const { properties } = SCHEMAS[name] ?? {};
  if (!properties) throw new Error(`the request's schema has no ${name}`);
  return properties as Record<string, Schema>;
}

/** Models are those of the catalogue, other texts are words, and numbers are at a bound, beside it or in the middle. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(SCHEMAS[schema.$ref.replace("#/$defs/", "")] as Schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valueOf));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number") return numberOf(schema);
  if (schema.type === "object") return recordOf((schema.properties ?? {}) as Record<string, Schema>, schema.required);
  if (schema.type === "array")
    return fc.array(valueOf(schema.items as Schema), { minLength: schema.minItems ?? 0, maxLength: MOST });
  return fc.constantFrom(...(schema.pattern === MODEL_NAME.source ? MODELS : ["Trams", "Cars"]));
}

function numberOf({
  type,
  exclusiveMinimum,
  minimum = Number(exclusiveMinimum ?? 0),
  maximum = 1_000,
}: Schema): fc.Arbitrary<number> {
  const middle = (minimum + maximum) / 2;
  return fc.constantFrom(minimum, minimum + 1, type === "integer" ? Math.round(middle) : middle, maximum);
}

/** Half of what may be left out is. */
function recordOf(fields: Record<string, Schema>, required: string[] = []): fc.Arbitrary<Json> {
  const drawn = Object.entries(fields).filter(([name]) => required.includes(name) || !APART.has(name));
  const values = drawn.map(([name, schema]) => {
    const value = valueOf(schema);
    return [name, required.includes(name) ? value : fc.option(value, { nil: undefined, freq: 2 })] as const;
  });
  return fc
    .record(Object.fromEntries(values))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}

const ANY_FIELDS = recordOf(fieldsOf("DebateRequest"));

/** All take part, under the ids that they get, with the sides or roles of the format. */
function participantsOf(format: FormatName): fc.Arbitrary<Json[]> {
  const { participants, sides, protocol } = FORMATS_BY_NAME[format];
  const { choices, field, fixed } = PROTOCOLS[protocol].seats;
  const { role: _role, ...fields } = fieldsOf("ParticipantRequest");
  const seat = (i: number): fc.Arbitrary<Json> => {
    if (field === null || choices.length === 0) return fc.constant({});
    const taken = fixed ? choices[i] : sides && choices[i % 2];
    return taken ? fc.constant({ [field]: taken }) : fc.record({ [field]: fc.constantFrom(...choices) });
  };
  const speaker = (i: number) =>
    fc
      .tuple(recordOf(fields, ["model"]), seat(i))
      .map(([given, own]) => ({ ...given, name: `Speaker ${i + 1}`, ...own }));
  const max = Math.min(participants.max, Math.max(participants.min, MOST));
  const all = fc.tuple(...Array.from({ length: max }, (_, i) => speaker(i)));
  return fc.tuple(all, fc.integer({ min: participants.min, max })).map(([seated, count]) => seated.slice(0, count));
}

/** At random few requests would have what a quorum needs around it. What the format does not take is taken out again. */
function withQuorums({ limits, judge, audience, ...others }: Json): Json {
  const quorum = { count: 1, graceSeconds: 60 };
  return {
    ...others,
    mode: "simultaneous",
    limits: { ...(limits as Json), quorum },
    judge: { model: MODELS[0], ...(judge as Json), panel: MODELS.slice(1), quorum },
    audience: { ...(audience as Json), voters: 3, quorum },
  };
}

/** A request for a debate of this format, with any of the options that it takes. */
export function validRequest(format: FormatName): fc.Arbitrary<DebateRequest> {
  const { min, max } = FORMATS_BY_NAME[format].rounds;
  const rounds = fc.integer({ min, max: Math.min(max, Math.max(min, ROUNDS)) });
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: ANY_FIELDS }, { weight: 1, arbitrary: ANY_FIELDS.map(withQuorums) }),
      participantsOf(format),
      fc.record({ maxRounds: rounds, minRounds: rounds, output: fc.constant(OUTPUT) }, { requiredKeys: ["maxRounds"] }),
    )
    .map(([given, participants, more]) =>
      withoutProblems({ ...given, topic: "Should cities ban cars?", format, participants, ...more }),
    );
}

function withoutProblems(drawn: Json): DebateRequest {
  const body = structuredClone(drawn);
  for (;;) {
    const { request, problems } = checkRequest(body, CATALOGUE);
    if (request) return request;
    const parts = new Set(problems.map(({ pointer }) => partAt(body, pointer)));
    if (parts.has("")) throw new Error(`no request is left: ${JSON.stringify(problems)}`);
    for (const part of [...parts].toReversed()) takeOut(body, part.split("/").slice(1));
  }
}

/** What a pointer names; where that is missing, the part that lacks it. */
function partAt(body: Json, pointer: string): string {
  let [value, part]: [unknown, string] = [body, ""];
  for (const key of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null || !(key in value)) break;
    value = (value as Json)[key];
    part += `/${key}`;
  }
  return part;
}

/** Does nothing where the part around it was taken out before. */
function takeOut(holder: Json | undefined, [key = "", ...rest]: string[]): void {
  if (!holder) return;
  if (rest.length > 0) takeOut(holder[key] as Json | undefined, rest);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** The plan of such a request, as its debate would have it. */
export function planOfRequest(request: DebateRequest): DebatePlan {
  const debate = { tenant: "default", debateId: "deb-20261121-120000-ABCDEF" };
  const config = configOf(request, CATALOGUE);
  return planOf({ ...debate, config, durations: SHORT, continueAfterEvents: 1_000 });
}
