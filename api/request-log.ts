/** Every line that is logged while a request is worked on says which request that was. */
import { contextStorage, tryGetContext } from "hono/context-storage";
import type { AppDeps, AppEnv } from "./context.ts";
import { requestFacts } from "./request-facts.ts";

/** Must come before whatever logs. */
export const rememberRequest = contextStorage();

export function createRequestLogger(logger: AppDeps["logger"]): AppDeps["logger"] {
  const told = (fields: object) => {
    const c = tryGetContext<AppEnv>();
    return { ...(c && requestFacts(c)), ...fields };
  };
  return {
    info: (fields, message) => logger.info(told(fields), message),
    warn: (fields, message) => logger.warn(told(fields), message),
    error: (fields, message) => logger.error(told(fields), message),
  };
}
