/** What both debates answer, and how far each answer can be relied on. */

import { langOf, taleOf } from "../../../api/pages/browser/base/cast.page-base.ts";
import type { Debate } from "../../../api/pages/browser/base/wire.page-base.ts";
import { html, nothing } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { formatTitle } from "../../../api/pages/browser/text/formats.ts";
import { moment, statusWord } from "../../../api/pages/browser/text/words.page-text.ts";
import type { Both } from "../../../domain/base/both.ts";
import { percent } from "../../../domain/base/words/figures.words.ts";
import { nameOf, shortModel } from "../../../domain/shapes/names.shape.ts";
import { isOpen, resultText } from "../../../domain/shapes/schemas/result-text.ts";
import { CONCLUSION_WORDS } from "../../../domain/show/report/conclusion-words.report.ts";
import { headline } from "../../../domain/show/report/ending.report.ts";
import type { Side } from "../domain/side.compared.ts";
import { foldedText } from "./folded.compared-view.ts";

interface Shown {
  names: Both<string>;
  isTopicShown: boolean;
}

export function answersView(sides: Both<Side>, { names, isTopicShown }: Shown) {
  return html`<div class="both">${sides.map(
    ({ debate }, at) => html`<section>
      <h2><a href=${`/debates/${debate.id}`} dir="auto">${names[at]}</a></h2>
      <p class="quiet">${factsOf(debate).map((fact, i, { length }) => html`<bdi>${fact}</bdi>${i + 1 < length ? "\u00a0· " : nothing}`)}</p>
      ${isTopicShown ? html`<p dir="auto"><span class="quiet">Topic:</span> ${debate.topic}</p>` : nothing}
      ${answerView(debate)}
    </section>`,
  )}</div>`;
}

function factsOf(debate: Debate) {
  const { format, judge, participants, createdAt, round, status } = debate;
  const models = [...new Set(participants.map(({ model }) => shortModel(model)))];
  return [
    formatTitle(format),
    `${models.join(", ")} in ${round} ${round === 1 ? "round" : "rounds"}`,
    ...(judge ? [`judge ${shortModel(judge.model)}`] : []),
    ...(status === "completed" ? [] : [statusWord(status)]),
    moment(createdAt),
  ];
}

function answerView(debate: Debate) {
  const { result } = debate;
  if (!result) return html`<p>There is no answer yet.</p>`;
  const { conclusion } = result;
  const text = conclusion?.answer.text ?? resultText(result);
  return html`${text ? html`<div class="answer" lang=${langOf(debate)}>${foldedText(text)}</div>` : nothing}
    <dl class="figures">${figuresOf(debate, result).map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>
    ${conclusion?.support.because.length ? html`<details><summary>Why this support</summary><ul>${conclusion.support.because.map((reason) => html`<li dir="auto">${reason}</li>`)}</ul></details>` : nothing}`;
}

/** Only what there is. */
function figuresOf(debate: Debate, result: NonNullable<Debate["result"]>): [name: string, value: string][] {
  const { conclusion } = result;
  const { stance } = conclusion?.answer ?? {};
  const { support } = conclusion ?? {};
  const isCertain = stance && !isOpen(result);
  const rows: [string, string | null | undefined][] = [
    ["Outcome", headline(result, taleOf(debate))],
    ["Stance", isCertain ? CONCLUSION_WORDS.stances[stance] : null],
    ["Held by", conclusion?.answer.holder && nameOf(debate, conclusion.answer.holder)],
    ["Support", support && CONCLUSION_WORDS.levels[support.level]],
    ["Confidence", support?.probability == null ? null : `${Math.round(support.probability)} of 100`],
    ["Confidence", result.type === "solution" ? `${result.solution.confidence} of 100` : null],
    ["Ballots for it", support?.winnerShare == null ? null : percent(support.winnerShare)],
    ["Lead", support?.margin == null ? null : `${support.margin} of 100`],
  ];
  return rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
}
