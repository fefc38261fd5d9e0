/** A model's options stand inside `model`. Those that a request puts beside it are moved there. */
import { isObject } from "../../base/is-object.ts";
import { MODEL_OPTIONS } from "../../shapes/catalogue/model-choice.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";

type Part = Record<string, unknown>;

/**
 * The body with the options of the judge's and the participants' models inside `model`, and a warning for each that was
 * moved, with the pointer of where it belongs. An option that stands in both places with different values stays: the schema
 * refuses it. `at`: the pointer of the request in the body.
 *
 * @example
 * withOptionsInModel({ judge: { model: "demo/judge", temperature: 0 } }).body // → { judge: { model: { model: "demo/judge", temperature: 0 } } }
 */
export function withOptionsInModel(body: unknown, at = ""): { body: unknown; moved: Warning[] } {
  if (!isObject(body)) return { body, moved: [] };
  const { judge, participants } = body;
  const ruling = moved(judge, `${at}/judge`);
  const seats = Array.isArray(participants)
    ? participants.map((seat: unknown, i) => moved(seat, `${at}/participants/${i}`))
    : [];
  const warnings = [...seats, ruling].flatMap((one) => one.warnings);
  if (warnings.length === 0) return { body, moved: [] };
  return {
    body: {
      ...body,
      ...(seats.length > 0 && { participants: seats.map(({ part }) => part) }),
      ...(judge !== undefined && { judge: ruling.part }),
    },
    moved: warnings,
  };
}

function moved(part: unknown, at: string): { part: unknown; warnings: Warning[] } {
  const model = isObject(part) ? openModel(part["model"] ?? {}) : null;
  if (!isObject(part) || !isObject(model)) return { part, warnings: [] };
  const names = optionsBeside(part).filter((name) => !isOther(model[name], part[name]));
  const beside = Object.fromEntries(names.map((name) => [name, part[name]]));
  const rest = Object.fromEntries(Object.entries(part).filter(([name]) => !Object.hasOwn(beside, name)));
  const warnings = names.map((name) => ({
    code: "option-moved",
    detail: `${at}/${name} was taken as ${at}/model/${name}: a model's options belong inside model`,
    pointer: `${at}/model/${name}`,
  }));
  return { part: names.length > 0 ? { ...rest, model: { ...model, ...beside } } : part, warnings };
}

/** A name as an object, to which options can be added. */
function openModel(model: unknown): unknown {
  return typeof model === "string" ? { model } : model;
}

function optionsBeside(part: Part): string[] {
  return MODEL_OPTIONS.filter((name) => Object.hasOwn(part, name) && part[name] !== undefined);
}

function isOther(inside: unknown, beside: unknown): boolean {
  return inside !== undefined && JSON.stringify(inside) !== JSON.stringify(beside);
}

/**
 * A judge or a participant, ready for changes that give only some options of its model: a name alone becomes an object, and
 * an option that the changes give beside `model` takes the place of the one inside.
 */
export function openTo<P extends Part>(part: P, changes: Part): P {
  const beside = optionsBeside(changes);
  const model = beside.length > 0 || isObject(changes["model"]) ? openModel(part["model"]) : part["model"];
  if (!isObject(model)) return part;
  const kept = Object.entries(model).filter(([name]) => !beside.includes(name));
  return { ...part, model: Object.fromEntries(kept) };
}
