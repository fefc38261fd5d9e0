/** The prompt builder and the reader of a turn, by protocol and phase. */

import type { Format } from "../rules/formats/format.ts";
import { FORMATS_BY_NAME } from "../rules/formats/registry.format.ts";
import type { DebateConfig } from "../shapes/plan/config.plan.ts";
import type { TurnPhase } from "../shapes/schemas/turn.schema.ts";
import { buildMemberPrompt, buildRevisionPrompt } from "./council/member.ts";
import type { Heard, Prompt, Reading, SpokenTurn } from "./parts/prompt.prompt-part.ts";
import { buildQuestionPrompt, readQuestionTurn } from "./question/again.ts";
import {
  buildCritiquePrompt,
  buildProposalPrompt,
  buildRefinementPrompt,
  type DialecticPromptInput,
} from "./speaker/dialectic.speaker-prompt.ts";
import { PROPOSER } from "./speaker/proposer.ts";
import { readCritique, SKEPTIC } from "./speaker/skeptic.ts";
import { readSynthesis, SYNTHESIZER, synthesizerWithConclusion } from "./speaker/synthesis.ts";
import { assembleTurn, buildTurnPrompt, type Voice } from "./speaker/turn.speaker-prompt.ts";

/** The part of a configuration that decides how turns are asked for. */
type AskedOf = Pick<DebateConfig, "format" | "conclusion">;

export interface TurnKind {
  build(input: DialecticPromptInput): Prompt;
  /** Only structured turns have one; any other reply is the turn's text as it is. */
  read?: (text: string, heard: Heard) => Reading<SpokenTurn>;
  /** The first field of a structured turn: its text begins the turn's, and is shown while it is written. */
  prose?: string;
  /** Its prompt shows no turns, so exhibits that they found stand with the facts. */
  inFacts?: true;
  /** Its prompt shows a council's rankings. */
  seesRankings?: true;
}

function spokenBy(voice: Voice): TurnKind["build"] {
  return (input) => assembleTurn(input, voice);
}

const PLAIN: TurnKind = { build: buildTurnPrompt };

const SYNTHESIS: TurnKind = {
  build: (input) => assembleTurn(input, synthesizerWithConclusion(input.config)),
  read: readSynthesis,
  prose: "text",
};

const KINDS: Record<Format["protocol"], Partial<Record<TurnPhase, TurnKind>>> = {
  judged: {},
  dialectic: {
    proposal: { build: buildProposalPrompt },
    critique: { build: buildCritiquePrompt },
    refinement: { build: buildRefinementPrompt },
  },
  "proposer-skeptic": {
    proposal: { build: spokenBy(PROPOSER) },
    critique: { build: spokenBy(SKEPTIC), read: readCritique, prose: "critique" },
    synthesis: { build: spokenBy(SYNTHESIZER) },
  },
  question: { answer: { build: buildQuestionPrompt, read: readQuestionTurn, prose: "reasoning", inFacts: true } },
  council: {
    proposal: { build: buildMemberPrompt, inFacts: true },
    refinement: { build: buildRevisionPrompt, inFacts: true, seesRankings: true },
  },
};

/**
 * How a turn of this phase is prompted and read.
 *
 * @example
 * turnKind({ format: "question" }, "answer").prose // → "reasoning"
 * turnKind({ format: "proposer-skeptic" }, "critique").prose // → "critique"
 */
export function turnKind({ format, conclusion }: AskedOf, phase: TurnPhase): TurnKind {
  if (conclusion && phase === "synthesis") return SYNTHESIS;
  return KINDS[FORMATS_BY_NAME[format].protocol][phase] ?? PLAIN;
}
