/** A provider's refusal, in one shape for all error formats. */
import { StreamError } from "../providers/stream-error.ts";

export interface Refusal {
  /** null: the error was inside a stream. */
  status: number | null;
  /** The error's code, type and status in the body, lower case. */
  codes: string[];
  /** The parameter at fault, if the body names one. */
  param: string | null;
  /** The provider's message; "" if there is none. */
  message: string;
  headers: Headers;
  /** The whole body, for fields of single providers. */
  body: string;
}

type Bag = Record<string, unknown>;

/** The refusal in an SDK's error; null if the provider never answered. */
export function refusalOf(error: unknown, errorBody: string | null): Refusal | null {
  const { status, headers, error: said } = error as { status?: unknown; headers?: unknown; error?: unknown };
  const answered = typeof status === "number";
  if (!answered && !(error instanceof StreamError) && said === undefined) return null;
  const body = answered ? (errorBody ?? "") : JSON.stringify(said ?? {});
  return {
    status: answered ? status : statusInStream(said),
    headers: headers instanceof Headers ? headers : new Headers(),
    body,
    ...wordsOf(body),
  };
}

/** The refusal in a JSON response with status 200 instead of a stream; null if it has no error. */
export function refusalIn(body: string): Refusal | null {
  const said = parsed(body)?.["error"];
  if (!said) return null;
  return { status: statusInStream(said), headers: new Headers(), body, ...wordsOf(body) };
}

/** OpenRouter puts the status into the code. */
function statusInStream(said: unknown): number | null {
  const code = asBag(said)?.["code"];
  return typeof code === "number" && code >= 400 ? code : null;
}

function wordsOf(body: string): Words {
  const bag = parsed(body);
  if (!bag) return { codes: [], param: null, message: isPlain(body) ? body : "" };
  const error = asBag(bag["error"]) ?? bag;
  const named = [error["code"], error["type"], error["status"], ...detailsOf(error)];
  const own = {
    codes: named.filter((name) => typeof name === "string").map((name) => name.toLowerCase()),
    param: typeof error["param"] === "string" ? error["param"] : null,
    message: messageOf(error),
  };
  const raw = asBag(error["metadata"])?.["raw"];
  return typeof raw === "string" && raw !== "" ? withCause(own, wordsOf(raw)) : own;
}

/** Anthropic's details name the exhausted limit, Google's the wrong key in a list. */
function detailsOf(error: Bag): unknown[] {
  const { details } = error;
  if (Array.isArray(details)) return details.map((detail) => asBag(detail)?.["reason"]);
  return [asBag(details)?.["error_code"]];
}

type Words = Pick<Refusal, "codes" | "param" | "message">;

/** OpenRouter reports its provider's error as text. */
function withCause(own: Words, cause: Words): Words {
  return {
    codes: [...own.codes, ...cause.codes],
    param: own.param ?? cause.param,
    message: cause.message || own.message,
  };
}

/** Google wraps its error in an array; FastAPI calls it `detail`, which may be a list. */
function messageOf(error: Bag): string {
  const said = error["message"] ?? error["error"] ?? error["detail"];
  if (typeof said === "string") return said;
  const first = asBag(Array.isArray(said) ? said[0] : (asBag(said)?.["detail"] as unknown[] | undefined)?.[0]);
  if (!first) return "";
  const place = Array.isArray(first["loc"]) ? `${String(first["loc"].at(-1))}: ` : "";
  return typeof first["msg"] === "string" ? `${place}${first["msg"]}` : "";
}

function parsed(body: string): Bag | null {
  try {
    const value: unknown = JSON.parse(body);
    return asBag(Array.isArray(value) ? value[0] : value);
  } catch {
    return null;
  }
}

function asBag(value: unknown): Bag | null {
  return typeof value === "object" && value !== null ? (value as Bag) : null;
}

function isPlain(body: string): boolean {
  return body.length <= 200 && !body.includes("<");
}
