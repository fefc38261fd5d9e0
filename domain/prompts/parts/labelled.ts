/**
 * The layout `blind` for a speaker: the transcript with the judge's labels for names, so that both read the same text.
 * What the speaker says has names again before it is stored.
 */

import { blindCase } from "../../judge/blind/blind.ts";
import type { View } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";
import { isReadByJudge } from "./common-rules.ts";
import { visibleTurns } from "./transcript.prompt-part.ts";

export interface NamedLabel {
  title: string;
  name: string;
}

/** Of a reply whose prompt showed labels. */
export interface Labels {
  /** Puts names and ids in the place of labels. */
  reveal: (text: string) => string;
  /** Whether a text may end within a label. */
  endsInLabel: (text: string) => boolean;
}

interface Labelled extends Labels {
  shown: { config: DebateConfig; turn: TurnSpec; turns: Turn[]; names: Record<string, NamedLabel> };
  viewOf: (view: View) => View;
  /** Puts labels in the place of names. */
  hide: (text: string) => string;
}

/** Judges and speakers of one debate share their labels, also in a fork. */
export function labelSeed({ fenceKey }: Pick<DebateConfig, "fenceKey">, debateId: string): string {
  return fenceKey ?? debateId;
}

/** null where the prompt shows names. */
export function labelledFor(
  { config, turn, turns }: { config: DebateConfig; turn: TurnSpec; turns: Turn[] },
  debateId: string,
): Labelled | null {
  if (!isReadByJudge(config)) return null;
  const seen = visibleTurns(turns, turn.sees);
  const seed = labelSeed(config, debateId);
  const blind = blindCase({ config, turns: seen, assessments: [] }, { seed, order: "given" });
  const [key = turn.participantId] = blind.keysOf([turn.participantId]);
  const nameOf = (id: string) => config.participants.find((p) => blind.keysOf([p.id])[0] === id)?.name ?? "";
  const names = Object.fromEntries(
    blind.config.participants.map(({ id, name }) => [id, { title: name, name: nameOf(id) }]),
  );
  // Blind turns have indexes of their own, and all of them may be shown.
  const sees = { ...turn.sees, round: turn.round + 1, index: 0 };
  return {
    shown: { config: blind.config, turn: { ...turn, participantId: key, sees }, turns: blind.turns, names },
    viewOf: blind.viewOf,
    hide: blind.hide,
    reveal: blind.reveal,
    endsInLabel: blind.endsInLabel,
  };
}
