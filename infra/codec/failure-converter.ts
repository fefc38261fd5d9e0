/** Puts messages and stacks of failures into payloads, which the codec encrypts. Also part of the workflow bundle. */
import { DefaultFailureConverter } from "@temporalio/common";

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
