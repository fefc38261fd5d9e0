/** Gives the participants of a request the sides and roles that its format wants and nobody has named. */
import type { z } from "zod";
import type { Format } from "../formats/format.ts";
import { FORMATS_BY_NAME } from "../formats/registry.format.ts";
import { placeOf } from "../protocols/format-description.ts";
import type { DebateRequest } from "../request/debate-request.ts";
import { takesPart } from "../request/taking-part.ts";

type Draft = z.input<ReturnType<typeof DebateRequest.partial>>;
type Speakers = NonNullable<Draft["participants"]>;

/** A request that names one role names all that it wants; the server adds the others. */
export function seated<D extends Pick<Draft, "format" | "participants">>(request: D): D {
  const { format, participants } = request;
  return participants ? { ...request, participants: seatsFor(format, participants) } : request;
}

function seatsFor(format: Draft["format"], speakers: Speakers): Speakers {
  const rules = (FORMATS_BY_NAME as Record<string, Format | undefined>)[format ?? ""];
  if (rules?.sides) return withSides(speakers);
  const active = speakers.filter(takesPart);
  if (!rules || active.some(({ role }) => role)) return speakers;
  const place = (speaker: Speakers[number]) => (takesPart(speaker) ? placeOf(rules, active.indexOf(speaker)) : {});
  return speakers.map((speaker) => ({ ...place(speaker), ...speaker }));
}

/** Each without a side takes the one that fewer have, "for" first. */
function withSides(speakers: Speakers): Speakers {
  const taken = speakers.filter(takesPart).flatMap(({ side }) => side ?? []);
  const count = (wanted: string) => taken.filter((side) => side === wanted).length;
  return speakers.map((speaker) => {
    if (speaker.side || !takesPart(speaker)) return speaker;
    const side = count("against") < count("for") ? "against" : "for";
    taken.push(side);
    return { ...speaker, side };
  });
}
