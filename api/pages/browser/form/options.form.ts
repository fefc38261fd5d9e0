/** The part of the form under "More options", and which values a request need not name. */

import type { Format } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { title } from "../text/words.page-text.ts";
import { type Field, fieldView, type Shown } from "./parts/field.ts";
import { PANEL, type Rows } from "./parts/request.form-part.ts";
import { criteriaView, type RowActions } from "./parts/rows.ts";

const LIMITS: Record<string, Omit<Field, "path" | "kind">> = {
  maxCostUsd: { label: "Most to spend, in USD" },
  warnAtCostUsd: { label: "Warn when so much is spent, in USD" },
  maxTokens: { label: "Most tokens of all calls", whole: true },
  maxOutputTokens: { label: "Longest reply, in tokens", whole: true },
  turnTimeoutSeconds: { label: "Longest turn, in seconds" },
  roundTimeoutSeconds: { label: "Longest round, in seconds" },
  judgeTimeoutSeconds: { label: "Longest ruling, in seconds" },
};

const CONTEXT: Field = { path: "context", label: "Background", hint: "(everybody reads it)", kind: "long" };
const LANGUAGE: Field = {
  path: "language",
  label: "Language",
  hint: "(of all that models write, such as de or pt-BR; when left empty, that of your question)",
  kind: "text",
  shape: "wide",
  longest: 35,
};
const PANEL_FIELD: Field = {
  path: PANEL,
  label: "Panel",
  hint: "(models that vote on the verdict, separated by commas; or how many, and Parley chooses them)",
  kind: "list",
  shape: "wide",
};
const WEBHOOK: Field[] = [
  {
    path: "webhook/url",
    label: "Send events to this address",
    hint: "(a webhook)",
    kind: "text",
    shape: "wide",
    longest: 2_000,
  },
  {
    path: "webhook/events",
    label: "Only these types of events",
    hint: "(separated by commas; all when left empty)",
    kind: "list",
    shape: "wide",
  },
];
const MIN_ROUNDS: Field = {
  path: "minRounds",
  label: "No early end before round",
  kind: "number",
  min: 1,
  whole: true,
};
export const LIVE: Field = {
  path: "validate/live",
  label: "Ask each model’s provider first whether it answers",
  hint: "(one short call for each model)",
  kind: "flag",
};
export const CLARIFICATIONS: Field = {
  path: "clarifications/enabled",
  label: "The participants may ask the owner questions first",
  kind: "flag",
};

/** The limits that the server takes, which it writes into the page. */
function limitFields(): Field[] {
  const names = (document.body.dataset["limits"] ?? "").split(" ").filter(Boolean);
  return names.map((name) => ({
    path: `limits/${name}`,
    kind: "number",
    min: 0,
    shape: "model",
    ...(LIMITS[name] ?? labelled(name)),
  }));
}

function labelled(name: string) {
  return { label: title(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)) };
}

/** The fields that only some formats take, with their defaults. */
function ownFields({ fields }: Format): Field[] {
  return fields.map(({ path, kind, choices, min, max, whole, default: usual, help }) => {
    const [label = ""] = help.replaceAll("`", "").split(". ");
    return { path, label, kind, choices, min, max, whole, usual, shape: "wide" };
  });
}

/** What a debate has where its request says nothing, by path. */
export function usualOf({ fields }: Format): Map<string, unknown> {
  const own = fields.map(({ path, default: usual }) => [path, usual] as const);
  return new Map<string, unknown>([...own, [CLARIFICATIONS.path, false], [LIVE.path, false]]);
}

interface Options {
  rows: Rows;
  format: Format;
  shown: Shown;
  actions: RowActions;
  /** The request has some of these already. */
  open: boolean;
}

export function optionsView({ rows, format, shown, actions, open }: Options) {
  const views = (fields: Field[]) => html`<div class="row">${fields.map((field) => fieldView(field, shown))}</div>`;
  const isJudged = format.conclusion === "verdict";
  return html`<details class="options" ?open=${open}><summary>More options</summary>
    ${views([CONTEXT, LANGUAGE])}
    ${isJudged ? html`${criteriaView({ rows: rows.criteria, shown, actions })}${views([PANEL_FIELD])}` : nothing}
    <fieldset><legend>Rules</legend>${views([MIN_ROUNDS, ...ownFields(format)])}</fieldset>
    <fieldset><legend>Limits</legend>${views(limitFields())}</fieldset>
    <fieldset><legend>Notifications</legend>${views(WEBHOOK)}</fieldset></details>`;
}
