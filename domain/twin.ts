/** The same debate with its sides swapped, or, where nobody is for or against, its seats (spec §1.14). Pure. */
import type { Catalogue } from "./catalogue.ts";
import { checkRequest } from "./checks.ts";
import type { DebateConfig, ParticipantConfig } from "./config.ts";
import { configOf } from "./configure.ts";
import type { ForkedConfig } from "./fork.ts";
import { ownRequest, placedAs, type Seat } from "./own-request.ts";
import type { Durations } from "./plan.ts";
import { NOT_STORED, withRequest } from "./revision.ts";

/** What belongs to a side or a seat, and not to who sits there. */
const OF_THE_SEAT = ["position", "persona", "role", "instructions", "systemPrompt"];
const OTHER_SIDE: Record<string, string> = { for: "against", against: "for" };

type Cast = ParticipantConfig[];

/** Positions that a model has assigned are swapped like those that were given. */
export function twinnedConfig(
  original: DebateConfig,
  { catalogue, defaults }: { catalogue: Catalogue; defaults: Durations },
): ForkedConfig {
  const own = ownRequest(original);
  if (!own) return { config: null, problems: [NOT_STORED] };
  const cast = original.participants;
  const { seats, places } = cast.some(hasSide)
    ? sidesSwapped(own.participants, cast)
    : seatsSwapped(own.participants, cast);
  const request = { ...own, participants: seats };
  const checked = checkRequest(request, catalogue);
  if (!checked.request) return { config: null, problems: checked.problems };
  const config = withRequest(configOf(checked.request, catalogue), request, defaults);
  return { config: placedAs(config, places), problems: [] };
}

function hasSide({ side }: Pick<ParticipantConfig, "side">): boolean {
  return side === "for" || side === "against";
}

/** Everybody changes sides and takes over what belongs to whoever held that place there; nothing where nobody did. */
function sidesSwapped(seats: Seat[], cast: Cast) {
  const held = cast.map((p) => opponentOf(p, cast));
  return {
    places: held.map((at) => cast[at] ?? null),
    seats: seats.map((own, i) => {
      const { side } = cast[i] as ParticipantConfig;
      const who = without(own, OF_THE_SEAT);
      return {
        ...who,
        ...only(seats[held[i] ?? -1] ?? {}, OF_THE_SEAT),
        ...(side && { side: OTHER_SIDE[side] ?? side }),
      };
    }),
  };
}

/** Its own place where it has no side, -1 where its side has more speakers than the other. */
function opponentOf(p: ParticipantConfig, cast: Cast): number {
  if (!hasSide(p)) return cast.indexOf(p);
  const rank = cast.filter(({ side }) => side === p.side).indexOf(p);
  const opponent = cast.filter(({ side }) => side === OTHER_SIDE[p.side ?? ""])[rank];
  return opponent ? cast.indexOf(opponent) : -1;
}

/** The seats stay, with their order, positions and roles; who sits there comes from the other end of the row. */
function seatsSwapped(seats: Seat[], cast: Cast) {
  // The synthesizer takes no part in the exchange.
  const last = cast.findIndex(({ role }) => role === "synthesizer");
  const row = cast.map((_, i) => i).filter((i) => i !== last);
  const fromOf = (i: number) => (i === last ? i : (row[row.length - 1 - row.indexOf(i)] ?? i));
  return {
    places: cast,
    seats: seats.map((seat, i) => ({ ...seat, ...only(seats[fromOf(i)] ?? {}, ["name", "model"]) })),
  };
}

function only(seat: Seat, names: string[]): Seat {
  return Object.fromEntries(Object.entries(seat).filter(([name]) => names.includes(name)));
}

function without(seat: Seat, names: string[]): Seat {
  return Object.fromEntries(Object.entries(seat).filter(([name]) => !names.includes(name)));
}
