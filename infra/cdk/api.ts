/** The API: one function behind a function URL that streams. Keys and tokens are Parley's own (spec §2.3). */
import { CfnOutput, type Stack } from "aws-cdk-lib";
import { FunctionUrlAuthType, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { type AddedFunction, addFunction } from "./function.ts";
import type { Parts } from "./parts.ts";

/** Seconds between the end of a stream by ourselves and by AWS. */
const AFTER_STREAM = 20;

export function addApi(stack: Stack, parts: Parts): AddedFunction {
  const { api } = parts.stage;
  const added = addFunction(stack, parts, {
    id: "Api",
    name: "api",
    description: "Parley's HTTP API",
    folder: parts.packages.api,
    memoryMb: api.memoryMb,
    seconds: api.streamSeconds + AFTER_STREAM,
    concurrency: api.concurrency,
    variables: { STREAM_MAX_SECONDS: String(api.streamSeconds) },
  });
  const url = added.function.addFunctionUrl({
    authType: FunctionUrlAuthType.NONE,
    invokeMode: InvokeMode.RESPONSE_STREAM,
  });
  new CfnOutput(stack, "ApiUrl", { value: url.url });
  return added;
}
