/** How two debates were set up: what differs, and what is equal, in words of people. */

import { type Both, both } from "../../../domain/base/both.ts";
import type { Side } from "./side.compared.ts";
import { settingName } from "./words.compared.ts";

export interface Setting {
  name: string;
  /** "–": not given. */
  values: Both<string>;
}

type Rows = Map<string, string>;
type Words = { format: (name: string) => string };

const NONE = "–";
/** Shown from the debate, whatever its request left open; the topic has its own place. */
const SHOWN = new Set([
  "topic",
  "format",
  "maxRounds",
  "minRounds",
  "language",
  "context",
  "tags",
  "metadata",
  "start",
]);
/** Of a participant or the judge: what the debate itself shows. */
const SHOWN_OF_EACH = new Set(["id", "name", "model", "side", "position", "persona", "role", "panel", "criteria"]);

/** Rows in a fixed order; those of the requests follow. */
export function settingsApart(sides: Both<Side>, words: Words): { different: Setting[]; equal: Setting[] } {
  const [a, b] = both(sides, (side) => rowsOf(side, words));
  const names = [...new Set([...a.keys(), ...b.keys()])];
  const settings = names.map((name): Setting => ({ name, values: [a.get(name) ?? NONE, b.get(name) ?? NONE] }));
  const isEqual = ({ values: [ours, theirs] }: Setting) => ours === theirs;
  return { different: settings.filter((each) => !isEqual(each)), equal: settings.filter(isEqual) };
}

function rowsOf({ debate, request }: Side, { format }: Words): Rows {
  const { judge, participants, promptSources } = debate;
  const rows: Rows = new Map([
    ["Format", format(debate.format)],
    ["Rounds at most", String(debate.maxRounds)],
    ["Rounds at least", String(debate.minRounds)],
    ["Speakers answer", debate.mode === "sequential" ? "one after the other" : "all at once"],
  ]);
  for (const each of participants) {
    const { name, model, side, position, persona, role, id } = each;
    put(rows, `${name}: model`, model);
    put(rows, `${name}: side`, side);
    put(rows, `${name}: position`, position);
    put(rows, `${name}: persona`, persona);
    put(rows, `${name}: role`, role);
    put(rows, `${name}: prompt`, promptSources[id]);
  }
  put(rows, "Judge", judge?.model ?? "none");
  if (judge) {
    put(rows, "Panel", judge.panel.join(", "));
    put(rows, "Judged in both orders", judge.bothOrders === undefined ? undefined : yesOrNo(judge.bothOrders));
    put(rows, "Criteria", judge.criteria?.map(({ name, weight }) => `${name} (${weight})`).join(", "));
    put(rows, "Judge: prompt", promptSources["judge"]);
  }
  // A debate that was asked for no language has that of its first turn, which is no setting.
  if (request === null) put(rows, "Language", debate.language);
  put(rows, "Background", debate.context);
  put(rows, "Exhibits", debate.exhibits?.map(({ title, id }) => title || id).join(", "));
  for (const [name, value] of requestRows(request ?? {}, debate)) put(rows, name, value);
  return rows;
}

function put(rows: Rows, name: string, value: string | undefined) {
  if (value) rows.set(name, value);
}

/** All else that a request has, each value under its own name. */
function requestRows(request: Record<string, unknown>, { participants }: Side["debate"]): [string, string][] {
  return Object.entries(request).flatMap(([key, value]): [string, string][] => {
    if (SHOWN.has(key) || key === "exhibits") return [];
    if (key === "judge") return partsOf("Judge: ", rest(value));
    if (key !== "participants") return partsOf("", { [key]: value });
    return (value as unknown[]).flatMap((each, at) => partsOf(`${participants[at]?.name ?? at + 1}: `, rest(each)));
  });
}

function rest(value: unknown): Record<string, unknown> {
  const all = Object.entries(value as object);
  return Object.fromEntries(all.filter(([key]) => !SHOWN_OF_EACH.has(key) && key !== "bothOrders"));
}

/** One row for each value, however deep it stands. */
function partsOf(before: string, value: Record<string, unknown>, above: string[] = []): [string, string][] {
  return Object.entries(value).flatMap(([key, part]): [string, string][] => {
    const path = [...above, key];
    if (part === undefined || part === null) return [];
    if (typeof part === "object" && !Array.isArray(part)) return partsOf(before, part as Record<string, unknown>, path);
    return [[`${before}${settingName(path, { isFirst: before === "" })}`, valueOf(part)]];
  });
}

function valueOf(value: unknown): string {
  if (typeof value === "boolean") return yesOrNo(value);
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(valueOf).join(", ");
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 10 });
  return typeof value === "string" ? value : JSON.stringify(value);
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}
