/** What a format's record says to those who choose one: in the catalogue, a form, the terminal, the documentation. */

import type { About, Option } from "../../shapes/define-option.ts";
import { DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import { OPTIONS } from "../../shapes/options.shape.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Format } from "../formats/format.ts";
import type { Seats } from "./protocol.ts";
import { PROTOCOLS, takes } from "./registry.protocol.ts";

/** A field as a form needs it. */
interface FormField {
  path: string;
  kind: Option["kind"];
  choices?: string[];
  min?: number;
  max?: number;
  whole?: true;
  default?: boolean | number | string;
  label?: string;
  words?: Readonly<Record<string, string>>;
  about: About;
  help: string;
}

/** What each participant of a format is, as a form asks for it; null where it need not ask. */
function seatsOf(format: Format): (Seats & { field: "side" | "role" }) | null {
  const { field, ...seats } = PROTOCOLS[format.protocol].seats;
  if (field === null) return null;
  if (format.sides) return { ...seats, field, choices: ["for", "against"] };
  return field === "role" || format.defaultSide ? { ...seats, field } : null;
}

/** What the speaker at a place is where all places must be taken: sides by turns, each fixed role once. */
export function placeOf(format: Format, index: number): { side?: "for" | "against"; role?: string } {
  if (format.sides) return { side: index % 2 === 0 ? "for" : "against" };
  const seats = seatsOf(format);
  const role = seats?.fixed && seats.choices[index];
  return role === undefined ? {} : { role };
}

/** The fields of a request that only some formats take and that this one leaves open, with its defaults. */
function fieldsOf(format: Format): FormField[] {
  const protocol = PROTOCOLS[format.protocol];
  const isOpen = (path: string) => path !== "mode" || !(format.mode ?? protocol.sequentialBecause);
  return Object.entries<Option>(OPTIONS)
    .filter(([path]) => takes(protocol, path) && isOpen(path))
    .map(([path, field]) => formField(path, field))
    .map((field) => ({ ...field, ...usualOf(format, field.path) }));
}

/** What the format has where a request says nothing. */
function usualOf({ judging, guides }: Format, path: string): Pick<FormField, "default"> {
  if (path === "judging") return { default: judging };
  return path === "judge/guides" ? { default: guides === true } : {};
}

function formField(path: string, option: Option): FormField {
  const help = `${option.help.charAt(0).toUpperCase()}${option.help.slice(1)}`;
  const limits = ["kind", "choices", "min", "max", "whole", "label", "words"] as const;
  const usual = option.opens ? [] : (["default"] as const);
  return {
    path,
    ...picked(option as Partial<FormField>, [...limits, ...usual]),
    about: option.about ?? "rounds",
    help,
  } as FormField;
}

/** As `GET /v1/formats` shows it. */
export function descriptionOf(format: Format) {
  const { name, title, when, summary, protocol, participants, rounds, judging, mode, rules } = format;
  const { hasJudge, conclusion, sequentialBecause } = PROTOCOLS[protocol];
  const seats = seatsOf(format);
  return {
    title,
    when,
    summary,
    isDefault: name === DEFAULT_DEBATE.format,
    protocol,
    participants,
    rounds: { min: rounds.min, max: rounds.max, default: rounds.default },
    judging,
    rules,
    hasJudge,
    conclusion: conclusion.type,
    ...((mode ?? sequentialBecause) && { mode: "sequential" as const }),
    seats: seats && { field: seats.field, choices: [...seats.choices] },
    hasPositions: takes(PROTOCOLS[protocol], "participants/*/position"),
    fields: fieldsOf(format),
  };
}
