/** The events of a debate's log as the API shows them, by type: `{ id, type, at, ...payload }`. */
import { z } from "zod";
import { EVENT_NAMES, EVENT_SHAPES } from "../domain/event-shapes.ts";
import type { EventType } from "../domain/events.ts";

/** An event of the type, under a name of its own: `TurnDeltaEvent`. */
function schemaOf(type: EventType) {
  const name = type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const about = { id: z.int().min(1), type: z.literal(type), at: z.string() };
  return z.object({ ...about, ...EVENT_SHAPES[type] }).meta({ id: `${name}Event` });
}

/** Any of them; `type` tells which. */
export const Event = z
  .discriminatedUnion("type", EVENT_NAMES.map(schemaOf) as [ReturnType<typeof schemaOf>])
  .meta({ id: "Event", description: "An entry of the log, which `type` tells apart" });
