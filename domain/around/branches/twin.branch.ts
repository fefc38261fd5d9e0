/**
 * The same debate with sides swapped, or with seats swapped if nobody has a side (docs/design/debate.md#114-records).
 */

import { checkRequest } from "../../play/beginning/checks.beginning.ts";
import { configOf } from "../../play/beginning/configure.beginning.ts";
import { withoutGuidance } from "../../play/beginning/fit.beginning.ts";
import { withLayoutOf } from "../../play/beginning/prompt-layout.ts";
import { NOT_STORED, withRequest } from "../../play/beginning/revision.ts";
import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import { ownRequest, placedAs, type Seat } from "../../rules/seats/effective-request.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { Configured } from "../../shapes/plan/configured.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Durations } from "../../shapes/plan/plan.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { materialOf } from "./fork.ts";

/** Fields that belong to a side or a seat, not to its participant. */
const OF_THE_SEAT = ["position", "persona", "role", "instructions", "systemPrompt", "systemPromptFrom"];
const OTHER_SIDE: Record<string, string> = { for: "against", against: "for" };

/** A twin would be the same debate again. */
const NO_SEATS: Problem = { pointer: "", detail: "a council has no twin: its members have neither sides nor an order" };

type Participants = ParticipantConfig[];

/** Assigned positions are swapped like given ones. */
export function twinnedConfig(
  original: DebateConfig,
  { catalogue, defaults }: { catalogue: Catalogue; defaults: Durations },
): Configured {
  const own = ownRequest(original);
  if (!own) return { config: null, problems: [NOT_STORED] };
  if (protocolOf(original).conclusion.type === "council") return { config: null, problems: [NO_SEATS] };
  const participants = original.participants;
  const { seats, places } = participants.some(hasSide)
    ? sidesSwapped(own.participants, participants)
    : seatsSwapped(own.participants, participants);
  const request = { ...own, participants: seats };
  const checked = checkRequest(request, catalogue);
  if (!checked.request) return { config: null, problems: checked.problems };
  const config = fittedAs(original, configOf(checked.request, catalogue));
  const laidOut = withLayoutOf(original, config, checked.request);
  const twin = withRequest(materialOf(original, laidOut), request, defaults);
  return { config: placedAs(twin, places), problems: [] };
}

/** Both are the same debate: a limit makes both fit in the same way. */
function fittedAs(original: DebateConfig, config: DebateConfig): DebateConfig {
  const { judge } = config;
  return {
    ...config,
    ...picked(original, ["maxRounds", "minRounds", "judging", "fitted"]),
    judge: judge && {
      ...withoutGuidance(judge),
      ...(original.judge && picked(original.judge, ["bothOrders", "guides"])),
    },
  };
}

function hasSide({ side }: Pick<ParticipantConfig, "side">): boolean {
  return side === "for" || side === "against";
}

/** Everyone changes sides and takes the fields of the opponent's place; nothing if there was no opponent. */
function sidesSwapped(seats: Seat[], participants: Participants) {
  const held = participants.map((p) => opponentOf(p, participants));
  return {
    places: held.map((at) => participants[at] ?? null),
    seats: seats.map((own, i) => {
      const { side } = participants[i] as ParticipantConfig;
      const who = without(own, OF_THE_SEAT);
      return {
        ...who,
        ...only(seats[held[i] ?? -1] ?? {}, OF_THE_SEAT),
        ...(side && { side: OTHER_SIDE[side] ?? side }),
      };
    }),
  };
}

/** Its own index without a side; -1 if its side has more speakers than the other. */
function opponentOf(p: ParticipantConfig, participants: Participants): number {
  if (!hasSide(p)) return participants.indexOf(p);
  const rank = participants.filter(({ side }) => side === p.side).indexOf(p);
  const opponent = participants.filter(({ side }) => side === OTHER_SIDE[p.side ?? ""])[rank];
  return opponent ? participants.indexOf(opponent) : -1;
}

/** Seats keep their order, positions and roles; participants are reversed. */
function seatsSwapped(seats: Seat[], participants: Participants) {
  const last = participants.findIndex(({ role }) => role === "synthesizer");
  const row = participants.map((_, i) => i).filter((i) => i !== last);
  const fromOf = (i: number) => (i === last ? i : (row[row.length - 1 - row.indexOf(i)] ?? i));
  return {
    places: participants,
    seats: seats.map((seat, i) => ({ ...seat, ...only(seats[fromOf(i)] ?? {}, ["name", "model"]) })),
  };
}

function only(seat: Seat, names: string[]): Seat {
  return Object.fromEntries(Object.entries(seat).filter(([name]) => names.includes(name)));
}

function without(seat: Seat, names: string[]): Seat {
  return Object.fromEntries(Object.entries(seat).filter(([name]) => !names.includes(name)));
}
