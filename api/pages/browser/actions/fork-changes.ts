/** The changes that a fork asks for, as a merge patch (RFC 7396) over the original's request. Pure. */
import { isObject } from "../../../../domain/base/is-object.ts";

/** What the panel reads of the original's request. */
export interface ForkedRequest {
  participants?: { name?: string; model?: unknown; instructions?: string }[];
  /** The panel may be a number in a request that nobody has checked yet. */
  judge?: { model?: unknown; panel?: unknown };
  maxRounds?: number;
}

/** As the panel's fields have them. Empty or null: it stays. */
export interface Differences {
  /** By seat. */
  models: string[];
  judge: string;
  /** By seat; empty: there is no panel. */
  panel: string[];
  rounds: number | null;
  word: string;
}

/** A model's name, also where it has options. */
export function modelOf(model: unknown): string | undefined {
  const name = isObject(model) ? model["model"] : model;
  return typeof name === "string" ? name : undefined;
}

/** The members of the judge's panel. */
export function panelIn({ judge }: ForkedRequest): unknown[] {
  return Array.isArray(judge?.panel) ? judge.panel : [];
}

/** null: nothing differs. A list is replaced as a whole, so participants stand there with all that they had. */
export function forkChanges(request: ForkedRequest, { models, rounds, word, ...judges }: Differences): object | null {
  const { participants = [] } = request;
  const seats = participants.map((seat, at) => {
    return {
      ...seat,
      ...("model" in seat && { model: other(seat.model, models[at]) }),
      ...(word && { instructions: [seat.instructions, word].filter(Boolean).join("\n\n") }),
    };
  });
  const hasSeats = JSON.stringify(seats) !== JSON.stringify(participants);
  const judge = judgeChanges(request, judges);
  const changes = {
    ...(hasSeats && { participants: seats }),
    ...(Object.keys(judge).length > 0 && { judge }),
    ...(rounds !== null && rounds !== request.maxRounds && { maxRounds: rounds }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

function judgeChanges(request: ForkedRequest, { judge, panel }: Pick<Differences, "judge" | "panel">): object {
  const before = request.judge?.model;
  const model = other(before, judge);
  const members = panelIn(request);
  const others = members.map((member, at) => other(member, panel[at]));
  return {
    ...(request.judge && model !== before && { model }),
    ...(others.some((member, at) => member !== members[at]) && { panel: others }),
  };
}

/** The model as it was, with its options, unless another one is named. */
function other(before: unknown, name: string | undefined): unknown {
  return name && name !== modelOf(before) ? name : before;
}
