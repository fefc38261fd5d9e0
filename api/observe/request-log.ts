/** Adds the request's fields to every line that is logged while it is handled. */
import { contextStorage, tryGetContext } from "hono/context-storage";
import type { AppDeps, AppEnv } from "../base/context.api-base.ts";
import { requestFacts } from "../http/request-facts.ts";

/** Mount it before anything that logs. */
export const rememberRequest = contextStorage();

export function createRequestLogger(logger: AppDeps["logger"]): AppDeps["logger"] {
  const withFacts = (fields: object) => {
    const c = tryGetContext<AppEnv>();
    return { ...(c && requestFacts(c)), ...fields };
  };
  return {
    info: (fields, message) => logger.info(withFacts(fields), message),
    warn: (fields, message) => logger.warn(withFacts(fields), message),
    error: (fields, message) => logger.error(withFacts(fields), message),
  };
}
