/** What somebody may have meant who wrote a field, or one of several values, that does not exist. */
import { z } from "zod";
import { isObject } from "../../base/is-object.ts";
import { didYouMean } from "../../base/text/nearest.text.ts";

/** Names that other tools have, in small letters without `_` and `-`. */
const ELSEWHERE: Record<string, string[]> = {
  agents: ["participants"],
  budget: ["maxCostUsd"],
  cost: ["maxCostUsd"],
  debaters: ["participants"],
  instruction: ["instructions"],
  maxcost: ["maxCostUsd"],
  maxoutput: ["maxOutputTokens"],
  models: ["participants"],
  motion: ["topic"],
  panelists: ["participants"],
  problem: ["topic"],
  prompt: ["topic", "systemPrompt"],
  question: ["topic"],
  rounds: ["maxRounds"],
  speakers: ["participants"],
  stance: ["position"],
  system: ["systemPrompt"],
  timeout: ["turnTimeoutSeconds"],
  turns: ["maxRounds"],
};

type Unknown = z.core.$ZodIssueUnrecognizedKeys;

/** The fields that may stand where the unknown one does; of an object in it as `limits.maxCostUsd`. */
export function knownTo(issue: Unknown): string[] {
  const { known } = issue as Unknown & { known?: unknown };
  return Array.isArray(known) ? known.map(String) : [];
}

/** Where an option of a model belongs that stands beside `model`; undefined: it is none. `at`: the pointer of its object. */
export function placeInModel(name: string, issue: Unknown, at: string): string | undefined {
  if (!knownTo(issue).includes(`model.${name}`)) return undefined;
  const { inside } = issue as Unknown & { inside?: unknown };
  const place = `${at}/model/${name}`;
  return Array.isArray(inside) && inside.includes(name)
    ? `differs from ${place}, where it belongs: give it there alone`
    : `belongs in ${place}`;
}

/** "unknown field", with the field that was probably meant. */
export function unknownField(name: string, known: string[]): string {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, "");
  const last = (field: string) => field.slice(field.lastIndexOf(".") + 1);
  const same = known.find((field) => last(field).toLowerCase() === plain);
  const aliases = Object.hasOwn(ELSEWHERE, plain) ? (ELSEWHERE[plain] ?? []) : [];
  const other = aliases.flatMap((alias) => known.find((field) => last(field) === alias) ?? [])[0];
  const meant = same ?? other;
  if (meant !== undefined) return `unknown field; did you mean ${meant}?`;
  const beside = known.filter((field) => !field.includes("."));
  return `unknown field${didYouMean(name, beside)}`;
}

/** Zod says neither which fields an object has nor what was given: both are only known while the issue is made. */
function noted(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "unrecognized_keys")
    Object.assign(issue, { known: fieldsOf(issue.inst), inside: inModel(issue.input) });
  if (issue.code !== "invalid_value" || typeof issue.input !== "string") return undefined;
  const values = issue.values.map(String);
  const hint = values.length > 1 ? didYouMean(issue.input, values) : "";
  return hint ? `must be one of ${values.join(", ")}${hint}` : undefined;
}

function fieldsOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const inner = Object.entries(schema.shape).flatMap(([name, field]) => {
    const part = objectIn(field);
    return part ? Object.keys(part.shape).map((own) => `${name}.${own}`) : [];
  });
  return [...Object.keys(schema.shape), ...inner];
}

/** A model is a name or an object: the fields of the object count. */
function objectIn(field: unknown): z.ZodObject | undefined {
  const part = unwrapped(field);
  const branches = part instanceof z.ZodUnion ? part.options.map(unwrapped) : [part];
  return branches.find((branch) => branch instanceof z.ZodObject);
}

function inModel(input: unknown): string[] {
  const model = isObject(input) ? input["model"] : undefined;
  return isObject(model) ? Object.keys(model) : [];
}

function unwrapped(field: unknown): unknown {
  let part = field;
  while (part instanceof z.ZodOptional || part instanceof z.ZodDefault || part instanceof z.ZodNullable)
    part = part.unwrap();
  return part;
}

z.config({ customError: noted });
