import { serversOf } from "../../domain/rules/tools/tooling.ts";
import type { Tooling } from "../../domain/shapes/schemas/tool-request.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { Act } from "../calls/attempt.ts";
import type { Composed } from "../calls/model-call.activity.ts";
import { needsForcedTool, providerRow } from "../models/base/providers.ts";
import { NO_TOOLS, type Offer } from "../tools/port.tool.ts";

/** A model whose structured replies are forced calls of one tool cannot call others. */
export function toolingFor(
  tooling: Tooling | undefined,
  { prompt, model }: Pick<Composed, "prompt" | "model">,
): Pick<Composed, "tooling"> {
  const row = providerRow(model.provider);
  return tooling && row && !(prompt.output && needsForcedTool(row, model)) ? { tooling } : {};
}

/** Asks the MCP servers of a speaker's tools what they offer. */
export function offersOf({ toolbox }: Pick<ActivityDeps, "toolbox">, { signal }: Pick<Act, "signal">) {
  return async (tooling: Tooling): Promise<Offer> => toolbox?.offer(serversOf(tooling), signal) ?? NO_TOOLS;
}
