/** The debate whose input is measured: three speakers, four rounds, turns of 180, 220 and 260 words. */
import { type Manner, requestOf } from "../world.ts";
import { spokenInWords } from "./long-debate.ts";

export const SPEAKERS = "openai/gpt-5.5";
export const OTHER_JUDGE = "openai/gpt-5.4";

const POSITIONS = [
  "Costs, incentives and second-order effects come first.",
  "Who decides, by what right, and who can appeal comes first.",
  "Measured outcomes in whole populations come first.",
  "Streets belong to those who live in them.",
];

/** A round of 3 turns at once, 4 rounds, an assessment of each and one ballot: 17 calls. */
export function measuredRequest({ judge, ...changes }: { judge?: object; [field: string]: unknown } = {}): object {
  return requestOf({
    topic: "Should large cities close their centres to private cars within ten years?",
    mode: "simultaneous",
    maxRounds: 4,
    roundDelayMs: 0,
    participants: ["A", "B", "C"].map((letter, i) => ({
      name: `Debater ${letter}`,
      model: SPEAKERS,
      position: POSITIONS[i],
    })),
    judge: { model: SPEAKERS, bothOrders: false, ...judge },
    ...changes,
  });
}

export function measuredSpeech(): Pick<Manner, "turn"> {
  return spokenInWords([180, 220, 260]);
}
