/** A fork: a debate that continues from one of this one's rounds, with other models, another judge, more rounds or a word to its speakers. */
import { read, send } from "../base/api.page-base.ts";
import type { Estimates, Models } from "../base/wire.page-base.ts";
import { estimateView } from "../form/estimate.form.ts";
import { type Field, fieldView, type Shown } from "../form/parts/field.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { textIn } from "../text/fields.page-text.ts";
import { type Differences, type ForkedRequest, forkChanges, modelOf, panelIn } from "./fork-changes.ts";
import { definePanel } from "./panel.action.ts";

interface Loaded {
  rounds: number;
  request: ForkedRequest;
  models: string[];
}

/** Of an imported debate there is no request, and of a shared one nobody may read it: then only the round is asked for. */
const NO_REQUEST: ForkedRequest = {};
const KNOWN = "fork-models";
const WORD = "word";

export const FORK = definePanel<Loaded>({
  title: "Fork this debate",
  async load({ rounds, api }) {
    const [complete, request, models] = await Promise.all([
      rounds(),
      read<ForkedRequest>(`${api}/request`).catch(() => NO_REQUEST),
      read<Models>("/v1/models").catch(() => null),
    ]);
    const available = (models?.items ?? []).flatMap(({ id, isAvailable }) => (isAvailable ? id : []));
    return { rounds: complete, request, models: available };
  },
  view({ debate }, { rounds, request, models }, problems) {
    const given = new Map(modelFields(request).map(({ path, usual }) => [path, usual]));
    const shown: Shown = { valueOf: (path) => given.get(path), named: (value) => value, problems };
    return html`<p>A new debate takes over the rounds up to the one you choose and continues from there by itself. This debate does not change.</p>
    <label>After round<select name="afterRound">${Array.from({ length: rounds + 1 }, (_, i) => rounds - i).map(
      (round) =>
        html`<option value=${round}>${round === 0 ? "none: begin afresh with the same positions" : round}</option>`,
    )}</select></label>
    ${
      given.size === 0
        ? nothing
        : html`<fieldset><legend>What should differ?</legend>
      <p class="quiet">What you leave as it is stays the same.</p>
      <div class="row">${[...modelFields(request), roundsField(request.maxRounds ?? debate.maxRounds)].map((field) => fieldView(field, shown))}</div>
      ${fieldView({ path: WORD, label: "A word to the speakers", hint: "(optional; each reads it before it speaks again)", kind: "long", longest: 10_000 }, shown)}</fieldset>
      <datalist id=${KNOWN}>${models.map((id) => html`<option value=${id}></option>`)}</datalist>`
    }
    <p class="quiet">To change more than that, <a href=${`/debates/new?from=${debate.id}`}>duplicate and edit</a> the debate.</p>`;
  },
  appraise: async ({ api }, given, { request }) =>
    estimateView(await send<Estimates>(`${api}/fork/estimates`, bodyOf(request, given)).catch(() => null)),
  label: "Start the fork",
  async act({ api }, given, { request }) {
    const { id } = await send<{ id: string }>(`${api}/fork`, bodyOf(request, given));
    location.assign(`/debates/${id}`);
    return null;
  },
});

function bodyOf(request: ForkedRequest, given: FormData) {
  const changes = forkChanges(request, differencesIn(given));
  return { afterRound: Number(textIn(given, "afterRound")), ...(changes && { changes }) };
}

/** By their paths in the request, as its problems name them. */
function modelFields(request: ForkedRequest): Field[] {
  const { participants = [], judge } = request;
  const panel = panelIn(request);
  const field = (path: string, label: string, model: unknown): Field => ({
    path,
    label,
    kind: "text",
    known: KNOWN,
    shape: "model",
    usual: modelOf(model),
  });
  return [
    ...participants.map(({ name, model }, at) =>
      field(`participants/${at}/model`, `${name ?? `Participant ${at + 1}`}’s model`, model),
    ),
    ...(judge
      ? [field("judge/model", panel.length > 0 ? "Who guides and concludes" : "Judge’s model", judge.model)]
      : []),
    ...panel.map((model, at) => field(`judge/panel/${at}`, `Judge ${at + 1}’s model`, model)),
  ];
}

function roundsField(usual: number): Field {
  return { path: "maxRounds", label: "Rounds in all", kind: "number", whole: true, min: 1, max: 500, usual };
}

function differencesIn(given: FormData): Differences {
  const listIn = (beginning: string) =>
    [...given.keys()].filter((name) => name.startsWith(beginning)).map((name) => textIn(given, name));
  return {
    models: listIn("participants/"),
    judge: textIn(given, "judge/model"),
    panel: listIn("judge/panel/"),
    rounds: Number(textIn(given, "maxRounds")) || null,
    word: textIn(given, WORD),
  };
}
