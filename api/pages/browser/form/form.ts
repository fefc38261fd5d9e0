/** The form of a debate: its fields by the catalogues, what the debate would cost, and its problems beside their fields. */
import { Refusal, send } from "../base/api.page-base.ts";
import type { Estimates, Format, Models } from "../base/wire.page-base.ts";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { announce } from "../live/announcer.ts";
import { estimateView } from "./estimate.form.ts";
import { materialPart } from "./material-part.ts";
import { CLARIFICATIONS, LIVE, optionsView, usualOf } from "./options.form.ts";
import { entriesIn, type Field, fieldView, type Shown } from "./parts/field.ts";
import { isObject, type Json, type Row, type Rows, requestFrom, valueAt } from "./parts/request.form-part.ts";
import { nameOf, newRow, participantsView } from "./parts/rows.ts";
import { goTo, type Problems, placedIn, problemsView } from "./problems.form.ts";

const QUIET_MS = 350;
/** Parts of a request that stand under "More options". */
const OPTIONS = ["context", "language", "judge/criteria", "judge/panel", "minRounds", "limits", "webhook"];
const PANEL_HINT = { hint: "(when left empty, a panel of different families)" };

/** Of a question. */
const ANSWERS: Field[] = [
  { path: "answers/type", label: "Answers", kind: "choice", choices: ["text", "choice", "number"], usual: "text" },
  {
    path: "answers/options",
    label: "Options",
    hint: "(of a choice, separated by commas)",
    kind: "list",
    shape: "wide",
  },
  { path: "answers/unit", label: "Unit", hint: "(of a number)", kind: "text", longest: 40 },
  { path: "answers/tolerance", label: "Tolerance", hint: "(of a number)", kind: "number", min: 0, shape: "figure" },
  {
    path: "expected",
    label: "Known answer",
    hint: "(nobody is shown it)",
    kind: "text",
    longest: 2_000,
    shape: "wide",
  },
];

export interface Button {
  label: string;
  /** Sends the request. What it throws is shown in the form. */
  act: (request: Json) => Promise<void>;
  /** The form stays open after it. */
  stays?: true;
}

interface FormOf {
  place: HTMLElement;
  formats: Format[];
  models: Models;
  /** What the form begins with. */
  request: Json;
  problems?: Problems;
  /** The first is the form's main one. */
  buttons: [Button, ...Button[]];
}

