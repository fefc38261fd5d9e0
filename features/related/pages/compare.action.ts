/** The choice of another debate to compare with. */

import { type Action, definePanel } from "../../../api/pages/browser/actions/panel.action.ts";
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import type { Debate, DebatePage, DebateSummary } from "../../../api/pages/browser/base/wire.page-base.ts";
import { html } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { compareAddress } from "../../../api/pages/browser/text/addresses.ts";
import { textIn } from "../../../api/pages/browser/text/fields.page-text.ts";
import { formatTitle } from "../../../api/pages/browser/text/formats.ts";
import { age, statusWord } from "../../../api/pages/browser/text/words.page-text.ts";
import { benchOf } from "../../../domain/shapes/names.shape.ts";

const TOPIC = 60;

const PANEL = definePanel<DebateSummary[]>({
  title: "Compare with another debate",
  load: async () => (await read<DebatePage>("/v1/debates?limit=100")).items,
  view: ({ debate }, recent) => {
    const kin = kinOf(debate);
    const others = recent.filter(({ id }) => id !== debate.id && !kin.some(([relative]) => relative === id));
    return html`<p>Shows both answers side by side, what decides them, and what differs.</p>
    <label>The other debate, or ruling<select name="other" required>
      ${kin.map(([id, name], at) => html`<option value=${id} ?selected=${at === 0}>${name}</option>`)}
      ${others.map((other) => html`<option value=${other.id}>${nameOf(other)}</option>`)}</select></label>`;
  },
  label: "Compare",
  act: async ({ debate }, given) => {
    location.assign(compareAddress(debate.id, textIn(given, "other")));
    return null;
  },
});

export const COMPARE: Action = { words: "This debate and another one side by side", panel: PANEL };

/** The relatives come first, and the first of them is chosen already. */
function kinOf({
  forkedFrom,
  twinOf,
  forks = [],
  twins = [],
  rejudgements = [],
}: Debate): [id: string, name: string][] {
  return [
    ...(forkedFrom ? ([[forkedFrom.id, "The debate that this one was forked from"]] as [string, string][]) : []),
    ...(twinOf ? ([[twinOf, "The debate that this one is the twin of"]] as [string, string][]) : []),
    ...twins.map((id, i): [string, string] => [id, numbered("Its twin", i, twins)]),
    ...forks.map((id, i): [string, string] => [id, numbered("Its fork", i, forks)]),
    ...rejudgements
      .filter(({ status }) => status === "completed")
      .map(({ id, judge }): [string, string] => [id, `The same debate, rejudged by ${benchOf(judge)}`]),
  ];
}

function numbered(name: string, at: number, all: string[]) {
  return all.length > 1 ? `${name} ${at + 1} of ${all.length}` : name;
}

function nameOf({ topic, format, status, createdAt }: DebateSummary) {
  const short = topic.length > TOPIC ? `${topic.slice(0, TOPIC).trimEnd()} …` : topic;
  return `${short} (${formatTitle(format)}, ${statusWord(status).toLowerCase()}, ${age(createdAt)})`;
}
