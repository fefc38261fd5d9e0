/** The formats to choose from: when to use each, how it runs, and what it costs with this server's models. */
import { AUTO } from "../../../../domain/shapes/format-names.ts";
import { send } from "../base/api.page-base.ts";
import type { Estimates, Format } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { costOf, timeOf } from "./estimate.form.ts";

const CHOOSE_FOR_ME = "Choose for me";

/** Costs depend on a topic's length alone, and most are about so long. */
export const SOME_TOPIC = "Should our city close its centre to private cars on weekdays?";

/** What each format costs by itself, asked for once, one after another. */
export function createFares(formats: Format[], redraw: () => void) {
  const fares = new Map<string, Estimates>();
  let isAsked = false;
  return {
    of: (name: string) => fares.get(name)?.likely,
    async ask() {
      if (isAsked) return;
      isAsked = true;
      for (const { name } of formats) {
        const fare = await send<Estimates>("/v1/estimates", { topic: SOME_TOPIC, format: name }).catch(() => null);
        if (fare) fares.set(name, fare);
        redraw();
      }
    },
  };
}

interface Formats {
  formats: Format[];
  /** A name, or `auto`. */
  choice: string;
  /** The one that `auto` leads to. */
  format: Format;
  fares: ReturnType<typeof createFares>;
  onChoose: (choice: string) => void;
}

export function formatsView({ formats, choice, format, fares, onChoose }: Formats) {
  const now = choice === AUTO ? `${CHOOSE_FOR_ME}: ${format.title}` : format.title;
  const toggle = ({ currentTarget }: Event) => {
    if ((currentTarget as HTMLDetailsElement).open) void fares.ask();
  };
  const choose = ({ currentTarget }: Event) => onChoose((currentTarget as HTMLInputElement).value);
  const optionView = (name: string, words: { title: string; when: string; summary: string }) => {
    const fare = fares.of(name);
    const id = `format-${name}`;
    return html`<label class="choice"><input type="radio" name="format" value=${name} .checked=${name === choice}
        aria-labelledby=${id} aria-describedby=${`${id}-when`} @change=${choose}>
      <span><strong id=${id}>${words.title}</strong>${fare ? html` <span class="figures">${costOf(fare)}, ${timeOf(fare)}</span>` : nothing}
        <span class="when" id=${`${id}-when`}>${words.when}</span><span class="quiet">${words.summary}</span></span></label>`;
  };
  return html`<details class="options" @toggle=${toggle}><summary><strong>Format</strong> <span class="quiet">${now}</span></summary>
    <fieldset><legend class="unseen">Format</legend>
      <p class="quiet">The cost is that of the format’s usual size with the models of this server.</p>
      ${optionView(AUTO, {
        title: CHOOSE_FOR_ME,
        when: "When you have no reason to choose another.",
        summary:
          "An answer that can be counted is voted on, and debated only where the vote is close. All else is debated in structured rounds.",
      })}
      ${formats.map(({ name, ...words }) => optionView(name, words))}</fieldset></details>`;
}
