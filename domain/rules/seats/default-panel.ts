/**
 * The panel of a request that names no judge: models of different families, as far as the server has keys, since judges of one
 * family err alike (docs/design/debate.md#113-judging).
 */

import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { familyOfId } from "../../shapes/catalogue/family.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import { DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { protocolOf, takes } from "../protocols/registry.protocol.ts";
import type { DebateRequest } from "../request/debate-request.ts";
import { areAllDemo } from "./fixed-roles.ts";
import { usualModels } from "./usual-models.ts";
import { warningsOfDefault } from "./usual-panel.ts";

interface DefaultPanel {
  /** `provider/model`, each of another family. The first also assesses the rounds. */
  voting: string[];
  taken: Warning[];
}

/**
 * null: one judge alone, since the request names it, the format has no ballots, all is the demo's, or there are not two families.
 * `most`: members that fit under a limit.
 */
export function defaultPanel(
  { judge, format = DEFAULT_DEBATE.format, participants = [] }: Partial<DebateRequest>,
  catalogue: Catalogue,
  most = Infinity,
): DefaultPanel | null {
  const chosen = catalogue.chosen();
  if (judge || chosen.panel < 2 || !takes(protocolOf({ format }), "judge/panel")) return null;
  const speakers = participants.map(({ model }) => modelNameIn(model));
  if (areAllDemo(speakers, catalogue)) return null;
  const judges = usualModels(catalogue).judges(speakers);
  const size = Math.min(chosen.panel, new Set(judges.map(familyOfId)).size);
  if (size < 2) return null;
  // One of each family comes before a second of any.
  const voting = judges.slice(0, Math.min(size, most));
  return { voting, taken: warningsOfDefault(voting, { size, judges, speakers, given: chosen.judge, isDemo: false }) };
}
