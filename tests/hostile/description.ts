/** The API's own description as a test uses it: its routes, the fields of their bodies, and requests to them. */
import type { Hostile } from "./values.ts";

export interface Input {
  /** What is sent, for a person who reads of a failure. */
  name: string;
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | string;
}

export type Schema = {
  maxLength?: number;
  maxItems?: number;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
};
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Ids of debates that a test may harm: one that is over, and a draft. */
export interface Targets {
  over: string;
  draft: string;
}

export interface Route extends Operation {
  method: string;
  path: string;
}

const MODEL = /^(openai|anthropic)\//;
/** Routes whose debate must be one that can still be changed. */
const FOR_DRAFTS = new Set(["changeDebate", "validateDebate", "interject", "submitAnswers", "decide"]);
/** How deep fields are looked for: `judge.criteria[0].name` is 4. */
const DEEPEST = 4;
const JSON_TYPE = { "content-type": "application/json" };

export function routesOf({ paths }: Description): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

export function requestOf({ method, operationId, requestBody }: Route, what: string): Input {
  const sends = method === "POST" || method === "PUT" || method === "PATCH";
  const body = sends && requestBody ? { body: "{}" } : {};
  // A stream that is let in would not end.
  const headers = { accept: "application/json", ...(sends && JSON_TYPE) };
  return { name: `${operationId}: ${what}`, method, path: "", headers, ...body };
}

/** Ids of nothing where something would be erased or revoked. */
export function addressOf({ path, method, operationId }: Route, { over, draft }: Targets): string {
  const debate = method === "DELETE" ? "deb-20200101-000000-000000" : FOR_DRAFTS.has(operationId) ? draft : over;
  const known: Record<string, string> = { id: debate, otherId: over, turnId: "g1-r1-t1", decisionId: "d1" };
  const isDebate = path.startsWith("/v1/debates/");
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isDebate ? (known[name] ?? "no-such-thing") : "no-such-thing",
  );
}

export interface Field {
  pointer: string[];
  schema: Schema;
}

/** All fields of a body, down to `DEEPEST`. */
export function fieldsOf(schema: Schema, description: Description, depth = DEEPEST): Field[] {
  if (depth === 0) return [];
  return variantsOf(schema, description).flatMap((variant) => {
    const named = Object.entries(variant.properties ?? {});
    const each: [string, Schema][] = variant.items ? [["0", variant.items]] : [];
    const free = variant.additionalProperties;
    if (typeof free === "object") each.push(["free", free]);
    return [...named, ...each].flatMap(([name, inner]) => [
      { pointer: [name], schema: inner },
      ...fieldsOf(inner, description, depth - 1).map(({ pointer, ...rest }) => ({
        pointer: [name, ...pointer],
        ...rest,
      })),
    ]);
  });
}

/** Whether a field takes one of these kinds of values. */
export function takes(kinds: string[], schema: Schema, description: Description): boolean {
  return variantsOf(schema, description).some(({ type = [] }) => [type].flat().some((each) => kinds.includes(each)));
}

function variantsOf(schema: Schema, description: Description): Schema[] {
  if (schema.$ref) {
    const found = description.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return found ? variantsOf(found, description) : [];
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...parts.flatMap((part) => variantsOf(part, description))];
}

const PLACE = "a place for the hostile value";

/** The example with one value in place of what stands there, or beside what stands there. */
export function bodyWith(route: Route, example: unknown, at: { pointer: string[]; hostile: Hostile }): string {
  const body = structuredClone(example) as Record<string, unknown>;
  // Accepted or not, nothing may begin that calls a model.
  if (route.operationId === "createDebate") body["start"] = false;
  let holder = body;
  for (const [i, name] of at.pointer.slice(0, -1).entries()) {
    const inner = holder[name];
    const isList = at.pointer[i + 1] === "0";
    if (typeof inner !== "object" || inner === null) holder[name] = isList ? [] : {};
    holder = holder[name] as Record<string, unknown>;
  }
  holder[at.pointer.at(-1) ?? ""] = PLACE;
  const text = JSON.stringify(body, (_, value) => (typeof value === "string" && MODEL.test(value) ? "demo/it" : value));
  return text.replace(JSON.stringify(PLACE), () => at.hostile.json);
}
