/** `defineRoute`: a route as one record. Its parameters and problems follow from its address, query and body. */
import { createRoute, type RouteConfig, type RouteHandler, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/base/errors.base.ts";
import type { App, AppEnv } from "../base/context.api-base.ts";
import type { RoutePlace } from "../base/places.ts";
import type { Services } from "../base/services.ts";
import { onlyThese } from "../http/methods.ts";
import { answersJson } from "../http/negotiate.ts";
import { idOf, openAiErrors, problems, registerSchema } from "./openapi.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Replies = RouteConfig["responses"];
type PathOf<At extends string> = At extends `${string} ${infer Path}` ? Path : never;
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** What a handler's types depend on. */
type Typed<At extends string, Query extends z.ZodRawShape, R extends Replies> = {
  method: Method;
  path: PathOf<At>;
  request: { params: z.ZodObject<Record<ParameterNames<PathOf<At>>, z.ZodString>>; query: z.ZodObject<Query> };
  responses: R;
};
type Handler<T extends RouteConfig> = RouteHandler<T, AppEnv>;

/** A number is given as a number; of lists one item alone may be given. */
type QueryValue<T> = z.output<T> extends number ? z.output<T> : z.input<T> | z.output<T>;
/** The fields that a caller gives: of the address, the query and the body. */
type AskedOf<At extends string, Query extends z.ZodRawShape, Body> = Record<ParameterNames<PathOf<At>>, string> &
  (string extends keyof Query ? unknown : { [Name in keyof Query]?: QueryValue<Query[Name]> }) &
  (Body extends z.ZodType ? z.input<Body> : unknown);
type AnswerOf<R extends Replies> = {
  [Status in keyof R]: R[Status] extends { content: { "application/json": { schema: infer Schema extends z.ZodType } } }
    ? z.output<Schema>
    : never;
}[keyof R];

/** A route as its callers see it. A terminal command follows from it (`infra/cli/base/route.cli.ts`). */
export interface RouteCall<Asked = unknown, Answer = unknown> {
  method: Method;
  path: string;
  summary: string;
  /** The fields that it takes, with their schemas. */
  params: z.ZodRawShape;
  query: z.ZodRawShape;
  /** Missing: it has no body. Empty: it is no object of known fields. */
  body?: z.ZodRawShape;
  /** For types only: there is no such value. */
  types?: { asked: Asked; answer: Answer };
}

interface Description<At extends string, Query extends z.ZodRawShape, R extends Replies, Body> {
  /** Method and address. */
  at: At;
  operationId: string;
  /** Missing: the address names it, as in `/v1/templates`. */
  tag?: string;
  summary: string;
  description?: string;
  /** Its query parameters; it refuses all others. Missing: none. null: it ignores the query. */
  query?: Query | null;
  /** The request's headers that it reads, each with its meaning. */
  headers?: Record<string, string>;
  /** Schema of a JSON body, or the name of a schema that is in the document anyway. */
  body?: Body;
  bodyIsOptional?: true;
  /** Missing: `application/json`. */
  bodyTypes?: string[];
  /** Schemas of bodies that are not JSON, by type. */
  otherBodies?: Record<string, z.ZodType>;
  /** What the route answers when it succeeds, by status. */
  replies: R;
  /** Problems that do not follow from address, query and body. */
  refuses?: ErrorCode[];
  /** Whose shape its errors have. Missing: problems (RFC 9457). */
  errors?: "openai";
  /** False: answers also those who do not accept JSON. */
  isJson?: false;
  /** True: no later pattern may match this address, as `{id}` matches `search`. */
  isFixed?: true;
  /** What it takes of everything that requests share. Missing: `reads` to read, `changes` for all else. */
  place?: RoutePlace;
  /** True: where it finds no place in time, its command goes into the backlog. */
  mayBeLate?: boolean;
  /** Throws problems. Reads the body with `readJson`, since the description does not check it. */
  answer: (
    c: Parameters<Handler<Typed<At, Query, R>>>[0],
    services: Services,
  ) => ReturnType<Handler<Typed<At, Query, R>>>;
}

export interface Route {
  /** Method and address. Missing: it only describes something. */
  at?: string;
  place: RoutePlace;
  mayBeLate?: boolean;
  register(app: App, services: Services): void;
}

export function defineRoute<
  const At extends `${Uppercase<Method>} /${string}`,
  R extends Replies,
  Query extends z.ZodRawShape = Record<string, never>,
  Body extends z.ZodType | string = string,
>(about: Description<At, Query, R, Body>): Route & { call: RouteCall<AskedOf<At, Query, Body>, AnswerOf<R>> } {
  const { at, summary, query, body, otherBodies = {}, isFixed, answer } = about;
  const [method = "", path = ""] = at.split(" ");
  return {
    at,
    call: {
      method: method.toLowerCase() as Method,
      path,
      summary,
      params: parametersOf(path)?.shape ?? {},
      query: query ?? {},
      ...(body && { body: body instanceof z.ZodObject ? body.shape : {} }),
    },
    place: about.place ?? (method === "GET" ? "reads" : "changes"),
    mayBeLate: about.mayBeLate ?? false,
    register(app, services) {
      if (body && typeof body !== "string") registerSchema(app, body);
      for (const other of Object.values(otherBodies)) registerSchema(app, other);
      const route = configOf(about, { method: method.toLowerCase() as Method, path });
      app.openapi(route, (c) => answer(c as never, services) as never);
      if (isFixed) onlyThese(app, path, method === "GET" ? ["GET", "HEAD"] : [method]);
    },
  };
}

/** Names a schema that would otherwise be described in its nullable form. */
export function namedSchema(schema: z.ZodType): Route {
  return { place: "none", register: (app) => registerSchema(app, schema) };
}

const WITH_OTHER_BODY: ErrorCode[] = ["payload-too-large", "unsupported-media-type", "invalid-request"];
const WITH_BODY: ErrorCode[] = ["malformed-json", "payload-too-large", "unsupported-media-type"];

function configOf(
  about: Omit<Description<string, z.ZodRawShape, Replies, z.ZodType | string>, "answer" | "place" | "mayBeLate">,
  { method, path }: { method: Method; path: string },
) {
  const {
    operationId,
    tag = tagOf(path),
    summary,
    description,
    query = {},
    headers,
    body,
    otherBodies,
    isJson = true,
  } = about;
  const params = parametersOf(path);
  const codes: ErrorCode[] = [
    ...(method === "get" || method === "delete" ? [] : ["request-timeout" as const]),
    ...(body ? WITH_BODY : []),
    ...(otherBodies ? WITH_OTHER_BODY : []),
    ...(params ? ["not-found" as const] : []),
    ...(isJson ? ["not-acceptable" as const] : []),
    ...(query ? ["invalid-request" as const] : []),
    ...(about.refuses ?? []),
  ];
  return createRoute({
    method,
    path,
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...(isJson && { middleware: answersJson }),
    request: {
      ...(params && { params }),
      ...(query && { query: z.strictObject(query) }),
      ...(headers && { headers: headersOf(headers) }),
      ...(otherBodies && { body: { required: true, content: contentsOf(otherBodies) } }),
      ...(body && { body: { required: !about.bodyIsOptional, content: contentOf(body, about.bodyTypes) } }),
    },
    responses: together(about.replies, about.errors ? openAiErrors(...codes) : problems(...codes)),
  });
}

interface Described {
  description: string;
  content?: object;
}

/** A status may have a reply of the route's own form beside the problem's. */
function together<R extends object, P extends Record<number, Described>>(replies: R, refusals: P): R & P {
  const own = new Map(Object.entries(replies) as [string, Described][]);
  const shared = Object.entries(refusals).flatMap(([status, refusal]) => {
    const reply = own.get(status);
    if (!reply) return [];
    const description = `${reply.description}; ${refusal.description}`;
    return [[status, { description, content: { ...refusal.content, ...reply.content } }]];
  });
  return { ...replies, ...refusals, ...Object.fromEntries(shared) };
}

/** `Templates` for `/v1/templates/{id}`. */
function tagOf(path: string): string {
  const [, , name = ""] = path.split("/");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Refers to the schema by its name, so that nothing but the handler checks the body. */
function contentOf(body: z.ZodType | string, types = ["application/json"]) {
  const schema = { $ref: `#/components/schemas/${typeof body === "string" ? body : idOf(body)}` };
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function contentsOf(bodies: Record<string, z.ZodType>) {
  return Object.assign({}, ...Object.entries(bodies).map(([type, schema]) => contentOf(schema, [type])));
}

function headersOf(headers: Record<string, string>) {
  const shape = Object.entries(headers).map(([name, description]) => [
    name,
    z.string().optional().meta({ description }),
  ]);
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodOptional<z.ZodString>>);
}

/** Of the parameter that ends with the key. */
const PARAMETERS = {
  "{model}": { description: "The model: `parley/` and a preset's name", example: "parley/decision" },
  "{preset}": { description: "The preset's name, or its name and version", example: "decision" },
  "{completionId}": { description: "The completion's id", example: "chatcmpl-20261121-051254-7K2M9Q" },
  "{responseId}": { description: "The response's id", example: "resp_20261121-051254-7K2M9Q" },
  "/v1/debates/{id}": { description: "The debate's id", example: "deb-20261121-051254-7K2M9Q" },
  "/v1/experiments/{id}": { description: "The experiment's id", example: "exp-20261121-051254-7K2M9Q" },
  "/v1/keys/{id}": {
    description: "The key's id: the part of the key between its underscores",
    example: "7k2m9qa4xw0t",
  },
  "/v1/quotas/{tenant}": { description: "The tenant's name", example: "acme" },
  "/v1/presets/{name}": {
    description: "The preset's name, where a version is read with `@` and its number",
    example: "decision",
  },
  "/v1/schedules/{id}": { description: "The schedule's id", example: "sch-20261121-051254-7K2M9Q" },
  "/v1/files/{id}": { description: "The file's id", example: "file-20261121-051254-7K2M9Q" },
  "{n}": { description: "The page's number, from 1", example: "3" },
  "/v1/templates/{id}": { description: "The template's id", example: "steelman-first" },
  "{otherId}": { description: "The other debate's id", example: "deb-20261121-061254-3T9WXA" },
  "{commandId}": {
    description: "The command's id, as the answer with 202 shows it",
    example: "5f0c2a9e-8d1b-4c7a-9a55-0e7d3b1f6c21",
  },
  "{decisionId}": { description: "The decision's id, as `pending` shows it", example: "d1" },
  "{turnId}": { description: "The turn's id, as the transcript shows it", example: "g1-r2-t1" },
  "{shareId}": { description: "The link's id, as the list of links shows it", example: "mVb1cQ7xT0aZ" },
  "{deliveryId}": {
    description: "The delivery's id, which is its `webhook-id`",
    example: "deb-20261121-051254-7K2M9Q_17",
  },
  "/problems/{name}": { description: "The last part of a problem's `type`", example: null },
};

function parametersOf(path: string) {
  const found = Object.entries(PARAMETERS).filter(([end]) => path.includes(end));
  if (found.length === 0) return undefined;
  const shape = found.map(([end, { description, example }]) => {
    const name = end.slice(end.indexOf("{") + 1, -1);
    const about = { param: { name, in: "path" }, description, ...(example && { examples: [example] }) } as const;
    return [name, z.string().meta(about)];
  });
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodString>);
}
