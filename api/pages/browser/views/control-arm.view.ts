/** What the participants' models answered alone, and how the debate's answer compares with it. */

import { money, percent } from "../../../../domain/base/words/figures.words.ts";
import { type Text, type Words, wordsIn } from "../base/say.ts";
import type { ControlArm, Debate, Result } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

export function controlArmView(debate: Debate, { controlArm: arm }: Result) {
  if (!arm) return nothing;
  return answersView(arm, wordsIn(debate));
}

function answersView(arm: ControlArm, words: Words) {
  const { say } = words;
  const { groups, answered, calls, share, interval, usage, costUsd } = arm;
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
      ? "They are tied: the most frequent answers have {share} (95 % interval {low} to {high})."
      : "The most frequent answer has {share} (95 % interval {low} to {high}).",
    { share: percent(share), low: percent(interval.low), high: percent(interval.high) },
  );
  const cost = money(costUsd, words);
  const tokens = usage.inputTokens + usage.outputTokens;
  return html`<h3>${title}</h3>
    <p>${given} ${most} <strong>${say(difference(arm))}</strong> ${arm.expected ? say(effect(arm.expected)) : nothing}</p>
    <div class="scrolls" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr><th scope="col">${say("Answer")}</th><th scope="col" class="number">${say("Given by")}</th><th scope="col" class="number">${say("Share")}</th></tr></thead>
      <tbody>${groups.map(
        (group) =>
          html`<tr><td dir="auto">${group.answer}</td><td class="number">${group.count}</td><td class="number">${percent(group.count / answered)}</td></tr>`,
      )}</tbody></table></div>
    <p class="quiet">${say("They took {calls} calls, {tokens} tokens, {cost}.", { calls: usage.calls, tokens, cost })}</p>`;
}
function difference({ differs, debate }: ControlArm): Text {
  if (debate === null) return "The debate gave no answer that could be compared.";
  if (differs === null) return "The debate's answer is one of those that are tied.";
  return differs ? "The debate's answer is another one." : "The debate's answer is the same.";
}

/** Only a known answer can tell whether a debate helped. */
function effect({ effect: found, alone }: NonNullable<ControlArm["expected"]>): Text {
  switch (found) {
    case "helped":
      return "By the known answer the debate helped: it is right, and the most frequent answer is wrong.";
    case "hurt":
      return "By the known answer the debate hurt: it is wrong, and the most frequent answer is right.";
    case "none":
      return alone ? "By the known answer both are right." : "By the known answer both are wrong.";
    default:
      return "The known answer cannot be compared with both.";
  }
}
