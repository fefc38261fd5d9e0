/** One field of the form: its control, named by its path in the request, and its problem beside it. */
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import type { ControlValue, Entry } from "./request.form-part.ts";

export interface Field {
  /** As in `participants/0/name`. */
  path: string;
  label: string;
  kind: "text" | "long" | "number" | "choice" | "flag" | "list";
  /** After the label. */
  hint?: string | undefined;
  choices?: string[] | undefined;
  /** What each choice is called; its value when left out. */
  words?: Readonly<Record<string, string>> | undefined;
  min?: number | undefined;
  max?: number | undefined;
  whole?: boolean | undefined;
  /** Shown where the request has nothing. */
  usual?: unknown;
  /** A list of known values, by the id of its element. */
  known?: string | undefined;
  shape?: "wide" | "model" | "figure" | undefined;
  longest?: number | undefined;
}

/** What a form shows: the values that it began with, and the problems by path. */
export interface Shown {
  valueOf(path: string): unknown;
  /** A value as the form shows it: a model by its use by its name. */
  named: (value: unknown) => unknown;
  problems: Map<string, string>;
}

export function fieldView(field: Field, shown: Shown) {
  const { path, label, kind, hint, shape } = field;
  const problem = shown.problems.get(path);
  const words = html`${label}${hint ? html` <span class="quiet">${hint}</span>` : nothing}`;
  const control = controlOf(field, shown.valueOf(path) ?? field.usual, problem !== undefined);
  const labelled =
    kind === "flag" ? html`<label class="check">${control}${words}</label>` : html`<label>${words}${control}</label>`;
  const isWide = kind === "long" || kind === "flag";
  return html`<div class=${`field ${shape ?? (isWide ? "wide" : "")}`}>${labelled}${
    problem === undefined ? nothing : html`<p class="fault" id=${problemId(path)}>${problem}</p>`
  }</div>`;
}

function problemId(path: string) {
  return `problem-${path}`;
}

function controlOf(field: Field, value: unknown, isAmiss: boolean) {
  const { path, kind, choices = [], words = {}, usual, min, max, whole, known, longest } = field;
  const described = isAmiss ? problemId(path) : nothing;
  const invalid = isAmiss ? "true" : nothing;
  const text = Array.isArray(value) ? value.join(", ") : String((value as string | number | undefined) ?? "");
  switch (kind) {
    case "flag":
      return html`<input type="checkbox" name=${path} ?checked=${value === true} aria-invalid=${invalid} aria-describedby=${described}>`;
    case "choice":
      return html`<select name=${path} aria-invalid=${invalid} aria-describedby=${described}>${usual === undefined ? html`<option value="">${words[""] ?? "as usual"}</option>` : nothing}${choices.map(
        (choice) => html`<option value=${choice} ?selected=${choice === value}>${words[choice] ?? choice}</option>`,
      )}</select>`;
    case "number":
      return html`<input name=${path} type="number" inputmode=${whole ? "numeric" : "decimal"} min=${min ?? nothing} max=${max ?? nothing} step=${whole ? 1 : "any"} value=${text} aria-invalid=${invalid} aria-describedby=${described}>`;
    case "long":
      return html`<textarea name=${path} rows="3" maxlength=${longest ?? nothing} .value=${text} dir="auto" aria-invalid=${invalid} aria-describedby=${described}></textarea>`;
    default:
      return html`<input name=${path} value=${text} list=${known ?? nothing} maxlength=${longest ?? nothing} data-list=${kind === "list" ? "" : nothing} autocomplete="off" spellcheck=${known ? "false" : nothing} dir="auto" aria-invalid=${invalid} aria-describedby=${described}>`;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls of a form that stand for a part of the request: those with a name, and of a group of choices the chosen one. */
export function controlsOf(form: HTMLFormElement): Control[] {
  return ([...form.elements] as HTMLInputElement[]).filter(
    ({ name, type, checked, dataset }) => name && !("aside" in dataset) && (type !== "radio" || checked),
  );
}

/** The values of the controls. One that a debate has anyhow, by `usual`, is left out. */
export function entriesIn(form: HTMLFormElement, usual: ReadonlyMap<string, unknown>): Entry[] {
  return controlsOf(form).map((control) => {
    const value = valueOf(control);
    return { path: control.name, value: value === usual.get(control.name) ? undefined : value };
  });
}

function valueOf(control: Control): ControlValue {
  if (control.type === "checkbox") return (control as HTMLInputElement).checked;
  const text = control.value.trim();
  if (text === "") return undefined;
  if (control.type === "number") return Number(text);
  return "list" in control.dataset ? listIn(text) : text;
}

/** Puts a value into a control, as `entriesIn` reads it; undefined: none. */
export function fill(control: Control, value: ControlValue): void {
  if (control.type === "checkbox") (control as HTMLInputElement).checked = value === true;
  else control.value = value === undefined ? "" : String(value);
}

/** Parts of a text, separated by commas. */
function listIn(text: string): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}
