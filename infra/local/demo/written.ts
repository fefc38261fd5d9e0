/** The debates that somebody wrote out, one file each in `written/`. The demo speaks them where their topic is asked. */
import { type Example, exampleFor } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import cars from "./written/cars.json" with { type: "json" };
import handys from "./written/handys.json" with { type: "json" };
import payments from "./written/payments.json" with { type: "json" };
import rewrite from "./written/rewrite.json" with { type: "json" };
import support from "./written/support.json" with { type: "json" };
import voting from "./written/voting.json" with { type: "json" };

/**
 * Whoever argues for one view. In all texts `{0}` is the name of whoever holds the first voice, `{1}` that of the second,
 * and so on. A voice answers only what the others said a round earlier, so its texts fit whoever speaks first, and
 * speakers who do not hear one another within a round.
 */
export interface WrittenVoice {
  side: "for" | "against" | null;
  position: string;
  persona: string;
  /** Also positions of further speakers. */
  keyArguments: string[];
  /** In one sentence. */
  view: string;
  /** 0 to 100, as a poll asks for it. */
  stance: number;
  /** The opening, then a text for each further round. */
  says: string[];
  closing: string;
  /** In cross-examination: questions to the other side, and answers to its own. */
  asks: string[];
  answers: string[];
  strengths: string[];
  weaknesses: string[];
  agent?: WrittenAgent;
  pick?: WrittenPick;
}

/** How it works with others on what it opened with. */
interface WrittenAgent {
  /** By the number of the voice that is criticised, a text for each round. */
  critiques: Record<string, string[]>;
  refinements: string[];
}

/** Which option it chooses, in the first round and later, and why. */
interface WrittenPick {
  options: string[];
  reasons: string[];
  confidence: number[];
}

/** Where something was said: the number of the voice, and of its text. */
interface WrittenPoint {
  point: string;
  said: number;
}

interface WrittenCrux {
  question: string;
  kind: "fact" | "value";
  /** By voice. */
  points: WrittenPoint[];
  unanswered: string | null;
  /** The voice that had the better of it. */
  prevailed: number | null;
}

interface WrittenJudge {
  /** The voice that argues best; another judge finds that the second did. */
  winner: number;
  second: number;
  stance: "for" | "against" | "mixed";
  /** What each round came to. */
  rounds: string[];
  summary: string;
  /** By the winner's and by the second's judge. */
  reasoning: string[];
  whyWon: string[];
  dissent: string[];
  agreed: string[];
  disagreed: string[];
  insights: string[];
  advice: string[];
  answer: string;
  cruxes: WrittenCrux[];
  wouldChange: { observation: string; effect: string }[];
  evidence: { claim: string; voice: number; said: number }[];
  minority: { case: string; voice: number };
  nextSteps: { action: string; crux: number | null }[];
  blindSpots: string[];
  implementation: string;
  tradeoffs: string[];
  votes: { before: string; after: string };
}

interface WrittenTexts {
  voices: WrittenVoice[];
  judge: WrittenJudge;
}

export type WrittenDebate = WrittenTexts & Pick<Example, "language">;

const TEXTS = { cars, support, payments, handys, rewrite, voting } as unknown as Record<Example["name"], WrittenTexts>;

export function writtenFor(topic: string): WrittenDebate | undefined {
  const example = exampleFor(topic);
  return example && { ...TEXTS[example.name], language: example.language };
}

/** Whoever comes after the last voice has the first. */
export function voiceAt(voices: readonly WrittenVoice[], place: number): WrittenVoice {
  const voice = voices[place % voices.length];
  if (!voice) throw new Error("a written debate needs voices");
  return voice;
}
