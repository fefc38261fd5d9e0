/**
 * The API as a function behind a streaming function URL: a cold start, then one request at a time. It always requires a
 * key, because its address is public.
 */
import { Connection } from "@temporalio/client";
import { streamHandle } from "hono/aws-lambda";
import { appOf } from "../serve/app.serve.ts";
import { createPool } from "../tasks/pool.task.ts";
import { flushed } from "./flush.ts";
import { createParts } from "./parts.lambda.ts";
import { type StreamingHandler, withAfter } from "./streaming.ts";

const LARGEST_TASK_MB = 640;
const parts = await createParts(process.env, { servesApi: true });
const { config, catalogue, endpoint, telemetry } = parts;
/** Of the function, in MB. What takes more than that ends the function with everything in it, so a task ends before. */
const memoryMb = Math.min(LARGEST_TASK_MB, Math.floor(Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE) / 2));
const halfOfMemory = memoryMb > 0 ? { memoryMb, heapMb: Math.floor(memoryMb / 2) } : {};
const app = appOf(parts, {
  connection: Connection.lazy(endpoint),
  tasks: createPool(catalogue, halfOfMemory, halfOfMemory),
  settings: {
    publicUrl: config.publicUrl,
    // `loadConfig` requires it without embedded servers.
    secret: config.secret ?? "",
    receiptKeys: config.receiptKeys,
    temporalUiUrl: config.temporal.uiUrl,
    guarded: true,
  },
});
// Hono types it as a function without streams.
const answer = streamHandle(app) as unknown as StreamingHandler;

export const handler = withAfter(answer, () => flushed(telemetry));
