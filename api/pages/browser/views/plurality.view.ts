/** The answers to a question: the most frequent one, and who answered what in which round. */

import { mannerOf, nameOf } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Debate, Plurality } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { percent } from "../lib/percent.lib.ts";

type Round = Plurality["rounds"][number];

export function pluralityView(debate: Debate, plurality: Plurality) {
  const words = wordsIn(debate);
  const { say } = words;
  const { rounds, share, answer, asked, answered } = plurality;
  const title = say("The answers by round");
  const most =
    share === null
      ? ""
      : say(
          answer === null
            ? "They are tied: {count} of {answered} gave each of the most frequent answers."
            : "{count} of {answered} gave the most frequent answer.",
          { count: Math.round(share * answered), answered },
        );
  return html`<p class="lead">${most} ${answered < asked ? say("{answered} of {asked} participants gave an answer.", { answered, asked }) : nothing}</p>
    ${plurality.expected ? knownView(plurality.expected, words) : nothing}
    <h3>${title}</h3>
    <div class="scrolls" tabindex="0" role="group" aria-label=${title}><table class="answers">
      <thead><tr><td></td>${rounds.map(({ round }) => html`<th scope="col">${say("Round {round}", { round })}</th>`)}</tr></thead>
      <tbody>${debate.participants.map(
        ({ id }) =>
          html`<tr><th scope="row">${nameOf(debate, id)}</th>${rounds.map((round) => answerCell(round, id, debate))}</tr>`,
      )}</tbody>
      <tfoot><tr><th scope="row">${say("Most frequent")}</th>${rounds.map((round) => shareCell(round, debate))}</tr></tfoot>
    </table></div>`;
}

/** Colours go by the rank of an answer in its round; the text says the same. */
function answerCell({ given, groups }: Round, id: string, debate: Debate) {
  const found = given.find(({ participantId }) => participantId === id);
  if (!found) return html`<td class="quiet">–</td>`;
  const rank = groups.findIndex(({ answer }) => answer === found.answer);
  const mark = found.right === null ? "" : found.right ? " ✓" : " ✗";
  return html`<td class="rank-${Math.min(Math.max(rank, 0), 3)}" dir="auto" lang=${mannerOf(debate).lang}>${found.answer}${mark}</td>`;
}

function shareCell({ answer, tied = [], share }: Round, debate: Debate) {
  return html`<td dir="auto" lang=${mannerOf(debate).lang}>${answer ?? tied.join(" / ")}<meter min="0" max="1" value=${share ?? 0} aria-label=${percent(share)}></meter><span class="quiet">${percent(share)}</span></td>`;
}

function knownView({ right, moves }: NonNullable<Plurality["expected"]>, { say }: Words) {
  const known =
    right === null
      ? say("It is tied, so it cannot be compared with the known answer.")
      : say(right ? "By the known answer it is right." : "By the known answer it is wrong.");
  const moved = say(
    "From the first round to the last: {gained} from wrong to right, {lost} from right to wrong, {right} stayed right, {wrong} stayed wrong.",
    { gained: moves.wrongToRight, lost: moves.rightToWrong, right: moves.stayedRight, wrong: moves.stayedWrong },
  );
  return html`<p><strong>${known}</strong> ${moved}</p>`;
}
