/**
 * Where a schema has refused a part of a request, rules over several parts do not see it. They must not take it for missing:
 * whoever sends a judge of the wrong shape has not forgotten the judge.
 */
import type { Option } from "../../shapes/define-option.ts";
import { OPTIONS } from "../../shapes/options.shape.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { DebateRequest } from "./debate-request.ts";

/** Whether something was refused at a pointer that the pattern matches; with a text, at this pointer or below it. */
export type IsRefused = (place: RegExp | string) => boolean;

/** Refusals that leave open who judges. */
export const JUDGE_OPEN = /^\/(format|judge(\/.*)?|participants(\/\d+(\/model.*)?)?)$/;
/** Refusals that leave open who has which role. */
export const ROLES_OPEN = /^\/participants(\/\d+(\/(model.*|role))?)?$/;
/** Refusals that leave open which ids there are. */
const IDS_OPEN = /^\/participants(\/\d+(\/id)?)?$/;

/** Fields whose rule reads another part, with the refusals that leave that one open. */
const LEANING: [field: string, open: RegExp | string][] = [
  ["minRounds", "/maxRounds"],
  ["expected", "/controlArm"],
  ["expected", "/answers"],
  ["weights", IDS_OPEN],
  ["gate", "/vote"],
  ...Object.entries<Option>(OPTIONS).flatMap(([path, { needs }]): [string, string][] =>
    needs ? [[path, `/${needs.option}`]] : [],
  ),
];

export function refusalsIn(faults: Problem[]): IsRefused {
  return (place) =>
    faults.some(({ pointer }) =>
      typeof place === "string" ? pointer === place || pointer.startsWith(`${place}/`) : place.test(pointer),
    );
}

/** The valid parts of a request, without those whose rule would read a refused one. */
export function withoutLeaning<R extends Partial<DebateRequest>>(request: R, isRefused: IsRefused): R {
  const leaning = new Set(LEANING.flatMap(([field, open]) => (isRefused(open) ? [field] : [])));
  if (leaning.size === 0) return request;
  return Object.fromEntries(Object.entries(request).filter(([field]) => !leaning.has(field))) as R;
}
