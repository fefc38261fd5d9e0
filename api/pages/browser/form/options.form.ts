/** Everything that is no question of the form, folded by noun, and which values a request need not name. */

import { AUTO } from "../../../../domain/shapes/format-names.ts";
import type { Format } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { title } from "../text/words.page-text.ts";
import { type Field, fieldView, type Shown } from "./parts/field.ts";
import { PANEL, type Rows } from "./parts/request.form-part.ts";
import { criteriaView, type RowActions } from "./parts/rows.ts";

const NUMBER = { kind: "number", min: 0, shape: "model" } as const;
const LIMITS: Record<string, Omit<Field, "path" | "kind">> = {
  maxCostUsd: { label: "Most to spend, in USD" },
  warnAtCostUsd: { label: "Warn when so much is spent, in USD" },
  maxTokens: { label: "Most tokens of all calls", whole: true },
  maxOutputTokens: { label: "Longest reply, in tokens", whole: true },
  turnTimeoutSeconds: { label: "Longest turn, in seconds" },
  roundTimeoutSeconds: { label: "Longest round, in seconds" },
  judgeTimeoutSeconds: { label: "Longest ruling, in seconds" },
};
/** Limits that are objects, with their fields. */
const WITHIN: Record<string, Within> = { quorum: quorumOf("Speakers", "(where all speak at once)") };
type Within = [name: string, field: Omit<Field, "path" | "kind">][];

/** So many are enough, and the others have a while longer. */
function quorumOf(who: string, hint: string): Within {
  return [
    ["count", { label: `${who} to wait for`, hint, whole: true }],
    ["graceSeconds", { label: "Then wait for the others, in seconds" }],
  ];
}

const BACKGROUND: Field[] = [
  { path: "context", label: "Background", hint: "(everybody reads it)", kind: "long" },
  {
    path: "language",
    label: "Language",
    hint: "(of all that models write, such as de or pt-BR; when left empty, that of your question)",
    kind: "text",
    shape: "wide",
    longest: 35,
  },
  { path: "tags", label: "Tags", hint: "(to find it again; separated by commas)", kind: "list", shape: "wide" },
];
const PANEL_FIELD: Field = {
  path: PANEL,
  label: "Panel",
  hint: "(models that vote on the verdict, separated by commas; or how many, and Parley chooses them)",
  kind: "list",
  shape: "wide",
};
const PANEL_QUORUM = fieldsWithin("judge/quorum", quorumOf("Judges", "(of those who vote)"));
const WEBHOOK: Field[] = [
  {
    path: "webhook/url",
    label: "Send events to this address",
    hint: "(of a server of yours)",
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
const LIVE: Field = {
  path: "validate/live",
  label: "Ask each model’s provider first whether it answers",
  hint: "(one short call for each model)",
  kind: "flag",
};
const CLARIFICATIONS: Field = {
  path: "clarifications/enabled",
  label: "The participants may ask the owner questions first",
  kind: "flag",
};

/** The limits that the server takes, which it writes into the page. */
function limitFields(): Field[] {
  const names = (document.body.dataset["limits"] ?? "").split(" ").filter(Boolean);
  return names.flatMap((name) => {
    const within = WITHIN[name];
    if (within) return fieldsWithin(`limits/${name}`, within);
    return [{ path: `limits/${name}`, ...NUMBER, ...(LIMITS[name] ?? labelled(name)) }];
  });
}

function fieldsWithin(path: string, within: Within): Field[] {
  return within.map(([name, field]) => ({ path: `${path}/${name}`, ...NUMBER, ...field }));
}

function labelled(name: string) {
  return { label: title(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)) };
}

/** The fields that only some formats take, with their defaults, of one part of the form. */
function ownFields({ fields }: Format, part: Format["fields"][number]["about"]): Field[] {
  const own = fields.filter(({ about }) => about === part);
  return own.map(({ path, kind, choices, words, min, max, whole, default: usual, label, help }) => {
    const [first = ""] = help.replaceAll("`", "").split(". ");
    return { path, label: label ?? first, kind, choices, words, min, max, whole, usual, shape: "wide" };
  });
}

/** What a debate has where its request says nothing, by path. */
export function usualOf({ fields, rounds }: Format, choice: string): Map<string, unknown> {
  const own = fields.map(({ path, default: usual }) => [path, usual] as const);
  const chosen = choice === AUTO ? ([["maxRounds", rounds.default]] as const) : [];
  return new Map<string, unknown>([...own, ...chosen, [CLARIFICATIONS.path, false], [LIVE.path, false]]);
}

/** These show in how thorough a debate is. */
const SET_BY_LEVELS = ["maxRounds", "judging", "judge/bothOrders"];

interface Part {
  fields: Field[];
  /** Above the fields. */
  more?: unknown;
  opens?: boolean;
}

interface Options {
  rows: Rows;
  format: Format;
  shown: Shown;
  actions: RowActions;
  /** Whether the form began with a value at this path. */
  isGiven: (path: string) => boolean;
}

export function optionsView({ rows, format, shown, actions, isGiven }: Options) {
  const rounds: Field = {
    path: "maxRounds",
    label: "Rounds",
    kind: "number",
    whole: true,
    ...format.rounds,
    usual: format.rounds.default,
  };
  const views = (fields: Field[]) => html`<div class="row">${fields.map((field) => fieldView(field, shown))}</div>`;
  const part = (noun: string, hint: string, { fields, more = nothing, opens = false }: Part) => {
    if (fields.length === 0) return nothing;
    const isOpen = fields.some(({ path }) => isGiven(path) && !SET_BY_LEVELS.includes(path)) || opens;
    return html`<details class="options" ?open=${isOpen}><summary><strong>${noun}</strong> <span class="quiet">${hint}</span></summary>
      ${more}${views(fields)}</details>`;
  };
  const isVerdict = format.conclusion === "verdict";
  return html`${part("Background", "what all should know, language, tags", { fields: BACKGROUND })}
    ${part("Rounds", "how many, who hears whom, when it ends", { fields: [rounds, MIN_ROUNDS, CLARIFICATIONS, ...ownFields(format, "rounds")] })}
    ${part("Judging", isVerdict ? "who votes, and what counts" : "what the judge writes", {
      fields: [...(isVerdict ? [PANEL_FIELD, ...PANEL_QUORUM] : []), ...ownFields(format, "judges")],
      opens: isVerdict && isGiven("judge/criteria"),
      more: isVerdict ? criteriaView({ rows: rows.criteria, shown, actions }) : nothing,
    })}
    ${part("Checks", "ways to see how far you can trust the result", { fields: [...ownFields(format, "checks"), LIVE] })}
    ${part("Limits", "money, length and time", { fields: limitFields() })}
    ${part("Prompts", "what models are shown", { fields: ownFields(format, "prompts") })}
    ${part("Notifications", "tell a server of yours what happens", { fields: WEBHOOK })}`;
}
