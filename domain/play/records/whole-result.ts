/** A result with what is reported after it. */
import { picked } from "../../shapes/plan/picked.ts";
import type { AnswerCount } from "../../shapes/schemas/control-arm.schema.ts";
import type { StoredOutput } from "../../shapes/schemas/output.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";

interface Later {
  /** The last count of the control arm. */
  count?: Pick<AnswerCount, "controlArm"> | null | undefined;
  output?: StoredOutput | null | undefined;
}

export function wholeResult(result: Result, { count, output }: Later): Result {
  return {
    ...result,
    ...(count && { controlArm: count.controlArm }),
    ...(output && { output: picked(output, ["value", "model", "usage", "costUsd"]) }),
  };
}
