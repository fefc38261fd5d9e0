/** The form of a debate: three questions, everything else folded, what it would cost, and its problems beside their fields. */
import { AUTO } from "../../../../domain/shapes/format-names.ts";
import { Refusal, send } from "../base/api.page-base.ts";
import { whenQuiet } from "../base/when-quiet.ts";
import type { Estimates, Format, Models } from "../base/wire.page-base.ts";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { announce } from "../live/announcer.ts";
import { estimateView } from "./estimate.form.ts";
import { createFares, formatsView, SOME_TOPIC } from "./formats.form.ts";
import { levelsView } from "./levels.form.ts";
import { materialPart } from "./material-part.ts";
import { optionsView, usualOf } from "./options.form.ts";
import { controlsOf, entriesIn, type Field, fieldView, fill, type Shown } from "./parts/field.ts";
import { atLevel, type Level, levelIn, levelsOf } from "./parts/levels.ts";
import {
  type Entry,
  isObject,
  type Json,
  nameOf,
  type Row,
  type Rows,
  requestFrom,
  valueAt,
} from "./parts/request.form-part.ts";
import { newRow, participantsView } from "./parts/rows.ts";
import { goTo, type Problems, placedIn, problemsView } from "./problems.form.ts";

/** So many of the buttons stay in sight. */
const IN_SIGHT = 2;
const PANEL_HINT = { hint: "(when left empty, a panel of different families)" };
const NO_FIGURES = new Map<string, Estimates>();

const ANSWER_WORDS = {
  "": "an argued answer",
  text: "a short text",
  choice: "one of these options",
  number: "a number",
};

const NO_ANSWERS = ["options", "unit", "tolerance"].map(
  (name): Entry => ({ path: `answers/${name}`, value: undefined }),
);

/** Of answers that can be counted. */
function answerFields(type: string): Field[] {
  const wide = { kind: "text", shape: "wide" } as const;
  return [
    ...(type === "choice"
      ? [{ ...wide, path: "answers/options", label: "Options", hint: "(separated by commas)", kind: "list" } as const]
      : []),
    ...(type === "number"
      ? [
          { path: "answers/unit", label: "Unit", kind: "text", longest: 40 } as const,
          { path: "answers/tolerance", label: "Counts as equal within", kind: "number", min: 0 } as const,
        ]
      : []),
    { ...wide, path: "expected", label: "Known answer", hint: "(optional; nobody is shown it)", longest: 2_000 },
  ];
}

export interface Button {
  label: string;
  /** Sends the request. What it throws is shown in the form. */
  act: (request: Json) => Promise<void>;
  /** The form stays open after it. */
  stays?: true;
}

/** What a feature adds to the form of a new debate. `search`: of the page's address, which says what was chosen. */
export type FormPart = (search: URLSearchParams, begin: Begin) => Promise<Added>;

/** Begins the form again at the address with this search, and keeps the topic. */
type Begin = (search: string) => Promise<void>;

interface Added {
  /** What was chosen to begin with; missing: nothing. */
  request?: Json | undefined;
  /** The request that is sent for what the form says. */
  asked: (given: Json) => Json;
  view: unknown;
  button: Button;
}

interface FormOf {
  place: HTMLElement;
  formats: Format[];
  models: Models;
  /** What the form begins with. */
  request: Json;
  problems?: Problems;
  /** More parts, below the others. */
  extra?: unknown;
  /** The first is the form's main one. */
  buttons: [Button, ...Button[]];
}

