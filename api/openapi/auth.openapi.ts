/** Authentication in the document: every closed operation needs a key, and can refuse it. */
import { isOpenPath, neededScope } from "../access/auth.access.ts";
import { OPENAI_PATH } from "../base/openai-errors.ts";
import { header } from "./openapi.ts";
import { type Answer, mapOperations, mapValues, type Operation, problemAnswer } from "./operations.ts";

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
    "An API key, `prl_<id>_<secret>`, or a JWT of the configured OIDC issuer. GET and HEAD need the scope `read`, /v1/keys and /metrics `admin`, everything else `write`; each scope includes those before it. No key is needed while there is neither a key nor an issuer.",
};
const HEADERS = {
  RateLimit: header('What is left, for a key with a limit: `"key";r=<requests>;t=<seconds until the limit resets>`'),
  RateLimitPolicy: header('The limit of a key that has one: `"key";q=<requests>;w=<seconds>`'),
  RetryAfter: header("Seconds to wait before a retry"),
  WWWAuthenticate: header("How to authenticate, and what was wrong (RFC 6750)"),
};
const CHALLENGE = { "WWW-Authenticate": REF("WWWAuthenticate") };
const REFUSALS: Record<"401" | "403" | "429", Answer> = {
  401: { ...problemAnswer("unauthorized"), headers: CHALLENGE },
  403: { ...problemAnswer("forbidden"), headers: CHALLENGE },
  429: { ...problemAnswer("rate-limited"), headers: { "Retry-After": REF("RetryAfter") } },
};

/** Adds the scheme, and to every closed operation its scope, its refusals and their headers. */
export function withAuth<T extends Document>(document: T): T {
  const { paths = {}, components = {} } = document;
  const known = components as { headers?: object; securitySchemes?: object };
  return {
    ...document,
    paths: mapOperations(paths, (operation, method, path) =>
      isOpenPath(path) ? operation : behindKey(operation, method, path),
    ),
    components: {
      ...components,
      headers: { ...known.headers, ...HEADERS },
      securitySchemes: { ...known.securitySchemes, bearer: BEARER },
    },
  };
}

function asOpenAi(refusal: Answer): Answer {
  return { ...refusal, content: { "application/json": { schema: { $ref: "#/components/schemas/OpenAIError" } } } };
}

/** OpenAPI 3.1 allows scopes (called roles) in a bearer requirement. */
function behindKey(operation: Operation, method: string, path: string): Operation {
  const isOpenAi = path.startsWith(OPENAI_PATH);
  const refusals = isOpenAi ? mapValues(REFUSALS, asOpenAi) : REFUSALS;
  const responses = { ...operation.responses, ...refusals };
  return {
    ...operation,
    security: [{ bearer: [neededScope(method.toUpperCase(), path)] }],
    responses: mapValues(responses, (response, status) =>
      status === "401" ? response : { ...response, headers: { ...response.headers, ...RATE } },
    ),
  };
}
