/** Rows that can be added and taken away: participants and criteria. */

import type { Format } from "../../base/wire.page-base.ts";
import { repeat } from "../../lib/lit-html/directives/repeat.js";
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { type Field, fieldView, type Shown } from "./field.ts";
import { IN_CHARACTER, type Json, type Row, type Rows, valueAt } from "./request.form-part.ts";

let keys = 0;

export function nextKey(): number {
  return ++keys;
}

export function newRow(base: Json = {}): Row {
  return { key: nextKey(), base };
}

/** A row shows its own values, wherever it stands after others were removed. */
export function shownIn({ base }: Row, prefix: string, { problems, named }: Shown): Shown {
  return { valueOf: (path) => named(valueAt(base, path.slice(prefix.length + 1))), problems, named };
}

export interface RowActions {
  add: (list: keyof Rows) => void;
  remove: (list: keyof Rows, row: Row) => void;
}

interface Seats {
  rows: Row[];
  format: Format;
  shown: Shown;
  actions: RowActions;
}

export function participantsView({ rows, format, shown, actions }: Seats) {
  const { min, max } = format.participants;
  return html`${repeat(
    rows,
    ({ key }) => key,
    (
      row,
      at,
    ) => html`<div class="seat row">${seatFields(at, format).map((field) => fieldView(field, shownIn(row, `participants/${at}`, shown)))}
      <details class="wide"><summary>More about participant ${at + 1}</summary><div class="row">${moreFields(at, format).map((field) => fieldView(field, shownIn(row, `participants/${at}`, shown)))}</div></details>
      ${rows.length > min ? removeButton(`Remove participant ${at + 1}`, () => actions.remove("participants", row)) : nothing}</div>`,
  )}
  ${rows.length < max ? html`<div class="row"><button type="button" class="plain" @click=${() => actions.add("participants")}>Add a participant</button></div>` : nothing}`;
}

function seatFields(at: number, { seats }: Format): Field[] {
  const path = `participants/${at}`;
  const role: Field[] = seats
    ? [
        {
          path: `${path}/${seats.field}`,
          label: seats.field === "role" ? "Role" : "Side",
          kind: "choice",
          choices: seats.choices,
          usual: seats.choices[at % seats.choices.length],
        },
      ]
    : [];
  return [
    { path: `${path}/name`, label: "Name", kind: "text", longest: 80 },
    ...role,
    { path: `${path}/model`, label: "Model", kind: "text", known: "models", shape: "model" },
  ];
}

function positionField(path: string): Field {
  return {
    path: `${path}/position`,
    label: "Position",
    hint: "(what it argues for; chosen for it when left empty)",
    kind: "text",
    longest: 2_000,
    shape: "wide",
  };
}

function moreFields(at: number, { hasPositions }: Format): Field[] {
  const path = `participants/${at}`;
  return [
    ...(hasPositions ? [positionField(path)] : []),
    { path: `${path}/persona`, label: "Persona", hint: "(who it speaks as)", kind: "long", longest: 2_000 },
    {
      path: `${path}/${IN_CHARACTER}`,
      label: "It stays in character",
      hint: "(and does not speak of itself as a language model)",
      kind: "flag",
    },
    {
      path: `${path}/instructions`,
      label: "Instructions",
      hint: "(only it reads them)",
      kind: "long",
      longest: 20_000,
    },
  ];
}

interface List {
  rows: Row[];
  shown: Shown;
  actions: RowActions;
}

export function criteriaView({ rows, shown, actions }: List) {
  const fields = (at: number): Field[] => [
    { path: `judge/criteria/${at}/name`, label: "Criterion", kind: "text", longest: 80 },
    { path: `judge/criteria/${at}/weight`, label: "Weight", kind: "number", min: 0, shape: "figure" },
    {
      path: `judge/criteria/${at}/description`,
      label: "What it means",
      hint: "(optional)",
      kind: "text",
      longest: 500,
      shape: "wide",
    },
  ];
  return html`<fieldset><legend>What counts</legend><p class="quiet">Without criteria of yours, judges use the built-in ones.</p>
    ${listView({ rows, shown, path: "judge/criteria", fields, name: "criterion", onRemove: (row) => actions.remove("criteria", row) })}
    <div class="row"><button type="button" class="plain" @click=${() => actions.add("criteria")}>Add a criterion</button></div></fieldset>`;
}

interface ListOf {
  rows: Row[];
  shown: Shown;
  /** Of the list in the request. */
  path: string;
  fields: (at: number) => Field[];
  /** Of one row. */
  name: string;
  onRemove: (row: Row) => void;
}

function listView({ rows, shown, path, fields, name, onRemove }: ListOf) {
  return repeat(
    rows,
    ({ key }) => key,
    (
      row,
      at,
    ) => html`<div class="seat row">${fields(at).map((field) => fieldView(field, shownIn(row, `${path}/${at}`, shown)))}
      ${removeButton(`Remove ${name} ${at + 1}`, () => onRemove(row))}</div>`,
  );
}

export function removeButton(label: string, onClick: () => void) {
  return html`<button type="button" class="plain" @click=${onClick}>${label}</button>`;
}
