/** Checks a log's events by the shapes of their types. */
import { z } from "zod";
import { faultsOf } from "../../rules/request/faults.request.ts";
import { andMore, MOST_PROBLEMS } from "../../shapes/problems.shape.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { isTerminalEvent } from "./events.ts";
import { FIELDS } from "./fields.events.ts";
import { EVENTS } from "./registry.events.ts";

const CHECKS = new Map<string, z.ZodType>(EVENTS.map(({ type, shape }) => [type, z.looseObject(shape(FIELDS))]));

/** Pointers into an export. */
export function eventFaults(events: { id: number; type: string; data: unknown }[]): Problem[] {
  const problems: Problem[] = [];
  for (const [i, { id, type, data }] of events.entries()) {
    // The next attempt shows the rest.
    if (problems.length >= MOST_PROBLEMS) return [...problems, { pointer: "", detail: andMore(events.length - i) }];
    const parsed = CHECKS.get(type)?.safeParse(data);
    if (!parsed) problems.push({ pointer: `/events/${i}/type`, detail: "unknown event" });
    else if (id <= (events[i - 1]?.id ?? 0)) problems.push({ pointer: `/events/${i}/id`, detail: "ids must rise" });
    else if (isTerminalEvent(type) && i < events.length - 1)
      problems.push({ pointer: `/events/${i}`, detail: "nothing may follow the terminal event" });
    else if (parsed.error)
      problems.push(...faultsOf(parsed.error).map((p) => ({ ...p, pointer: `/events/${i}/data${p.pointer}` })));
  }
  return problems;
}
