/** The conclusion: what the debate gives to the person who asked. */
import { cited, langOf, nameOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Conclusion, Debate, Result } from "../base/wire.page-base.ts";
import { CONCLUSION_WORDS as WORDS } from "../lib/conclusion-words.lib.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

type Crux = Conclusion["cruxes"][number];
type Evidence = Conclusion["evidence"][number];

export function conclusionView(debate: Debate, result: Result) {
  const { conclusion, contested } = result;
  if (!conclusion) return nothing;
  const { say } = wordsIn(debate);
  const { answer, support, cruxes, wouldChange, nextSteps, evidence, minority, writtenBy } = conclusion;
  return html`<div class="conclusion">
    <div class="lead" dir="auto" lang=${langOf(debate)}>${cited(answer.text, wordsIn(debate))}</div>
    ${answer.holder ? html`<p class="quiet">${say(WORDS.holders)}: <bdi>${nameOf(debate, answer.holder)}</bdi></p>` : nothing}
    ${answer.whyOther ? html`<p class="quiet" dir="auto">${say(WORDS.whyOther)}: ${apart(debate, answer.whyOther)}</p>` : nothing}
    <p class="support">${
      // A contested motion has no winning side.
      answer.stance === null || contested ? nothing : html`<strong>${say(WORDS.stances[answer.stance])}.</strong> `
    }<strong>${say(WORDS.support)}: ${say(WORDS.levels[support.level])}.</strong>${support.because.map((reason) => html` <bdi>${reason}</bdi>`)}</p>
    ${cruxes.length > 0 ? html`<h3>${say(WORDS.cruxes)}</h3><ol class="cruxes">${cruxes.map((crux) => cruxView(debate, crux))}</ol>` : nothing}
    <div class="columns">
      ${part(
        say(WORDS.wouldChange),
        wouldChange.map(
          ({ observation, effect }) =>
            html`${apart(debate, observation)} <span class="quiet">→ ${apart(debate, effect)}</span>`,
        ),
      )}
      ${part(
        say(WORDS.nextSteps),
        nextSteps.map(
          ({ action, crux }) =>
            html`${apart(debate, action)}${crux === null ? nothing : html` <span class="quiet">(${say(WORDS.settles)} ${crux})</span>`}`,
        ),
      )}
    </div>
    ${part(
      say(WORDS.evidence),
      evidence.map((item) => evidenceView(debate, item)),
    )}
    ${minorityView(debate, { minority, ballots: result.ballots })}
    <p class="quiet">${say(WORDS.writtenBy)} <bdi>${writtenBy}</bdi>.</p>
  </div>`;
}

/** A text of a model. Its direction affects nothing beside it. */
export function apart(debate: Debate, text: string) {
  return html`<bdi lang=${langOf(debate)}>${cited(text, wordsIn(debate))}</bdi>`;
}

function part(heading: string, items: unknown[]) {
  if (items.length === 0) return nothing;
  return html`<div><h3>${heading}</h3><ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul></div>`;
}

function cruxView(debate: Debate, { question, kind, points, unanswered, prevailed }: Crux) {
  const { say } = wordsIn(debate);
  return html`<li>
    <h4 dir="auto" lang=${langOf(debate)}>${cited(question, wordsIn(debate))}</h4>
    <p class="quiet">${say(WORDS.kinds[kind])} · ${say(WORDS.prevailed)}: ${prevailed === null ? say(WORDS.nobody) : html`<bdi>${nameOf(debate, prevailed)}</bdi>`}</p>
    <div class="points">${Object.entries(points).map(
      ([
        id,
        { point, turn },
      ]) => html`<p class=${voice(debate, id)} dir="auto"><span class="name">${nameOf(debate, id)}</span>
        ${point === null ? html`<span class="quiet">${say(WORDS.noPoint)}</span>` : apart(debate, point)}${turn === null ? nothing : html` (${cited(turn, wordsIn(debate))})`}</p>`,
    )}</div>
    ${unanswered === null ? nothing : html`<p dir="auto"><strong>${say(WORDS.unanswered)}:</strong> ${apart(debate, unanswered)}</p>`}</li>`;
}

function evidenceView(debate: Debate, { claim, turnIds, refs, status }: Evidence) {
  const { say } = wordsIn(debate);
  const places = [...turnIds.map((id) => cited(id, wordsIn(debate))), ...refs.map((ref) => exhibitLink(debate, ref))];
  return html`<strong>${say(WORDS.statuses[status])}:</strong> ${apart(debate, claim)}${places.length > 0 ? html` (${places.map((place, i) => html`${i > 0 ? ", " : nothing}${place}`)})` : nothing}`;
}

export function exhibitLink({ exhibits = [] }: Debate, ref: string) {
  return exhibits.some(({ id }) => id === ref) ? html`<a href=${`#${ref}`}>${ref}</a>` : html`<bdi>${ref}</bdi>`;
}

export function exhibitLinks(debate: Debate, refs: string[]) {
  return refs.map((ref, i) => html`${i > 0 ? ", " : nothing}${exhibitLink(debate, ref)}`);
}

function minorityView(
  debate: Debate,
  { minority, ballots: cast }: Pick<Conclusion, "minority"> & Pick<Result, "ballots">,
) {
  if (minority === null) return nothing;
  const { say } = wordsIn(debate);
  const ballots = minority.ballots.map((id) => {
    const ballot = cast.find((one) => one.id === id);
    return ballot ? `${ballot.judge}, ${ballot.order} order` : id;
  });
  const holders = minority.holders.map((id) => nameOf(debate, id));
  return html`<h3>${say(WORDS.minority)}</h3><p dir="auto" lang=${langOf(debate)}>${cited(minority.case, wordsIn(debate))}</p>
    ${holders.length > 0 ? html`<p class="quiet">${say(WORDS.holders)}: <bdi>${holders.join(", ")}</bdi></p>` : nothing}
    ${ballots.length > 0 ? html`<p class="quiet">${say(WORDS.ballots)}: <bdi>${ballots.join("; ")}</bdi></p>` : nothing}`;
}
