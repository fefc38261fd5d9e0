/** A conclusion must not claim another outcome than the one that was counted. */
import type { Outcome } from "../../judge/conclusion/outcome.judging.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { AskedConclusion } from "./schema.prompt.ts";

interface Ruled {
  config: Pick<DebateConfig, "participants">;
  outcome?: Outcome | undefined;
}

export function winFaults({ answer, cruxes }: Partial<AskedConclusion>, { config, outcome }: Ruled): string[] {
  if (!outcome) return [];
  const { participants } = config;
  const stance = stanceFault(answer?.stance, outcome, participants);
  if (!outcome.contested) return stance;
  const names = participants.flatMap(({ id, name }) => [id, name]);
  const claims = sentencesOf(answer?.text).filter((sentence) => claimsWin(sentence, names));
  return [
    ...stance,
    ...claims.map((sentence) => `The outcome is contested, but the answer names a winner: ${sentence.trim()}`),
    ...(isSweep(cruxes)
      ? ["The outcome is contested, but one participant prevails on every crux: say what divides the ballots."]
      : []),
  ];
}

function stanceFault(stance: unknown, outcome: Outcome, participants: DebateConfig["participants"]): string[] {
  if (stance === undefined || stance === null || stance === "mixed") return [];
  if (outcome.contested) return ["The outcome is contested: answer.stance must be mixed."];
  const side = outcome.side ?? participants.find(({ id }) => id === outcome.winner)?.side;
  if (side !== "for" && side !== "against") return [];
  return stance === side ? [] : [`The side ${side} won: answer.stance must be ${side} or mixed.`];
}

const MOST_SENTENCES = 100;

function sentencesOf(text: unknown): string[] {
  return typeof text === "string" ? text.split(/[.!?。！？\n]/u).slice(0, MOST_SENTENCES) : [];
}

const WIN = /\b(?:wins?|won|winner|winning|prevails?|prevailed|victory|victorious|beats?|defeats?|defeated)\b/iu;
const DENIED = /\b(?:no|not|nobody|neither|none|nor|contested|without|whether|unclear|undecided|if|n't)\b|n['’]t\b/iu;

function claimsWin(sentence: string, names: string[]): boolean {
  if (!WIN.test(sentence) || DENIED.test(sentence)) return false;
  const said = sentence.toLowerCase();
  return names.some((name) => said.includes(name.toLowerCase()));
}

/** The same participant prevails on all. */
function isSweep(cruxes: AskedConclusion["cruxes"] | undefined): boolean {
  if (!Array.isArray(cruxes) || cruxes.length === 0) return false;
  const [first] = cruxes;
  return typeof first?.prevailed === "string" && cruxes.every((crux) => crux?.prevailed === first.prevailed);
}
