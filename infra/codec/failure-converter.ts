/** Messages and stacks of failures as payloads, which the codec encrypts. The workflow bundle holds this file too. */
import { DefaultFailureConverter } from "@temporalio/common";

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
