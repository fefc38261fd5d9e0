/**
 * The prompts of a council's member: its answer alone, and its revision after the ranking. No prompt names another
 * member: the others' answers have labels.
 */

import { blindRankings, othersAnswers, type ShownRanking } from "../../judge/council/others.ts";
import { verbatim } from "../../shapes/context/view.shape.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { CLAIMS } from "../parts/debater-rules.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { type Block, ownBlocks, recap, turnBlock, visibleTurns } from "../parts/transcript.prompt-part.ts";
import {
  frameTurn,
  requireParticipant,
  type TurnPromptInput,
  type Voice,
  whoYouAre,
} from "../speaker/turn.speaker-prompt.ts";
import { questionFacts } from "./question.prompt.ts";
import { rankingLines } from "./ranking-lines.ts";

const INTRO = "You are a member of a council of language models.";

const MANNERS = `How to answer:
- Answer the question itself, so that somebody could act on it. Say first what you hold, then your strongest reasons.
${CLAIMS}
- Say what you are unsure of, and what would change your answer.
- Write plain prose of 150 to 400 words, without headings. Do not say who or which model you are, and do not put your name in front.`;

/** Shows nothing of the others. */
export function buildMemberPrompt(input: TurnPromptInput): Prompt {
  const task = () => ["Answer the question by yourself. You have not seen what the others answer."];
  return memberPrompt(input, { task, transcript: ownRemarks(input) });
}

/** Shows the others' first answers under labels, and what the rankings came to, with the sentences why. */
export function buildRevisionPrompt(input: TurnPromptInput): Prompt {
  const { config, turn, view = {}, rankings = [] } = input;
  const fences = fencesOf(config);
  const seen = visibleTurns(input.turns, turn.sees);
  const others = othersAnswers({ config, turns: seen }, turn.participantId);
  const { hidden } = view;
  const own = seen.filter(({ id, participantId }) => participantId === turn.participantId && !hidden?.has(id));
  const shown = others.viewOf(view);
  const transcript = [
    ...own.flatMap((mine) => ownBlocks(mine, fences)),
    ...recap(shown, fences).map(asUser),
    ...verbatim(others.turns, shown).map((answer) => asUser(turnBlock(answer, fences))),
    ...rankedBlock(blindRankings(rankings, others), fences),
  ];
  const task = () => [
    "Revise your answer. You have read the others' answers, and how all answers were ranked; nobody ranked its own.",
    "Take over what is right in them. A rank is no reason: keep what you can still defend. Write the answer whole, so that it stands without the earlier one.",
  ];
  return memberPrompt(input, { task, transcript });
}

/** The owner's remarks that came before anybody answered. */
function ownRemarks({ config, turn, turns, view }: TurnPromptInput): Block[] {
  const fences = fencesOf(config);
  const seen = verbatim(visibleTurns(turns, turn.sees), view).filter(({ phase }) => phase === "interjection");
  return seen.map((remark) => asUser(turnBlock(remark, fences)));
}

function rankedBlock(rankings: ShownRanking[], fences: Fences): Block[] {
  return rankings.length === 0 ? [] : [asUser(`${rankingLines(rankings, fences).join("\n")}\n`)];
}

function asUser(text: string): Block {
  return { role: "user", text };
}

function memberPrompt(
  input: TurnPromptInput,
  { task, transcript }: Pick<Voice, "task"> & { transcript: Block[] },
): Prompt {
  const { config, turn } = input;
  const me = requireParticipant(config, turn.participantId);
  const given = me.positionSource === "given" ? me.position : undefined;
  return frameTurn(
    { ...input, me, seen: [] },
    { intro: INTRO, manners: MANNERS, task },
    {
      who: whoYouAre({ ...me, position: given, side: undefined, keyArguments: undefined }, fencesOf(config)),
      facts: [...questionFacts(config), ""].join("\n"),
      transcript,
    },
  );
}
