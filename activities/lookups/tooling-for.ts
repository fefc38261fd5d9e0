import type { Tooling } from "../../domain/shapes/schemas/tool-request.ts";
import type { Composed } from "../calls/model-call.activity.ts";
import { needsForcedTool, providerRow } from "../models/base/providers.ts";

/** A model whose structured replies are forced calls of one tool cannot call others. */
export function toolingFor(
  tooling: Tooling | undefined,
  { prompt, model }: Pick<Composed, "prompt" | "model">,
): Pick<Composed, "tooling"> {
  const row = providerRow(model.provider);
  return tooling && row && !(prompt.output && needsForcedTool(row, model)) ? { tooling } : {};
}
