/** What keys mean for the description: every operation that is not open asks for one, and can refuse it. */
import type { ErrorCode } from "../domain/errors.ts";
import { isOpenPath, neededScope } from "./auth.ts";
import { PROBLEMS } from "./errors.ts";
import { header } from "./openapi.ts";

interface Operation {
  security?: object[];
  responses: Record<string, { headers?: object }>;
}
interface Document {
  paths?: object;
  components?: object;
}

const REF = (name: string) => ({ $ref: `#/components/headers/${name}` });
const RATE = { RateLimit: REF("RateLimit"), "RateLimit-Policy": REF("RateLimitPolicy") };
const BEARER = {
  type: "http",
  scheme: "bearer",
  description:
    "An API key, `prl_<id>_<secret>`, or a JWT of the configured OIDC issuer. GET and HEAD need the scope `read`, /v1/keys and /metrics `admin`, everything else `write`; each holds those before it. Nothing is asked for while there is neither a key nor an issuer.",
};
const HEADERS = {
  RateLimit: header('What is left, for a key with a limit: `"key";r=<requests>;t=<seconds until it is whole again>`'),
  RateLimitPolicy: header('The limit of a key that has one: `"key";q=<requests>;w=<seconds>`'),
  RetryAfter: header("Seconds until it is worth to try again"),
  WWWAuthenticate: header("How to authenticate, and what was wrong (RFC 6750)"),
};
const REFUSALS = refusals();

/** Adds the scheme, and to every operation behind it the scope it needs, its refusals and their headers. */
export function withAuth<T extends Document>(document: T): T {
  const { paths = {}, components = {} } = document;
  const known = components as { headers?: object; securitySchemes?: object };
  const secured = Object.entries(paths as Record<string, Record<string, Operation>>).map(([path, methods]) => [
    path,
    isOpenPath(path) ? methods : mapValues(methods, (operation, method) => behindKey(operation, method, path)),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(secured),
    components: {
      ...components,
      headers: { ...known.headers, ...HEADERS },
      securitySchemes: { ...known.securitySchemes, bearer: BEARER },
    },
  };
}

/** In 3.1 a bearer requirement may list scopes (there called roles). */
function behindKey(operation: Operation, method: string, path: string): Operation {
  const responses = { ...operation.responses, ...REFUSALS };
  return {
    ...operation,
    security: [{ bearer: [neededScope(method.toUpperCase(), path)] }],
    responses: mapValues(responses, (response, status) =>
      status === "401" ? response : { ...response, headers: { ...response.headers, ...RATE } },
    ),
  };
}

function refusals(): Operation["responses"] {
  const challenge = { "WWW-Authenticate": REF("WWWAuthenticate") };
  return {
    401: refusal("unauthorized", challenge),
    403: refusal("forbidden", challenge),
    429: refusal("rate-limited", { "Retry-After": REF("RetryAfter") }),
  };
}

/** By reference: the generator is through with its schemas when this is added. */
function refusal(code: ErrorCode, headers: object) {
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemDetails" } } };
  return { description: `\`${code}\`: ${PROBLEMS[code].title}`, headers, content };
}

function mapValues<T>(record: Record<string, T>, change: (value: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
