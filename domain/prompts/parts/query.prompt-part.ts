/** What is searched for before a turn. */

import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";
import { visibleTurns } from "./transcript.prompt-part.ts";

/** Characters of each part: no part may drown the others. */
const LONGEST = { topic: 2_000, position: 1_000, turn: 3_000 };

/** The topic, what the speaker holds, and the newest turn of another speaker that it has heard. */
export function lookupQuery({
  config: { topic },
  speaker: { id, position },
  turn,
  turns,
}: {
  config: Pick<DebateConfig, "topic">;
  speaker: Pick<ParticipantConfig, "id" | "position">;
  turn: Pick<TurnSpec, "sees">;
  turns: Turn[];
}): string {
  const heard = visibleTurns(turns, turn.sees).findLast((one) => isSpoken(one) && one.participantId !== id);
  const parts = [
    topic.slice(0, LONGEST.topic),
    position.slice(0, LONGEST.position),
    heard?.text.slice(0, LONGEST.turn) ?? "",
  ];
  return parts
    .filter((part) => part.trim() !== "")
    .join("\n")
    .toWellFormed();
}
