/** The request that a form asks for: what it began with, with its fields' values over it. Pure. */
import type { Format } from "../../base/wire.page-base.ts";

export type Json = Record<string, unknown>;

/** What a control has: a list's parts, or one value. */
export type ControlValue = string | number | boolean | string[] | undefined;

/** A field's value by its path, as in `participants/0/name`; undefined: it is left out. */
export interface Entry {
  path: string;
  value: unknown;
}

/** An element of a list, with what the form shows no field for. */
export interface Row {
  key: number;
  base: Json;
}

export interface Rows {
  participants: Row[];
  criteria: Row[];
}

/** A request with its lists taken apart, and what the formats take. */
interface Beginning {
  base: Json;
  rows: Rows;
  format: Format;
  formats: Format[];
  /** A value as the form shows it; left out: as it is. */
  named?: ((value: unknown) => unknown) | undefined;
}

export function requestFrom({ base, rows, format, formats, named = nameOf }: Beginning, entries: Entry[]): Json {
  const request = structuredClone(base);
  const bases = (list: Row[]) => list.map((row) => structuredClone(row.base));
  request["participants"] = bases(rows.participants).map((seat) => ofSeat(seat, format));
  if (rows.criteria.length > 0 || valueAt(request, "judge/criteria"))
    setAt(request, "judge/criteria", bases(rows.criteria));
  for (const path of foreignTo(format, formats)) setAt(request, path, undefined);
  for (const { path, value } of entries)
    if (path.endsWith(`/${IN_CHARACTER}`)) setInCharacter(request, path, value);
    else if (path === PANEL && sizeIn(value) !== null) setAt(request, path, sizeIn(value));
    else setAt(request, path, withOptions(valueAt(request, path), value, named));
  // Its other fields say how questions are asked.
  if (valueAt(request, "clarifications/enabled") !== true) setAt(request, "clarifications", undefined);
  return withoutEmpty(request);
}

/** Of a participant: its field follows the one of the persona's text. */
export const IN_CHARACTER = "persona/inCharacter";

/** Its members, or how many there are to be. */
export const PANEL = "judge/panel";

function sizeIn(value: unknown): number | null {
  const [size = "", ...more] = Array.isArray(value) ? (value as string[]) : [];
  return more.length === 0 && /^\d+$/.test(size) ? Number(size) : null;
}

/** A persona is a text, or an object where there is more to say of it. */
function setInCharacter(request: Json, path: string, value: unknown): void {
  const place = path.slice(0, -"/inCharacter".length);
  const before = valueAt(request, place);
  const text = isObject(before) ? before["text"] : before;
  setAt(request, place, value === true ? { ...(text !== undefined && { text }), inCharacter: true } : text);
}

/** A side in formats of roles, a role in formats of sides, or a position where there are none, is left from another format. */
function ofSeat({ side, role, position, ...named }: Json, { seats, hasPositions }: Format): Json {
  const seat = { ...named, ...(hasPositions && position !== undefined && { position }) };
  if (seats?.field === "role") return { ...seat, ...(role !== undefined && { role }) };
  return { ...seat, ...(side !== undefined && { side }) };
}

/** Fields that only other formats take. */
function foreignTo({ fields, hasJudge, conclusion }: Format, formats: Format[]): string[] {
  const own = new Set(fields.map(({ path }) => path));
  const all = new Set(formats.flatMap((format) => format.fields.map(({ path }) => path)));
  return [
    ...[...all].filter((path) => !own.has(path)),
    ...(conclusion === "verdict" ? [] : ["judge/criteria", PANEL]),
    ...(conclusion === "plurality" ? [] : ["answers"]),
    ...(hasJudge ? [] : ["judge"]),
  ];
}

/** A model may have options, or be named by its use. Both stay as long as the name does that the form shows; in a list too. */
function withOptions(before: unknown, value: unknown, named: (value: unknown) => unknown): unknown {
  if (Array.isArray(value) && Array.isArray(before)) return value.map((one, at) => keptOf(before, { one, at, named }));
  const isModel = typeof before === "string" || (isObject(before) && "model" in before);
  return isModel && named(before) === value ? before : value;
}

/** Several uses may stand for one model: the one at the same place comes first. */
function keptOf(
  before: unknown[],
  { one, at, named }: { one: unknown; at: number; named: (value: unknown) => unknown },
) {
  return [before[at], ...before].find((known) => known !== undefined && named(known) === one) ?? one;
}

/** A model's name or a persona's text, also where it has settings; of a list, the names. `uses`: models by their uses. */
export function nameOf(value: unknown, uses: Record<string, string> = {}): unknown {
  if (Array.isArray(value)) return value.map((one) => nameOf(one, uses));
  if (isObject(value)) return nameOf(value["model"] ?? value["text"], uses);
  return typeof value === "string" && Object.hasOwn(uses, value) ? uses[value] : value;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function valueAt(value: unknown, path: string): unknown {
  return path.split("/").reduce<unknown>((inner, part) => (inner as Json | undefined)?.[part], value);
}

function setAt(request: Json, path: string, value: unknown): void {
  const parts = path.split("/");
  const last = parts.pop() ?? "";
  let place = request;
  for (const part of parts) {
    if (typeof place[part] !== "object" || place[part] === null) {
      if (value === undefined) return;
      place[part] = {};
    }
    place = place[part] as Json;
  }
  if (value === undefined) delete place[last];
  else place[last] = value;
}

/** Elements of lists stay, so that a problem's pointer leads to the row that it is about. */
function withoutEmpty(request: Json): Json {
  const kept = Object.entries(request).flatMap(([name, value]) => {
    const inner = isObject(value) ? withoutEmpty(value) : value;
    const isEmpty = inner === undefined || (typeof inner === "object" && inner !== null && isBlank(inner));
    return isEmpty ? [] : [[name, inner] as const];
  });
  return Object.fromEntries(kept);
}

function isBlank(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** The merge patch (RFC 7396) that makes `after` of `before`; empty if they are equal. */
export function mergePatchOf(before: Json, after: Json): Json {
  const patch: Json = {};
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) patch[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const known = before[name];
    if (isObject(value) && isObject(known)) {
      const inner = mergePatchOf(known, value);
      if (!isBlank(inner)) patch[name] = inner;
    } else if (!isSame(known, value)) patch[name] = value;
  }
  return patch;
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame((one as Json)[name], (other as Json)[name]))
  );
}

/** The path of the control that a problem is about, or of one that contains it; undefined: no control is. */
export function placeOf(pointer: string, paths: string[]): string | undefined {
  const parts = pointer.split("/").slice(1);
  for (let length = parts.length; length > 0; length--) {
    const path = parts.slice(0, length).join("/");
    if (paths.includes(path)) return path;
  }
  return undefined;
}
