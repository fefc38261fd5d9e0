/** A judge may only cite turns that it was shown. */
import { z } from "zod";
import { filled } from "./answer.prompt-part.ts";

const REAL_ID = /\bg\d+-r\d+-t\d+\b/g;
const NEUTRAL_ID = /\b([A-Za-z]+)\d+\b/g;

/** One sentence for each cited turn that does not exist. `turnIds`: neutral ids, as the judge was shown them. */
export function strangeTurns(raw: unknown, turnIds: string[]): string[] {
  const written = JSON.stringify(raw);
  const prefix = /^([A-Za-z]+)\d+$/.exec(turnIds[0] ?? "")?.[1];
  const neutral = [...written.matchAll(NEUTRAL_ID)].flatMap(([id, before]) => (before === prefix ? [id] : []));
  const cited = new Set([...(written.match(REAL_ID) ?? []), ...neutral]);
  return [...cited.difference(new Set(turnIds))].map((id) => `Turn ${id} is cited, but there is no such turn.`);
}

/** A participant's best point on a question, as it is asked for. */
export interface AskedPoint {
  by: string;
  point: string;
  turn: string | null;
}

/** The best points on a question, of those who made one. */
export function pointsSchema(active: string[]) {
  return z.array(z.strictObject({ by: z.enum(active), point: filled, turn: z.string().nullable() }));
}

type Points = Record<string, { point: string | null; turn: string | null }>;

/** By participant, the first of each. */
export function byParticipant(asked: AskedPoint[], active: string[]): Points {
  const of = (id: string) => {
    const { point = null, turn = null } = asked.find(({ by }) => by === id) ?? {};
    return { point, turn };
  };
  return Object.fromEntries(active.map((id) => [id, of(id)]));
}

/** `asked`: a finding or a crux as it came. */
export function pointFaults(asked: { points?: unknown } | null, where: string, turnIds: string[]): string[] {
  const points = Array.isArray(asked?.points) ? (asked.points as (Partial<AskedPoint> | null)[]) : [];
  return points.flatMap((point, i) =>
    typeof point?.turn === "string" && !turnIds.includes(point.turn)
      ? [`${where}.points[${i}].turn must be the id of one turn that you were shown, or null.`]
      : [],
  );
}
