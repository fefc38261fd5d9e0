import type { FormatName } from "../../shapes/schemas/debate.schema.ts";
import { convergenceSeeking } from "./convergence-seeking.ts";
import { council } from "./council.format.ts";
import { dialectic } from "./dialectic.format.ts";
import type { Format } from "./format.ts";
import { freeForm } from "./free-form.ts";
import { lincolnDouglas } from "./lincoln-douglas.ts";
import { oxford } from "./oxford.ts";
import { proposerSkeptic } from "./proposer-skeptic.format.ts";
import { question } from "./question.format.ts";
import { roundLimited } from "./round-limited.ts";
import { roundtable } from "./roundtable.ts";
import { structuredRounds } from "./structured-rounds.ts";

/** Every format by the name that requests give. */
export const FORMATS_BY_NAME: Record<FormatName, Format> = {
  "free-form": freeForm,
  "structured-rounds": structuredRounds,
  "round-limited": roundLimited,
  "convergence-seeking": convergenceSeeking,
  oxford,
  "lincoln-douglas": lincolnDouglas,
  roundtable,
  dialectic,
  "proposer-skeptic": proposerSkeptic,
  question,
  council,
};

/** Throws for a name that no format has. */
export function formatOf({ format }: { format: string }): Format {
  const found = (FORMATS_BY_NAME as Record<string, Format | undefined>)[format];
  if (!found) throw new Error(`there is no format ${format}`);
  return found;
}
