/** The third question of the form: how thorough, with what each level costs and how long it takes. */
import type { Estimates } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { costOf, timeOf, unknownView } from "./estimate.form.ts";
import type { Level } from "./parts/levels.ts";

interface Levels {
  levels: Level[];
  /** undefined: what is set is none of them. */
  chosen: Level | undefined;
  /** By the names of levels; `own`: of what is set. */
  estimates: ReadonlyMap<string, Estimates>;
  onChoose: (level: Level) => void;
}

export function levelsView({ levels, chosen, estimates, onChoose }: Levels) {
  const shown = levels.map((level) => {
    const { name, title, words } = level;
    return choiceView({ name, title, words, isChosen: name === chosen?.name, act: () => onChoose(level) });
  });
  const own = { name: "own", title: "Your own", words: "as set below", isChosen: true, act: () => {} };
  return html`<fieldset class="question"><legend>How thorough?</legend>
    <div class="levels">${shown}${chosen ? nothing : choiceView(own)}</div>
    ${unknownView(estimates.values())}</fieldset>`;

  function choiceView({ name, title, words, isChosen, act }: Choice) {
    const figures = estimates.get(name)?.likely;
    return html`<label class="choice" data-level=${name}><input type="radio" name="thorough" data-aside value=${name}
        .checked=${isChosen} @change=${act}>
      <span><strong>${title}</strong> <span class="quiet">${words}</span>
        ${figures ? html`<span class="figures">${costOf(figures)}, ${timeOf(figures)}</span>` : html`<span class="figures quiet">…</span>`}</span></label>`;
  }
}

interface Choice {
  name: string;
  title: string;
  words: string;
  isChosen: boolean;
  act: () => void;
}
