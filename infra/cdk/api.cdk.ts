/**
 * The API: one function behind a streaming function URL. It checks keys and tokens itself
 * (docs/design/api.md#23-callers).
 */
import { CfnOutput, type Stack } from "aws-cdk-lib";
import { FunctionUrlAuthType, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { type AddedFunction, addFunction } from "./base/function.ts";
import type { Parts } from "./base/parts.cdk-base.ts";

/** Seconds between our own end of a stream and AWS's. */
const AFTER_STREAM = 20;

export function addApi(stack: Stack, parts: Parts): AddedFunction {
  const { api } = parts.stage;
  const added = addFunction(stack, parts, {
    id: "Api",
    name: "api",
    description: "Parley's HTTP API",
    folder: parts.packages.api,
    sizes: { ...api, seconds: api.streamSeconds + AFTER_STREAM },
    duties: { isApi: true, providers: [] },
    variables: { STREAM_MAX_SECONDS: String(api.streamSeconds) },
  });
  const url = added.function.addFunctionUrl({
    authType: FunctionUrlAuthType.NONE,
    invokeMode: InvokeMode.RESPONSE_STREAM,
  });
  new CfnOutput(stack, "ApiUrl", { value: url.url });
  return added;
}