export function showForm({ place, formats, models, request, problems: known = [], buttons }: FormOf) {
  const usual = formats.find(({ isDefault }) => isDefault);
  if (!usual) return;
  let format = formats.find(({ name }) => name === request["format"]) ?? usual;
  const rows = rowsOf(request, format, models);
  let problems = known;
  let estimate: Estimates | null = null;
  let busy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const form = () => place.querySelector("form") as HTMLFormElement;
  const asked = () =>
    requestFrom({ base: material.over(request), rows, format, formats }, entriesIn(form(), usualOf(format)));

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void appraise(), QUIET_MS);
  };

  const material = materialPart({ place, request, models, redraw: () => draw(), onChange: soon });

  async function appraise() {
    const { validate: _costs, ...body } = asked();
    if (!body["topic"]) return;
    try {
      estimate = await send<Estimates>("/v1/estimates", body);
      problems = [...estimate.problems, ...known.filter((problem) => stands(problem, body))];
    } catch (error) {
      estimate = null;
      problems = problemsIn(error);
    }
    draw();
  }

  /** An estimate asks no provider, so what one has refused stays a problem until it is changed. */
  const stands = ({ pointer }: Problems[number], body: Json) => {
    const path = pointer.slice(1);
    const isFound = estimate?.problems.some((found) => found.pointer === pointer);
    return path !== "" && !isFound && JSON.stringify(valueAt(body, path)) === JSON.stringify(valueAt(request, path));
  };

  const chooseFormat = ({ currentTarget }: Event) => {
    format = formats.find(({ name }) => name === (currentTarget as HTMLSelectElement).value) ?? format;
    const { min, max } = format.participants;
    rows.participants.length = Math.min(max, rows.participants.length);
    while (rows.participants.length < min) rows.participants.push(newSeat(rows.participants, models));
    draw();
    (form().elements.namedItem("maxRounds") as HTMLInputElement).value = String(format.rounds.default);
  };

  const actions = {
    add(list: keyof Rows) {
      const row =
        list === "participants" ? newSeat(rows.participants, models) : newRow(list === "criteria" ? { weight: 1 } : {});
      rows[list].push(row);
      draw();
      const path = list === "criteria" ? "judge/criteria" : list;
      goTo(form(), `/${path}/${rows[list].length - 1}/name`);
    },
    remove(list: keyof Rows, row: Row) {
      rows[list].splice(rows[list].indexOf(row), 1);
      draw();
      soon();
    },
  };

  const press = async ({ act, stays }: Button) => {
    clearTimeout(timer);
    busy = true;
    draw();
    try {
      // What it opens next takes the form's place.
      await material.settled();
      await act(asked());
      material.keep();
      if (!stays) return;
      busy = false;
      draw();
    } catch (error) {
      busy = false;
      problems = problemsIn(error);
      draw();
      const [worst] = problems;
      announce(`It was not accepted: ${worst?.detail ?? ""}`);
      if (worst) goTo(form(), worst.pointer);
    }
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const at = Number((event.submitter as HTMLButtonElement | null)?.value ?? 0);
    void press(buttons[at] ?? buttons[0]);
  };

  const draw = () => {
    const placed = placedIn(place.querySelector("form"), problems);
    const shown: Shown = { valueOf: (path) => nameOf(valueAt(request, path)), problems: placed };
    render(
      html`<form class="request" novalidate @submit=${submit} @input=${soon}>
        ${fieldView({ path: "topic", label: "Topic", kind: "long", longest: 20_000 }, shown)}
        <div class="row"><label>Format<select name="format" @change=${chooseFormat}>${formats.map(
          ({ name, title: words, isDefault }) =>
            html`<option value=${name} ?selected=${name === format.name}>${words}${isDefault ? " (the default)" : ""}</option>`,
        )}</select></label>
        ${fieldView({ path: "maxRounds", label: "Rounds", kind: "number", whole: true, ...format.rounds, usual: format.rounds.default, shape: "figure" }, shown)}</div>
        <p class="quiet">${format.summary}</p>
        ${format.conclusion === "plurality" ? html`<div class="row">${ANSWERS.map((field) => fieldView(field, shown))}</div>` : nothing}
        ${participantsView({ rows: rows.participants, format, shown, actions })}
        <div class="row">${format.hasJudge ? fieldView({ path: "judge/model", label: "Judge’s model", ...(models.usual.panel.length > 0 && PANEL_HINT), kind: "text", known: "models", shape: "model" }, shown) : nothing}
        ${fieldView({ path: "tags", label: "Tags", hint: "(separated by commas)", kind: "list" }, shown)}</div>
        ${fieldView(CLARIFICATIONS, shown)}${fieldView(LIVE, shown)}
        ${material.view(shown)}
        ${optionsView({ rows, format, shown, actions, open: OPTIONS.some((path) => valueAt(request, path) !== undefined) })}
        <datalist id="models">${models.items.flatMap(({ id, isAvailable }) => (isAvailable ? html`<option value=${id}></option>` : []))}</datalist>
        ${problemsView(problems, (pointer) => goTo(form(), pointer))}
        <div aria-live="polite" class="estimate">${estimateView(estimate)}</div>
        <div class="row">${buttons.map(({ label }, at) => html`<button type="submit" class=${at === 0 ? "" : "plain"} value=${at} ?disabled=${busy}>${label}</button>`)}</div>
      </form>`,
      place,
    );
  };
  place.replaceChildren();
  draw();
  // Once more: only now there are fields that problems can stand at.
  draw();
  if (request["topic"]) soon();
  else place.querySelector("textarea")?.focus();
}

function rowsOf(request: Json, { participants: { min } }: Format, models: Models): Rows {
  const listIn = (path: string) => {
    const list = valueAt(request, path);
    return Array.isArray(list) ? list.map((item: unknown) => newRow(isObject(item) ? item : {})) : [];
  };
  const participants = listIn("participants");
  if (participants.length === 0) while (participants.length < min) participants.push(newSeat(participants, models));
  return { participants, criteria: listIn("judge/criteria") };
}

/** One more participant, with a name that nobody has, on the next of the usual models. */
function newSeat(seats: Row[], { usual: { speakers } }: Models): Row {
  const taken = new Set(seats.map(({ base }) => base["name"]));
  const names = (document.body.dataset["names"] ?? "").split(" ");
  const name = names.find((free) => !taken.has(free)) ?? `Speaker ${seats.length + 1}`;
  return newRow({ name, model: speakers[seats.length % speakers.length] ?? "" });
}

function problemsIn(error: unknown): Problems {
  if (error instanceof Refusal && error.errors.length > 0) return error.errors;
  return [{ pointer: "", detail: (error as Error).message }];
}
