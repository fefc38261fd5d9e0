/** What the AWS client throws, as the domain's one error class. Nothing of a request leaves in a message. */
import { ParleyError } from "../../domain/base/errors.base.ts";

const PASSING_CODES =
  /^(ECONN|UND_ERR_(SOCKET|RES_CONTENT_LENGTH|\w+_TIMEOUT)|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** A torn answer shows as a SyntaxError of the client's JSON parser. */
const PASSING_NAMES =
  /^(TimeoutError|AbortError|SyntaxError|Throttling|RequestLimitExceeded|ProvisionedThroughputExceeded|InternalServerError|ServiceUnavailable|TransactionInProgress|LimitExceeded|RequestTimeout)/;

interface AwsFault {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** True for an error after which the same request may succeed, or may already have succeeded. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ParleyError) return error.code === "unavailable";
  const { name = "", code = "", $metadata } = error as AwsFault;
  return PASSING_CODES.test(code) || PASSING_NAMES.test(name) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** Keys, rights and places that the operator mends while everything waits. */
const REFUSALS =
  /^(AccessDenied|AccessKey|Credentials|ExpiredToken|Incomplete|InvalidAccessKey|InvalidClientToken|InvalidSignature|KMS|MissingAuthentication|NoSuchBucket|ResourceNotFound|Signature|TokenRefresh|UnrecognizedClient)/;

/** True for what the store throws while it is away or closed to us: the same request succeeds once it is back. */
export function isAway(error: ParleyError): boolean {
  const { name = "" } = (error.cause ?? {}) as AwsFault;
  return error.code === "unavailable" || (error.code === "internal" && REFUSALS.test(name));
}

export function isNamed(error: unknown, name: string): boolean {
  return (error as AwsFault).name === name;
}

/** `unavailable` for a passing fault, else `internal`, with the client's error as its cause. */
export function faultOf(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const { name = "Error" } = error as AwsFault;
  const fault = isPassing(error)
    ? new ParleyError("unavailable", "the store does not answer", { reason: name })
    : new ParleyError("internal", `the store refused a request: ${name}`);
  fault.cause = error;
  return fault;
}

/** Makes a request, and throws what it throws as `faultOf` says it. */
export async function attempt<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw faultOf(error);
  }
}
