/** Loads what an act is about, as its record declares it. */

import type { Reads, Scene, Shown } from "../../domain/acts/act.ts";
import type { AnyModelAct } from "../../domain/acts/registry.ts";
import { withoutSummaries } from "../../domain/context/summarizes.ts";
import { isSpoken, withInterjections } from "../../domain/interjections.ts";
import { type BlindCase, blindCase, openCase } from "../../domain/judging/blind/blind.ts";
import type { DebateConfig } from "../../domain/plan/config.ts";
import { ballotOrder, isBallotId } from "../../domain/protocols/ids.ts";
import { ASSESSMENTS, NOTES, SUMMARIES, TURNS } from "../../domain/records/kinds.ts";
import type { Assessment } from "../../domain/schemas/assessment.ts";
import type { Turn } from "../../domain/schemas/turn.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import type { Store } from "../../store/port.ts";
import { listQuestions } from "../../store/records/combined.ts";
import type { ActivityDeps } from "../deps.ts";
import type { ActCall } from "./model-call.ts";

export async function loadScene({ store, catalogue }: ActivityDeps, act: AnyModelAct, call: ActCall): Promise<Scene> {
  const { debate, id, faults } = call;
  const reads = act.reads(call);
  const earlierRef = act.earlier?.(call);
  const [stored, said, assessments, earlier] = await Promise.all([
    configFor(store, call),
    turnsFor(store, call, reads),
    act.name === "assessRound" ? assessmentsFor(store, call) : [],
    earlierRef ? store.records.get(debate, SUMMARIES, earlierRef) : null,
  ]);
  if (!stored) throw new Error(`no configuration for ${id}`);
  const config = configured(stored, { call, reads });
  const turns = said.filter((turn) => act.sees?.(turn, call) ?? true);
  const open = { config, turns, assessments };
  const blind = caseOf(open, { call, reads });
  const shown: Shown = {
    config: blind.config,
    turns: blind.turns,
    assessments: blind.assessments,
    active: blind.keysOf(speakers(turns)),
    ...(faults && { faults }),
    ...(earlier && { earlier: { round: earlier.round, text: blind.hide(earlier.text) } }),
  };
  return { ...open, asked: call, shown, blind, catalogue };
}

/** The configuration with the owner's answers to the participants' questions. */
export async function configFor(
  store: Pick<Store, "getConfig" | "records">,
  { debate, generation }: { debate: DebateKey; generation: number },
): Promise<DebateConfig | null> {
  const config = await store.getConfig(debate);
  return config?.clarifications
    ? { ...config, clarified: await listQuestions(store.records, debate, generation) }
    : config;
}

async function turnsFor(store: Store, call: ActCall, reads: Reads): Promise<Turn[]> {
  const { debate, generation, round, state } = call;
  if (reads === "configuration") return [];
  const before = { round: round + 1, index: 0, count: state.wholeTurns };
  const all = await store.records.list(debate, TURNS, { generation, ...(reads !== "blind answers" && { before }) });
  const whole = all.filter(({ status }) => status === "whole");
  if (reads === "blind answers") return whole.filter(({ phase }) => phase === "blind");
  return withInterjections(whole, state.interjections ?? [], (note) => store.records.get(debate, NOTES, { note }));
}

/** Only the judge who assesses rounds reads its earlier assessments: ballots and votes are independent of them. */
async function assessmentsFor(store: Store, call: ActCall): Promise<Assessment[]> {
  return store.records.list(call.debate, ASSESSMENTS, {
    generation: call.generation,
    before: { round: call.round + 1, count: call.assessed },
  });
}

/** No summary may be added to a debate that is over, and none covers answers that were given before it. */
function configured(config: DebateConfig, { call: { judge }, reads }: { call: ActCall; reads: Reads }): DebateConfig {
  if (!judge && reads !== "blind answers") return config;
  return withoutSummaries({ ...config, ...(judge && { judge }) });
}

function caseOf(
  open: Pick<Scene, "config" | "turns" | "assessments">,
  { call: { id, debate }, reads }: { call: ActCall; reads: Reads },
): BlindCase {
  if (reads === "configuration" || reads === "transcript") return openCase(open);
  // All answered at once, so answers are in the order of the labels.
  const config = reads === "blind answers" ? { ...open.config, mode: "simultaneous" as const } : open.config;
  const order = isBallotId(id) || reads === "blind answers" ? ballotOrder(id) : "given";
  return blindCase({ ...open, config }, { seed: debate.debateId, order });
}

/** Everybody who said something whole, in the order of their first turn. */
function speakers(turns: Turn[]): string[] {
  return [...new Set(turns.filter(isSpoken).map((turn) => turn.participantId))];
}
