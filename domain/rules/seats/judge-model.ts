/** Who judges a debate. */

import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import { protocolOf } from "../protocols/registry.protocol.ts";
import type { DebateRequest } from "../request/debate-request.ts";
import { defaultPanel } from "./default-panel.ts";
import { areDemo, DEMO_JUDGE } from "./fixed-roles.ts";

/** Also true while a draft names no format. */
export function hasJudge(format: string | undefined): boolean {
  return format === undefined || protocolOf({ format }).hasJudge;
}

/**
 * `provider/model`: the judge given, else `demo/judge` when all participants are demo models, else the first of the panel that
 * Parley chooses, else the default. null where there is none.
 */
export function judgeModel(request: Partial<DebateRequest>, catalogue: Catalogue): string | null {
  if (!hasJudge(request.format)) return null;
  if (request.judge) return modelNameIn(request.judge.model);
  if (areDemo(request.participants ?? [], catalogue)) return DEMO_JUDGE;
  return defaultPanel(request, catalogue)?.voting[0] ?? catalogue.defaultJudgeModel();
}