export function showForm({ place, formats, models, request, problems: known = [], buttons, extra = nothing }: FormOf) {
  const usual = formats.find(({ isDefault }) => isDefault);
  const counted = formats.find(({ conclusion }) => conclusion === "plurality");
  if (!usual || !counted) return;
  const { uses, panel } = models.usual;
  const named = (value: unknown) => nameOf(value, uses);
  let choice =
    request["format"] === AUTO ? AUTO : (formats.find(({ name }) => name === request["format"]) ?? usual).name;
  const asks = valueAt(request, "answers/type");
  let answers = typeof asks === "string" ? asks : "";
  const formatNow = () => {
    if (choice === AUTO) return answers === "" ? usual : counted;
    return formats.find(({ name }) => name === choice) ?? usual;
  };
  let format = formatNow();
  const rows = rowsOf(request, format, models);
  let problems = known;
  let estimate: Estimates | null = null;
  let figures = NO_FIGURES;
  let busy = false;

  const form = () => place.querySelector("form") as HTMLFormElement;
  // Of one kind of answer, the form has no fields of the others.
  const entries = () => [...NO_ANSWERS, ...entriesIn(form(), usualOf(format, choice))];
  const requestOf = (given: Entry[]) =>
    requestFrom({ base: material.over(request), rows, format, formats, named }, given);
  const asked = () => requestOf(entries());
  const levels = () => levelsOf({ format, isAuto: choice === AUTO, panel: panel.length });
  const levelNow = () => levelIn(levels(), entriesIn(form(), new Map()));

  const { soon, cancel } = whenQuiet(appraise);
  const material = materialPart({ place, request, models, redraw: () => draw(), onChange: soon });
  const fares = createFares(formats, () => draw());

  const estimateOf = (body: Json) => send<Estimates>("/v1/estimates", withoutChecks(body));

  async function appraise(isNewest: () => boolean) {
    const body = asked();
    const topic = body["topic"] ?? SOME_TOPIC;
    try {
      estimate = await estimateOf({ ...body, topic });
      if (body["topic"]) problems = [...estimate.problems, ...known.filter((problem) => stands(problem, body))];
    } catch (error) {
      estimate = null;
      if (body["topic"]) problems = problemsIn(error);
    }
    if (!isNewest() || !place.isConnected) return;
    draw();
    await appraiseLevels(topic, isNewest);
  }

  /** The level that is chosen has the form's own estimate. */
  async function appraiseLevels(topic: unknown, isNewest: () => boolean) {
    const now = levelNow();
    const found = new Map<string, Estimates>(estimate ? [[now?.name ?? "own", estimate]] : []);
    figures = new Map([...figures, ...found]);
    draw();
    for (const level of levels()) {
      if (level.name === now?.name) continue;
      const body = requestOf(atLevel(entries(), level, usualOf(format, choice)));
      const one = await estimateOf({ ...body, topic }).catch(() => null);
      if (!isNewest() || !place.isConnected) return;
      if (one) found.set(level.name, one);
    }
    figures = found;
    draw();
  }

  /** An estimate asks no provider, so what one has refused stays a problem until it is changed. */
  const stands = ({ pointer }: Problems[number], body: Json) => {
    const path = pointer.slice(1);
    const isFound = estimate?.problems.some((found) => found.pointer === pointer);
    return path !== "" && !isFound && JSON.stringify(valueAt(body, path)) === JSON.stringify(valueAt(request, path));
  };

  const setLevel = ({ values }: Level) => {
    for (const control of controlsOf(form())) if (values.has(control.name)) fill(control, values.get(control.name));
    draw();
    soon();
  };

  /** The format may be another: its level stays, and where there is none, its rounds are the usual ones. */
  const refit = () => {
    const level = levelNow()?.name;
    const before = format;
    format = formatNow();
    if (format === before) return draw();
    const { min, max } = format.participants;
    rows.participants.length = Math.min(max, rows.participants.length);
    while (rows.participants.length < min) rows.participants.push(newSeat(rows.participants, models));
    figures = NO_FIGURES;
    draw();
    const next = levels().find(({ name }) => name === level) ?? levels().find(({ name }) => name === "usual");
    if (level && next) return setLevel(next);
    (form().elements.namedItem("maxRounds") as HTMLInputElement).value = String(format.rounds.default);
    draw();
  };

  const chooseFormat = (name: string) => {
    choice = name;
    // What can be counted is asked for as a short text where nothing else is said.
    const isCounted = formatNow().conclusion === "plurality";
    answers = isCounted ? answers || "text" : "";
    refit();
  };

  const chooseAnswers = ({ currentTarget }: Event) => {
    answers = (currentTarget as HTMLSelectElement).value;
    refit();
  };

  const actions = {
    add(list: keyof Rows) {
      const row =
        list === "participants" ? newSeat(rows.participants, models) : newRow(list === "criteria" ? { weight: 1 } : {});
      rows[list].push(row);
      draw();
      soon();
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
    cancel();
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

  const buttonView = ({ label }: Button, at: number) =>
    html`<button type="submit" class=${at === 0 ? "" : "plain"} value=${at} ?disabled=${busy}>${label}</button>`;

  const whatView = (shown: Shown) => html`<fieldset class="question"><legend>What should be debated?</legend>
    ${fieldView({ path: "topic", label: "Topic", hint: "(a question, a plan or a claim)", kind: "long", longest: 20_000 }, shown)}
    ${
      choice === AUTO || format === counted
        ? html`<div class="row"><label>The answer is<select name="answers/type" @change=${chooseAnswers}>
        ${Object.entries(ANSWER_WORDS).flatMap(([type, words]) =>
          choice === AUTO || type !== ""
            ? html`<option value=${type} ?selected=${type === answers}>${words}</option>`
            : [],
        )}</select></label>
        ${format === counted ? answerFields(answers).map((field) => fieldView(field, shown)) : nothing}</div>`
        : nothing
    }</fieldset>`;

  const whoView = (shown: Shown) => html`<fieldset class="question"><legend>Who debates?</legend>
    ${participantsView({ rows: rows.participants, format, shown, actions })}
    ${format.hasJudge ? html`<div class="seat row">${fieldView({ path: "judge/model", label: "Judge’s model", ...(panel.length > 0 && PANEL_HINT), kind: "text", known: "models", shape: "model" }, shown)}</div>` : nothing}</fieldset>`;

  const draw = () => {
    const there = place.querySelector("form");
    const placed = placedIn(there, problems);
    const shown: Shown = { valueOf: (path) => named(valueAt(request, path)), named, problems: placed };
    render(
      html`<form class="request" novalidate @submit=${submit} @input=${soon}>
        ${whatView(shown)}
        ${whoView(shown)}
        ${levelsView({ levels: levels(), chosen: there ? levelNow() : undefined, estimates: figures, onChoose: setLevel })}
        <div class="parts"><h2>Everything else <span class="quiet">is set. Open what you want to change.</span></h2>
          ${formatsView({ formats, choice, format, fares, onChoose: chooseFormat })}
          ${material.view(shown)}
          ${optionsView({ rows, format, shown, actions, isGiven: (path) => valueAt(request, path) !== undefined })}
          ${extra}</div>
        <datalist id="models">${models.items.flatMap(({ id, isAvailable }) => (isAvailable ? html`<option value=${id}></option>` : []))}</datalist>
        ${problemsView(problems, (pointer) => goTo(form(), pointer))}
        <div class="bar"><div aria-live="polite" class="estimate">${estimateView(estimate)}</div>
          <div class="row">${buttons.slice(0, IN_SIGHT).map(buttonView)}</div></div>
        ${buttons.length > IN_SIGHT ? html`<div class="row">${buttons.slice(IN_SIGHT).map((button, at) => buttonView(button, at + IN_SIGHT))}</div>` : nothing}
      </form>`,
      place,
    );
  };
  place.replaceChildren();
  draw();
  // Once more: only now there are fields that problems can stand at.
  draw();
  soon();
  if (!request["topic"]) place.querySelector("textarea")?.focus();
}

/** Providers are asked only for a debate, never for an estimate. */
function withoutChecks({ validate: _costs, ...body }: Json): Json {
  return body;
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
