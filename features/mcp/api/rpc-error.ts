/** An error of the protocol. The SDK sends an error's `code`, message and `data`, whatever its class. */
import { ParleyProblem } from "../../../api/client/index.ts";

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
const MISSING_CAPABILITY = -32021;

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

/** The caller's fault if it can be one, else the server's. `missing` is what a 404 means. */
export async function asRpcErrors<T>(missing: RpcError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ParleyProblem)) throw error;
    const { status, type, retryAfter } = error;
    if (status === 404) throw missing;
    const isCallers = status >= 400 && status < 500 && status !== 429;
    throw new RpcError(isCallers ? INVALID_PARAMS : INTERNAL, error.message, { status, type, retryAfter });
  }
}

export function invalidParams(message: string, data?: object): RpcError {
  return new RpcError(INVALID_PARAMS, message, data);
}

export function missingExtension(name: string): RpcError {
  const requiredCapabilities = { extensions: { [name]: {} } };
  return new RpcError(MISSING_CAPABILITY, `declare the extension ${name}`, { requiredCapabilities });
}
