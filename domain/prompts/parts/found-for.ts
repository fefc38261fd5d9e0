/** What a turn's prompt shows of the exhibits that its debate has found. */

import { allExhibits, foundBy, type ShownTurn, withFound } from "../../rules/exhibits/found.ts";
import type { Horizon } from "../../shapes/context/horizon.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { visibleTurns } from "./transcript.prompt-part.ts";

interface FoundFor {
  config: DebateConfig;
  /** As its prompt shows them. */
  turns: ShownTurn[];
  /** Found for this turn, for its last block; also what came with the request. */
  lookedUp?: Exhibit[];
}

interface FindingTurn extends Pick<FoundFor, "config"> {
  turns: Turn[];
  sees: Horizon;
  /** What was looked up for it before its model was asked. */
  tools: readonly ToolUse[];
  /** All that the debate has found so far. */
  exhibits: readonly Exhibit[];
  /** Its prompt shows no turns, so exhibits that they found stand with the facts. */
  inFacts?: true | undefined;
}

export function foundFor({ config, turns, sees, tools, exhibits, inFacts }: FindingTurn): FoundFor {
  const found = foundBy([{ tools: [...tools] }], allExhibits({ exhibits: config.exhibits, found: [...exhibits] }));
  const lookedUp = found.length > 0 ? { lookedUp: found } : {};
  if (exhibits.length === 0) return { config, turns, ...lookedUp };
  const seen = visibleTurns(turns, sees);
  if (inFacts) return { config: { ...config, found: foundBy([...seen, { tools: [...tools] }], exhibits) }, turns };
  const shown = new Map(withFound(seen, exhibits).map((turn) => [turn.id, turn]));
  return {
    config,
    turns: turns.map((turn) => shown.get(turn.id) ?? turn),
    ...lookedUp,
  };
}
