/** Data converter: plain JSON, or encrypted with a `PAYLOAD_KEY`. */
import type { DataConverter, PayloadCodec } from "@temporalio/common";
import { modulePath } from "../local/base/module-path.ts";

/** For clients and workers. A prebuilt workflow bundle needs the failure converter too. */
export function dataConverterOf(codec: PayloadCodec | null): { dataConverter?: DataConverter } {
  if (!codec) return {};
  return { dataConverter: { payloadCodecs: [codec], failureConverterPath: FAILURE_CONVERTER } };
}

/** Path of the module that moves failure messages into payloads. */
export const FAILURE_CONVERTER = modulePath(import.meta.url, "failure-converter");
