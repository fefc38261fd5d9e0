// @ts-check
/**
 * The form of a new debate, made from the catalogues, with what it would cost shown before it is sent.
 *
 * @typedef {{ name: string, title: string, summary: string, participants: { min: number, max: number }, rounds: { min: number, max: number, default: number } }} Format
 * @typedef {{ calls: number, costUsd: number | null }} Estimate
 * @typedef {{ pointer: string, detail: string }} Problem
 */
import { announce } from "./announcer.js";
import { Refusal, read, send } from "./api.js";
import { textIn } from "./fields.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { count, fieldOf, money, title, whole } from "./words.js";

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hana"];
/** What a seat of a format is called in the request, and what it may be. */
const SEATS = /** @type {Record<string, { field: "side" | "role", choices: string[] }>} */ ({
  oxford: { field: "side", choices: ["for", "against"] },
  "lincoln-douglas": { field: "side", choices: ["for", "against"] },
  roundtable: { field: "side", choices: ["for", "against", "neutral"] },
  "proposer-skeptic": { field: "role", choices: ["proposer", "skeptic", "synthesizer"] },
});
/** The skeptic takes the judge's place. */
const JUDGELESS = "proposer-skeptic";
const QUIET_MS = 350;

/**
 * @param {HTMLElement} place
 * @param {Format[]} formats
 */
export async function startForm(place, formats) {
  const [{ items: models, defaultModel }, { items: roles }] = await Promise.all([
    read("/v1/models"),
    read("/v1/roles"),
  ]);
  SEATS["dialectic"] = { field: "role", choices: roles.map((/** @type {{ name: string }} */ { name }) => name) };
  const known = models.filter((/** @type {{ isAvailable: boolean }} */ { isAvailable }) => isAvailable);
  /** @type {string[]} */
  const names = known.map((/** @type {{ id: string }} */ { id }) => id);
  const usual = defaultModel ?? names[0] ?? "";
  const judges = names.find((name) => name === `${usual.split("/")[0]}/judge`) ?? usual;
  const [first] = formats;
  if (!first) return;
  let format = formats.find(({ name }) => name === "structured-rounds") ?? first;
  let seats = 2;
  /** @type {Problem[]} */
  let problems = [];
  /** @type {{ lowest: Estimate, likely: Estimate, worst: Estimate } | null} */
  let estimate = null;
  let busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const form = () => /** @type {HTMLFormElement} */ (place.querySelector("form"));

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void appraise(), QUIET_MS);
  };

  async function appraise() {
    const request = requestOf(form(), format);
    if (request.topic.trim() === "") return;
    try {
      const answer = await send("/v1/estimates", request);
      ({ problems } = answer);
      estimate = answer.likely ? answer : null;
    } catch (error) {
      estimate = null;
      problems = problemsIn(error);
    }
    draw();
  }

  /** @param {Event} event */
  const chooseFormat = ({ currentTarget }) => {
    format = formats.find(({ name }) => name === /** @type {HTMLSelectElement} */ (currentTarget).value) ?? format;
    const { min, max } = format.participants;
    seats = Math.min(max, Math.max(min, seats));
    draw();
    /** @type {HTMLInputElement} */ (form().elements.namedItem("rounds")).value = String(format.rounds.default);
  };

  /** @param {number} by */
  const seat = (by) => () => {
    seats += by;
    draw();
    soon();
  };

  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    busy = true;
    draw();
    try {
      const { id } = await send("/v1/debates", requestOf(form(), format));
      location.assign(`/debates/${id}`);
    } catch (error) {
      busy = false;
      problems = problemsIn(error);
      draw();
      announce(`The debate was not started: ${problems[0]?.detail ?? ""}`);
    }
  };

  const draw = () =>
    render(
      html`<form class="request" @submit=${submit} @input=${soon}>
        <label>Topic<textarea name="topic" rows="2" maxlength="20000" required dir="auto"></textarea></label>
        <div class="row"><label>Format<select name="format" @change=${chooseFormat}>${formats.map(
          ({ name, title: words }) => html`<option value=${name} ?selected=${name === format.name}>${words}</option>`,
        )}</select></label>
        <label class="figure">Rounds<input name="rounds" type="number" inputmode="numeric" min=${format.rounds.min} max=${format.rounds.max} value=${format.rounds.default}></label></div>
        <p class="quiet">${format.summary}</p>
        <fieldset><legend>Participants</legend>${repeat(
          Array.from({ length: seats }, (_, at) => at),
          (at) => at,
          (at) => seatView({ at, format, usual }),
        )}
        <div class="row">${seats < format.participants.max ? html`<button type="button" class="plain" @click=${seat(1)}>Add a participant</button>` : nothing}
        ${seats > format.participants.min ? html`<button type="button" class="plain" @click=${seat(-1)}>Remove the last</button>` : nothing}</div></fieldset>
        <div class="row">${format.name === JUDGELESS ? nothing : html`<label class="model">Judge’s model<input name="judge" list="models" value=${judges} autocomplete="off" spellcheck="false"></label>`}
        <label>Tag<input name="tag" maxlength="40" autocomplete="off"></label></div>
        <label class="check"><input type="checkbox" name="clarifications">The participants may ask me questions first</label>
        <datalist id="models">${names.map((name) => html`<option value=${name}></option>`)}</datalist>
        ${problems.length ? html`<ul class="fault">${problems.map(({ pointer, detail }) => html`<li>${pointer ? `${fieldOf(pointer)}: ` : nothing}${detail}</li>`)}</ul>` : nothing}
        <div aria-live="polite" class="estimate">${estimate ? estimateView(estimate) : html`<p class="quiet">What it would cost is shown here before it starts.</p>`}</div>
        <button type="submit" ?disabled=${busy}>Start the debate</button>
      </form>`,
      place,
    );
  place.replaceChildren();
  draw();
  place.querySelector("textarea")?.focus();
}

