/** A result with what is reported after it. */
import { CONTROL_ARM_DIFFERS } from "../../judge/conclusion/reasons.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Conclusion } from "../../shapes/schemas/conclusion.schema.ts";
import type { AnswerCount } from "../../shapes/schemas/control-arm.schema.ts";
import type { StoredOutput } from "../../shapes/schemas/output.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";

interface Later {
  /** The last count of the control arm. */
  count?: Pick<AnswerCount, "controlArm"> | null | undefined;
  output?: StoredOutput | null | undefined;
}

export function wholeResult(result: Result, { count, output }: Later): Result {
  const { conclusion } = result;
  return {
    ...result,
    ...(conclusion && count?.controlArm.differs && { conclusion: differing(conclusion) }),
    ...(count && { controlArm: count.controlArm }),
    ...(output && { output: picked(output, ["value", "model", "usage", "costUsd"]) }),
  };
}

/** It is counted after the support, and models that answer otherwise alone speak against it. */
function differing({ support, ...conclusion }: Conclusion): Conclusion {
  const { level, weakenedBy, because } = support;
  // In debates from before nothing is said of it.
  if (!weakenedBy) return { ...conclusion, support };
  return {
    ...conclusion,
    support: {
      ...support,
      level: level === "strong" ? "moderate" : level,
      weakenedBy: [...weakenedBy, "control_arm"],
      because: [...because, CONTROL_ARM_DIFFERS],
    },
  };
}
