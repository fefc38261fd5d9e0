/** The events of a debate's log as the API shows them, by type: `{ id, type, at, ...data }`. */
import { z } from "zod";
import type { AnyEventDefinition } from "../../domain/play/events/define-event.ts";
import { FIELDS } from "../../domain/play/events/fields.events.ts";
import { EVENTS } from "../../domain/play/events/registry.events.ts";
import { timestamp } from "../../domain/shapes/schemas/spend.schema.ts";

/** An event of the type, under a name of its own: `TurnDeltaEvent`. */
function schemaOf({ type, shape }: AnyEventDefinition) {
  const name = type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const about = {
    id: z.int().min(1).meta({ description: "Its number in the log" }),
    type: z.literal(type).meta({ description: "The kind of event" }),
    at: timestamp,
  };
  return z.object({ ...about, ...shape(FIELDS) }).meta({ id: `${name}Event` });
}

const Event = z
  .discriminatedUnion("type", EVENTS.map(schemaOf) as [ReturnType<typeof schemaOf>])
  .meta({ id: "Event", description: "An entry of the log, which `type` tells apart" });

export const EventPage = z
  .object({
    items: z.array(Event).meta({ description: "Events in the order of the log" }),
    nextAfter: z.int().meta({ description: "Send it as `after` to read on" }),
    terminal: z.boolean().meta({ description: "The debate is over and this is the last page" }),
  })
  .meta({ id: "EventPage" });
