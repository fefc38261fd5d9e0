/** A judge may only cite turns that it was shown. */
import { z } from "zod";
import { keyed } from "./answer.prompt-part.ts";

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

/** Each participant's best point on a question, and the turn that makes it. */
export function pointsSchema(active: string[]) {
  return keyed(active, z.strictObject({ point: z.string().nullable(), turn: z.string().nullable() }));
}

/** `asked`: a finding or a crux as it came. */
export function pointFaults(asked: { points?: unknown } | null, where: string, turnIds: string[]): string[] {
  const points = Object.entries((asked?.points ?? {}) as Record<string, { turn?: unknown } | null>);
  return points.flatMap(([id, point]) =>
    typeof point?.turn === "string" && !turnIds.includes(point.turn)
      ? [`${where}.points.${id}.turn must be the id of one turn that you were shown, or null.`]
      : [],
  );
}
