/** A provider's refusal, in one shape for all error formats. */
import { bagOf, jsonOf, textOf, valueIn } from "../hearing/shapes.ts";
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
  const body = answered ? unwrapped(errorBody ?? "") : jsonOf(said ?? {});
  return {
    status: answered ? status : statusInStream(said),
    headers: headers instanceof Headers ? headers : new Headers(),
    body,
    ...wordsOf(body),
  };
}

/** The error in a JSON response with status 200 instead of a stream, in whatever words; null if it has none. */
export function errorIn(body: string): unknown {
  const bag = parsed(body);
  if (!bag) return null;
  if (bag["error"]) return bag["error"];
  const [choice] = Array.isArray(bag["choices"]) ? bag["choices"] : [];
  if (asBag(choice)?.["error"]) return asBag(choice)?.["error"];
  return typeof bag["message"] === "string" || bag["detail"] ? bag : null;
}

/** Gateways whose model streams may stream a refusal too. */
function unwrapped(body: string): string {
  return /^data: ?(.+)$/m.exec(body)?.[1] ?? body;
}

/** OpenRouter puts the status into the code. */
function statusInStream(said: unknown): number | null {
  const code = asBag(said)?.["code"] ?? asBag(said)?.["status"];
  return typeof code === "number" && code >= 400 ? code : null;
}

function wordsOf(body: string): Words {
  const bag = parsed(body);
  if (!bag) return { codes: [], param: null, message: plainIn(body) };
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

/** Errors in errors are read so deep. */
const DEEPEST = 3;

/** Google wraps its error in an array; FastAPI calls it `detail`, which may be a list. */
function messageOf(error: Bag, depth = 0): string {
  const said = error["message"] || error["error"] || error["detail"];
  if (typeof said === "string" || depth === DEEPEST) return textOf(said);
  if (!Array.isArray(said)) return messageOf(asBag(said) ?? {}, depth + 1);
  return said
    .map((one) => faultOf(bagOf(one)))
    .filter(Boolean)
    .join("; ");
}

/** One of FastAPI's list. */
function faultOf({ loc, msg }: Bag): string {
  const place = (Array.isArray(loc) ? loc : []).filter((part) => typeof part === "string" && part !== "body").join(".");
  return textOf(msg) && `${place && `${place}: `}${textOf(msg)}`;
}

function parsed(body: string): Bag | null {
  const value = valueIn(body);
  return asBag(Array.isArray(value) ? value[0] : value);
}

function asBag(value: unknown): Bag | null {
  return typeof value === "object" && value !== null ? (value as Bag) : null;
}

/** Some answer with a sentence, as it is or as JSON. A page, a number or half of a JSON object says nothing. */
function plainIn(body: string): string {
  const value = valueIn(body);
  const text = value === undefined && !/^\s*[[{]/.test(body) ? body : textOf(value);
  return text.length <= 200 && !text.includes("<") ? text : "";
}
