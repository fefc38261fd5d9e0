/** The others' answers as one member of a council is shown them: under labels that are drawn for this member alone. */

import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Ranking } from "../../shapes/schemas/council.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import { type BlindCase, blindCase } from "../blind/blind.ts";

interface Answered {
  config: DebateConfig;
  turns: Turn[];
}

/** Without the reader's own answer. Labels differ from reader to reader, so no place stands for a participant. */
export function othersAnswers({ config, turns }: Answered, reader: string): BlindCase {
  const shown = turns.filter((turn) => (isSpoken(turn) ? turn.participantId !== reader : isFor(turn, reader)));
  const authors = new Set(shown.filter(isSpoken).map(({ participantId }) => participantId));
  const participants = config.participants.filter(({ id }) => authors.has(id));
  const open = { config: { ...config, mode: "simultaneous" as const, participants }, turns: shown, assessments: [] };
  return blindCase(open, { seed: `${config.fenceKey ?? ""}/${reader}`, order: "given" });
}

function isFor({ to }: Turn, reader: string): boolean {
  return to === undefined || to === reader;
}

export type ShownRanking = Pick<Ranking, "places" | "reasons">;

/** With labels for participants; `own`: stands for the reader's own answer, which has no label. */
export function blindRankings(
  rankings: ShownRanking[],
  { keysOf, hide }: Pick<BlindCase, "keysOf" | "hide">,
  own = "your own",
): ShownRanking[] {
  const keyOf = (id: string) => keysOf([id])[0] ?? own;
  return rankings.map(({ places, reasons }) => ({
    places: places.map((tied) => tied.map(keyOf)),
    reasons: Object.fromEntries(Object.entries(reasons).map(([id, why]) => [keyOf(id), hide(why)])),
  }));
}