/** @param {{ at: number, format: Format, usual: string }} input */
function seatView({ at, format, usual }) {
  const seats = SEATS[format.name];
  const number = at + 1;
  return html`<div class="seat row">
    <label>Name<input name=${`name-${at}`} value=${NAMES[at] ?? `Speaker ${number}`} maxlength="80" autocomplete="off" required></label>
    ${seats ? html`<label>${title(seats.field)}<select name=${`seat-${at}`}>${seats.choices.map((choice, i) => html`<option ?selected=${i === at % seats.choices.length}>${choice}</option>`)}</select></label>` : nothing}
    <label class="model">Model<input name=${`model-${at}`} value=${usual} list="models" autocomplete="off" spellcheck="false" required></label>
    <label class="wide">Position <span class="quiet">(assigned when left empty)</span><input name=${`position-${at}`} maxlength="2000" autocomplete="off" dir="auto"></label>
  </div>`;
}

/** @param {{ lowest: Estimate, likely: Estimate, worst: Estimate }} estimate */
function estimateView({ lowest, likely, worst }) {
  if (likely.costUsd === null)
    return html`<p><strong>What it costs is not known</strong>, since a model’s price is not: about ${count(likely.calls, "call")},
      at worst ${whole(worst.calls)}.</p>`;
  return html`<p><strong>About ${money(likely.costUsd)}</strong> in ${count(likely.calls, "call")};
    from ${money(lowest.costUsd)} to, at worst, ${money(worst.costUsd)} in ${count(worst.calls, "call")}.</p>`;
}

/**
 * What the form asks for, as the API takes it.
 *
 * @param {HTMLFormElement} form
 * @param {Format} format
 */
function requestOf(form, format) {
  const data = new FormData(form);
  const said = /** @param {string} name */ (name) => textIn(data, name);
  const seats = [...data.keys()].filter((name) => name.startsWith("name-")).map((name) => name.slice("name-".length));
  const judge = said("judge");
  const tag = said("tag");
  return {
    topic: said("topic"),
    format: format.name,
    maxRounds: Number(said("rounds")) || format.rounds.default,
    participants: seats.map((at) => ({
      name: said(`name-${at}`),
      model: said(`model-${at}`),
      ...(data.has(`seat-${at}`) && { [SEATS[format.name]?.field ?? "side"]: said(`seat-${at}`) }),
      ...(said(`position-${at}`) && { position: said(`position-${at}`) }),
    })),
    ...(judge && { judge: { model: judge } }),
    ...(data.has("clarifications") && { clarifications: { enabled: true } }),
    ...(tag && { tags: [tag] }),
  };
}

/**
 * @param {unknown} error
 * @returns {Problem[]}
 */
function problemsIn(error) {
  if (error instanceof Refusal && error.errors.length > 0) return error.errors;
  return [{ pointer: "", detail: /** @type {Error} */ (error).message }];
}
