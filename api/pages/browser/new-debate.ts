/** The form of a new debate, made from the catalogues. It shows what the debate would cost before it is sent. */
import { Refusal, read, send } from "./api.ts";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { announce } from "./live/announcer.ts";
import { textIn } from "./text/fields.ts";
import { count, fieldOf, money, title, whole } from "./text/words.ts";
import type { Estimates, Format, Models } from "./wire.ts";

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hana"];
const QUIET_MS = 350;

export async function startForm(place: HTMLElement, formats: Format[]) {
  const { items: models, usual } = await read<Models>("/v1/models");
  const names = models.flatMap(({ id, isAvailable }) => (isAvailable ? [id] : []));
  const [first] = formats;
  if (!first) return;
  let format = formats.find(({ name }) => name === "structured-rounds") ?? first;
  let seats = 2;
  let problems: Estimates["problems"] = [];
  let estimate: Estimates | null = null;
  let busy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const form = () => place.querySelector("form") as HTMLFormElement;

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void appraise(), QUIET_MS);
  };

  async function appraise() {
    const request = requestOf(form(), format);
    if (request.topic.trim() === "") return;
    try {
      estimate = await send<Estimates>("/v1/estimates", request);
      ({ problems } = estimate);
    } catch (error) {
      estimate = null;
      problems = problemsIn(error);
    }
    draw();
  }

  const chooseFormat = ({ currentTarget }: Event) => {
    format = formats.find(({ name }) => name === (currentTarget as HTMLSelectElement).value) ?? format;
    const { min, max } = format.participants;
    seats = Math.min(max, Math.max(min, seats));
    draw();
    (form().elements.namedItem("rounds") as HTMLInputElement).value = String(format.rounds.default);
  };

  const seat = (by: number) => () => {
    seats += by;
    draw();
    soon();
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    busy = true;
    draw();
    try {
      const { id } = await send<{ id: string }>("/v1/debates", requestOf(form(), format));
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
          (at) => seatView({ at, format, model: usual.speakers[at % usual.speakers.length] ?? "" }),
        )}
        <div class="row">${seats < format.participants.max ? html`<button type="button" class="plain" @click=${seat(1)}>Add a participant</button>` : nothing}
        ${seats > format.participants.min ? html`<button type="button" class="plain" @click=${seat(-1)}>Remove the last</button>` : nothing}</div></fieldset>
        <div class="row">${!format.hasJudge ? nothing : html`<label class="model">Judge’s model<input name="judge" list="models" value=${usual.judge} autocomplete="off" spellcheck="false"></label>`}
        <label>Tag<input name="tag" maxlength="40" autocomplete="off"></label></div>
        <label class="check"><input type="checkbox" name="clarifications">The participants may ask me questions first</label>
        <details><summary>More options</summary><div class="row">${repeat(format.fields, ({ path }) => format.name + path, fieldView)}</div></details>
        <datalist id="models">${names.map((name) => html`<option value=${name}></option>`)}</datalist>
        ${problems.length ? html`<ul class="fault">${problems.map(({ pointer, detail }) => html`<li>${pointer ? `${fieldOf(pointer)}: ` : nothing}${detail}</li>`)}</ul>` : nothing}
        <div aria-live="polite" class="estimate">${estimateView(estimate)}</div>
        <button type="submit" ?disabled=${busy}>Start the debate</button>
      </form>`,
      place,
    );
  place.replaceChildren();
  draw();
  place.querySelector("textarea")?.focus();
}

function seatView({ at, format: { seats }, model }: { at: number; format: Format; model: string }) {
  const number = at + 1;
  return html`<div class="seat row">
    <label>Name<input name=${`name-${at}`} value=${NAMES[at] ?? `Speaker ${number}`} maxlength="80" autocomplete="off" required></label>
    ${seats ? html`<label>${title(seats.field)}<select name=${`seat-${at}`}>${seats.choices.map((choice, i) => html`<option ?selected=${i === at % seats.choices.length}>${choice}</option>`)}</select></label>` : nothing}
    <label class="model">Model<input name=${`model-${at}`} value=${model} list="models" autocomplete="off" spellcheck="false" required></label>
    <label class="wide">Position <span class="quiet">(assigned when left empty)</span><input name=${`position-${at}`} maxlength="2000" autocomplete="off" dir="auto"></label>
  </div>`;
}

/** A field that only some formats take, with its default. */
function fieldView({
  path,
  kind,
  choices = [],
  min,
  max,
  whole: isWhole,
  default: usual,
  help,
}: Format["fields"][number]) {
  const [label = ""] = help.replaceAll("`", "").split(". ");
  if (kind === "flag")
    return html`<label class="check wide"><input type="checkbox" name=${path} ?checked=${usual}>${label}</label>`;
  if (kind === "choice")
    return html`<label class="wide">${label}<select name=${path}>${choices.map((choice) => html`<option ?selected=${choice === usual}>${choice}</option>`)}</select></label>`;
  return html`<label class="wide">${label}<input name=${path} type="number" inputmode="decimal" min=${min} max=${max} step=${isWhole ? 1 : "any"} placeholder=${usual}></label>`;
}

function estimateView(estimate: Estimates | null) {
  const { lowest, likely, worst } = estimate ?? {};
  if (!lowest || !likely || !worst)
    return html`<p class="quiet">What it would cost is shown here before it starts.</p>`;
  if (likely.costUsd === null)
    return html`<p><strong>What it costs is not known</strong>, since a model’s price is not: about ${count(likely.calls, "call")},
      at worst ${whole(worst.calls)}.</p>`;
  return html`<p><strong>About ${money(likely.costUsd)}</strong> in ${count(likely.calls, "call")};
    from ${money(lowest.costUsd)} to, at worst, ${money(worst.costUsd)} in ${count(worst.calls, "call")}.</p>`;
}

/** The request that the form asks for. */
function requestOf(form: HTMLFormElement, { name: format, rounds, seats, fields }: Format) {
  const data = new FormData(form);
  const said = (name: string) => textIn(data, name);
  const places = [...data.keys()].filter((name) => name.startsWith("name-")).map((name) => name.slice("name-".length));
  const judge = said("judge");
  const tag = said("tag");
  const request: { topic: string } & Record<string, unknown> = {
    topic: said("topic"),
    format,
    maxRounds: Number(said("rounds")) || rounds.default,
    participants: places.map((at) => ({
      name: said(`name-${at}`),
      model: said(`model-${at}`),
      ...(seats && { [seats.field]: said(`seat-${at}`) }),
      ...(said(`position-${at}`) && { position: said(`position-${at}`) }),
    })),
    ...(judge && { judge: { model: judge } }),
    ...(data.has("clarifications") && { clarifications: { enabled: true } }),
    ...(tag && { tags: [tag] }),
  };
  for (const { path, kind, default: usual } of fields) {
    const text = said(path);
    const value = kind === "flag" ? data.has(path) : kind === "number" && text !== "" ? Number(text) : text;
    if (value === usual || value === "") continue;
    const [outer = "", inner] = path.split("/");
    request[outer] = inner ? { ...(request[outer] as object), [inner]: value } : value;
  }
  return request;
}

function problemsIn(error: unknown): Estimates["problems"] {
  if (error instanceof Refusal && error.errors.length > 0) return error.errors;
  return [{ pointer: "", detail: (error as Error).message }];
}
