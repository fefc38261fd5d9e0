/**
 * Exhibits that turns found. A turn's exhibits are for all later turns: a prompt shows those of the turns that it may
 * show, so it can be rebuilt from them.
 */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Exhibit, FoundExhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** A turn as prompts show it. */
export type ShownTurn = Turn & {
  /** What it was the first to find. Never stored. */
  found?: Exhibit[];
};

/** Ids of exhibits, in the order in which these turns found them. */
function foundIn(turns: readonly Pick<Turn, "tools">[]): Set<string> {
  return new Set(turns.flatMap(({ tools = [] }) => tools.flatMap(({ exhibits }) => exhibits)));
}

/** Those of the exhibits that these turns found, in the order of their numbers. */
export function foundBy<E extends Exhibit>(turns: readonly Pick<Turn, "tools">[], exhibits: readonly E[]): E[] {
  const ids = foundIn(turns);
  return exhibits.filter(({ id }) => ids.has(id));
}

/** Each exhibit stands with the first of the turns that found it. */
export function withFound(turns: Turn[], exhibits: readonly Exhibit[]): ShownTurn[] {
  const byId = new Map(exhibits.map((exhibit) => [exhibit.id, exhibit]));
  return turns.map((turn) => {
    const found = [...foundIn([turn])].flatMap((id) => {
      const exhibit = byId.get(id);
      byId.delete(id);
      return exhibit ? [exhibit] : [];
    });
    return found.length > 0 ? { ...turn, found } : turn;
  });
}

/** Without what only its record needs. */
export function plain({ number: _number, passage: _passage, ...exhibit }: FoundExhibit): Exhibit {
  return exhibit;
}

/**
 * Those of the request, then those that were found.
 *
 * @example
 * allExhibits({ exhibits: ["E1"], found: ["E2"] }) // → ["E1", "E2"]
 */
export function allExhibits({ exhibits = [], found = [] }: Pick<DebateConfig, "exhibits" | "found">): Exhibit[] {
  return [...exhibits, ...found];
}
