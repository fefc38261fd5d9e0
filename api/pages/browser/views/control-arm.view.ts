/** What the participants' models answered alone, and how the debate's answer compares with it. */

import { type Text, type Words, wordsIn } from "../base/say.ts";
import type { ControlArm, Debate, Result } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { money } from "../text/words.page-text.ts";

export function controlArmView(debate: Debate, { controlArm: arm }: Result) {
  if (!arm) return nothing;
  return answersView(arm, debate, wordsIn(debate));
}

function answersView(arm: ControlArm, debate: Debate, words: Words) {
  const { say } = words;
  const { groups, answered, calls, share, usage, costUsd } = arm;
  const title = say("Answers without the debate");
  const given =
    answered < calls
      ? say(
          "The participants' models also answered alone, without position or name: {answered} answers of {calls} that were asked for.",
          { answered, calls },
        )
      : say("The participants' models also answered alone, without position or name: {answered} answers.", {
          answered,
        });
  const most = say(
    arm.answer === null
      ? "They are tied: {count} of {answered} gave each of the most frequent answers."
      : "{count} of {answered} gave the most frequent answer.",
    { count: Math.round(share * answered), answered },
  );
  const cost = costUsd === null ? say("cost unknown") : money(costUsd, words);
  const tokens = tokensOf(usage);
  const others = tokensOf(debate.usage) - tokens;
  const itself =
    tokens > 0 && others > 0
      ? say("The debate itself took {calls} calls and {tokens} tokens, {times} times as many tokens.", {
          calls: debate.usage.calls - usage.calls,
          tokens: others,
          times: words.digits(others / tokens, 1),
        })
      : "";
  return html`<h3>${title}</h3>
    <p>${given} ${most} <strong>${say(difference(arm))}</strong> ${arm.expected ? say(known(arm.expected)) : nothing}</p>
    <div class="scrolls" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr><th scope="col">${say("Answer")}</th><th scope="col" class="number">${say("Given by")}</th></tr></thead>
      <tbody>${groups.map(
        (group) => html`<tr><td dir="auto">${group.answer}</td><td class="number">${group.count}</td></tr>`,
      )}</tbody></table></div>
    <p class="quiet">${say("They took {calls} calls, {tokens} tokens, {cost}.", { calls: usage.calls, tokens, cost })} ${itself}</p>`;
}

function tokensOf({ inputTokens, outputTokens }: Debate["usage"]): number {
  return inputTokens + outputTokens;
}

function difference({ differs, debate }: ControlArm): Text {
  if (debate === null) return "The debate gave no answer that could be compared.";
  if (differs === null) return "The debate's answer is one of those that are tied.";
  return differs ? "The debate's answer is another one." : "The debate's answer is the same.";
}

/** Who is right. Whether debates help is a question about many of them. */
function known({ alone, debate }: NonNullable<ControlArm["expected"]>): Text {
  if (alone === null || debate === null) return "The known answer cannot be compared with both.";
  if (alone === debate) return alone ? "By the known answer both are right." : "By the known answer both are wrong.";
  return debate
    ? "By the known answer the debate is right, and the most frequent answer is wrong. One debate does not show that debating helps."
    : "By the known answer the debate is wrong, and the most frequent answer is right. One debate does not show that debating harms.";
}
