/** The presets: what each is for, who speaks and judges in it, what its versions changed, and a debate that begins with it. */
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { refocus } from "../../../api/pages/browser/base/focus.ts";
import type { Models } from "../../../api/pages/browser/base/wire.page-base.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { formatTitle } from "../../../api/pages/browser/text/formats.ts";
import { plural } from "../../../domain/base/text/text.ts";
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";
import { castOf } from "./preset-cast.ts";
import { versionsView } from "./versions.view.ts";

let items: Preset[] = [];
let nextCursor: string | null = null;
let usual: Models["usual"];
let canWrite = false;

void beginPage("page", async (place, session) => {
  ({ canWrite } = session);
  const [models] = await Promise.all([read<Models>("/v1/models"), readMore()]);
  ({ usual } = models);
  place.replaceChildren();
  draw(place);
});

async function readMore() {
  const query = new URLSearchParams({ limit: "50", ...(nextCursor && { cursor: nextCursor }) });
  const page = await read<{ items: Preset[]; nextCursor: string | null }>(`/v1/presets?${query}`);
  items = [...items, ...page.items];
  ({ nextCursor } = page);
}

function draw(place: HTMLElement) {
  const more = async () => {
    const from = items.length;
    await readMore();
    draw(place);
    refocus(place.querySelectorAll<HTMLElement>(".topic")[from]);
  };
  render(
    html`<h1>Presets</h1>
      <p class="lead">Debates that are saved under a name, to begin with again.</p>
      <p><a href="/docs/guide/presets">How to use and save them</a></p>
      <ol class="debates">${items.map(presetView)}</ol>
      ${nextCursor ? html`<button type="button" @click=${() => void more()}>More presets</button>` : nothing}`,
    place,
  );
}

function presetView(preset: Preset) {
  const { name, version, description, request, builtIn } = preset;
  const { speakers, judges } = castOf(request, usual);
  const { format, maxRounds } = request;
  return html`<li aria-labelledby=${`preset-${name}`}>
    <h2 class="topic" id=${`preset-${name}`} tabindex="-1">${name}</h2>
    <p class="facts"><span>version ${version}</span>${builtIn ? html`<span>comes with Parley</span>` : nothing}
      ${typeof format === "string" ? html`<span>${formatTitle(format)}</span>` : nothing}
      ${typeof maxRounds === "number" ? html`<span>${plural(maxRounds, "round")}</span>` : nothing}</p>
    ${description ? html`<p dir="auto">${description}</p>` : nothing}
    ${speakers.length > 0 ? html`<p><span class="quiet">Speakers:</span> ${speakers.map(({ name: who, model }, i) => html`${i > 0 ? ", " : nothing}<bdi>${who}</bdi>${model ? html` <span class="quiet">(${model})</span>` : nothing}`)}</p>` : nothing}
    ${judges.length > 0 ? html`<p><span class="quiet">Judges:</span> ${judges.join(", ")}</p>` : nothing}
    ${canWrite ? html`<p><a href=${`/debates/new?preset=${encodeURIComponent(name)}`}>Start a debate<span class="unseen"> from ${name}</span></a></p>` : nothing}
    ${builtIn ? nothing : versionsView(preset)}
  </li>`;
}
