/** Which prompt a turn is asked with and how its answer is read, by protocol and phase. */

import type { Format } from "../formats/format.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import type { FormatName } from "../schemas/debate.ts";
import type { Turn, TurnPhase } from "../schemas/turn.ts";
import { buildBlindPrompt } from "./blind-turn.ts";
import {
  buildCritiquePrompt,
  buildProposalPrompt,
  buildRefinementPrompt,
  type DialecticPromptInput,
} from "./dialectic.ts";
import type { Prompt, Reading } from "./prompt.ts";
import { buildProposerPrompt } from "./proposer.ts";
import { buildSkepticPrompt, readCritique } from "./skeptic.ts";
import { buildSynthesisPrompt } from "./synthesis.ts";
import { buildTurnPrompt, type TurnPromptInput } from "./turn.ts";

/** What a structured turn stores: readable prose, and the structure that it was made from. */
export type SpokenTurn = Pick<Turn, "text" | "critique">;

export interface TurnKind {
  build(input: TurnPromptInput & DialecticPromptInput): Prompt;
  /** Of a structured turn only; any other answer is the turn's text as it is. */
  read?: (text: string) => Reading<SpokenTurn>;
}

const PLAIN: TurnKind = { build: buildTurnPrompt };

const KINDS: Record<Format["protocol"], Partial<Record<TurnPhase, TurnKind>>> = {
  judged: { blind: { build: buildBlindPrompt } },
  dialectic: {
    proposal: { build: buildProposalPrompt },
    critique: { build: buildCritiquePrompt },
    refinement: { build: buildRefinementPrompt },
  },
  "proposer-skeptic": {
    proposal: { build: buildProposerPrompt },
    critique: { build: buildSkepticPrompt, read: readCritique },
    synthesis: { build: buildSynthesisPrompt },
  },
};

export function turnKind(format: FormatName, phase: TurnPhase): TurnKind {
  return KINDS[FORMATS_BY_NAME[format].protocol][phase] ?? PLAIN;
}
