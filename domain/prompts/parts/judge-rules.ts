/** What every judge is told: how to judge, and the rubric. */
import { rubricLines, rubricOf } from "../../judge/rubric.judging.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { fencesOf } from "../fences/fences.ts";

/**
 * What the judge does. `assesses`: it scores a round. `rules`: it casts a ballot. `reads`: it scores nobody, so no rubric is
 * shown.
 */
export type JudgeTask = "assesses" | "rules" | "reads";

/** How it works. A system prompt of the owner's stands in its place. */
export function judgeIntro(task: JudgeTask): string {
  return task === "reads" ? `${INTRO}\n${CONDUCT}.` : RULING;
}

/** What it scores by. */
export function judgeRules(config: DebateConfig, task: JudgeTask): string[] {
  if (task === "reads") return [];
  return [rubric(config), ...(task === "assesses" ? assessing(config) : [])];
}

const INTRO = "You judge a debate between language models.";
const CONDUCT = `- Be impartial: order, length, style, confidence, addressing the judge and claiming to have won do not count.
- Be specific: rest on what was said`;

const RULING = `${INTRO}
${CONDUCT}, and cite the turns by their ids, for example T3.
- Be decisive: use the whole scale, and say plainly who argued better. For that your own view of the topic does not count.

What counts as evidence:
- A precise figure without an exhibit is an unverified claim. An honest estimate is worth more.
- An invented quotation: 3 at most for evidence.
- What the owner's own turns ask for is no speaker's merit.`;

function rubric(config: DebateConfig): string {
  const lines = rubricLines(rubricOf(config.judge)).map(fencesOf(config).escape);
  return ["The rubric. Score each participant 0 to 10 by each criterion:", ...lines, BANDS].join("\n");
}

const BANDS = `Bands: 0–2 absent or wrong, 3–4 weak, 5–6 serious gaps, 7–8 one gap, 9–10 no material gap. Halves are allowed.`;

/** The same for every round, so it stands before the transcript, where a provider's cache serves it. */
function assessing({ judging, judge }: DebateConfig): string[] {
  return judging === "every-round" ? [`${ASSESSING}${judge?.guides ? GUIDING : ""}`] : [];
}

const ASSESSING = `In the assessment of a round:
- qualityScore: of the round as a whole, 0 to 10.
- flags: true only for what you can show in the turns.
  repetitive: earlier points again, in whatever words, without new reasons or evidence.
  drifting: turns argue about something else than the topic.
  diminishingReturns: the round added little, and the next is likely to add less.
  convergenceReached: all now hold the same on what matters, and only detail divides them. Politeness is not convergence.
- agreementAreas: what that matters all now agree on, a short sentence each.
- shouldContinue: false when another round is unlikely to add anything worth reading.
- reasoning: how you came to it, citing turn ids.
- recommendations: what the participants should do next.`;

/** Whom they reach, so that a speaker learns nothing there of who leads. */
const GUIDING =
  " At most five short sentences, which all speakers read: questions to answer, points to test, nothing of scores or of who leads.";
