/** Loads what an act is about, as its record declares it. */

import { debateAnswer, type Pile, pileOf } from "../../domain/judge/answer-pile.ts";
import { type BlindCase, blindCase, openCase } from "../../domain/judge/blind/blind.ts";
import { blindOutcome, type Outcome, outcomeOf } from "../../domain/judge/conclusion/outcome.judging.ts";
import { blindRankings, othersAnswers } from "../../domain/judge/council/others.ts";
import type { Reads, Scene, Shown } from "../../domain/play/acts/act.ts";
import type { AnyModelAct } from "../../domain/play/acts/registry.act.ts";
import { withoutSummaries } from "../../domain/play/context/summarizes.ts";
import {
  ALONE,
  ASSESSMENTS,
  CLAIMS,
  CONCLUSIONS,
  CONFIRMED_CLAIMS,
  NOTES,
  RANKINGS,
  RESULTS,
  SUMMARIES,
  TURNS,
} from "../../domain/play/records/kinds.record.ts";
import { isReadByJudge } from "../../domain/prompts/parts/common-rules.ts";
import { labelSeed } from "../../domain/prompts/parts/labelled.ts";
import { blindClaims } from "../../domain/rules/claims/blind-claims.ts";
import { withSecondReading } from "../../domain/rules/claims/second-reading.ts";
import { foundBy } from "../../domain/rules/exhibits/found.ts";
import type { BallotOrder } from "../../domain/rules/judges/labels.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { CheckedClaims } from "../../domain/shapes/schemas/claims.schema.ts";
import type { AloneAnswer } from "../../domain/shapes/schemas/control-arm.schema.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { isSpoken, withInterjections } from "../../domain/shapes/state/interjections.state.ts";
import {
  ballotOrder,
  isAudienceVoteId,
  isBallotId,
  isLastCount,
  isReviewId,
  reviewOrder,
  voterOrder,
} from "../../domain/shapes/turn-ids.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { listFound, listQuestions, readResult } from "../../store/records/combined.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { ActCall } from "../calls/model-call.activity.ts";
import { ruledIn } from "./ruling.ts";

export async function loadScene({ store, catalogue }: ActivityDeps, act: AnyModelAct, call: ActCall): Promise<Scene> {
  const { debate, id, faults } = call;
  const reads = act.reads(call);
  const earlierRef = act.earlier?.(call);
  const [stored, said, assessments, earlier, outcome, given, rankings, result, concluded, checked] = await Promise.all([
    configFor(store, call),
    turnsFor(store, call, reads),
    act.name === "assessRound" ? assessmentsFor(store, call) : [],
    earlierRef ? store.records.get(debate, SUMMARIES, earlierRef) : null,
    act.seesOutcome ? outcomeFor(store, call) : null,
    reads === "answers alone" ? answersFor(store, call) : null,
    act.seesRankings ? store.records.list(debate, RANKINGS, call) : null,
    reads === "result" ? readResult(store.records, debate, call.state) : null,
    act.seesAnswer ? store.records.get(debate, CONCLUSIONS, call) : null,
    act.seesClaims && call.state.claims ? claimsFor(store, call) : null,
  ]);
  if (!stored) throw new Error(`no configuration for ${id}`);
  const turns = said.filter((turn) => act.sees?.(turn, call) ?? true);
  const found = foundBy(
    [...turns, ...(checked ? [checked] : [])],
    await listFound(store.records, { ...call, config: stored }),
  );
  const config = configured({ ...stored, ...(found.length > 0 && { found }) }, call);
  const open = { config, turns, assessments };
  const blind = caseOf(open, { call, reads });
  const shown: Shown = {
    config: blind.config,
    turns: blind.turns,
    assessments: blind.assessments,
    active: blind.keysOf(speakers(turns)),
    ...(faults && { faults }),
    ...(outcome && { outcome: blindOutcome(outcome, blind) }),
    ...(given && { pile: pileIn(given, { config, seed: `${debate.debateId} ${id}` }) }),
    ...(rankings && { rankings: blindRankings(rankings, blind) }),
    ...(result && { result }),
    ...(concluded && { answer: blind.hide(concluded.text.answer.text) }),
    ...(checked && { claims: blindClaims(checked.claims, blind) }),
    ...(earlier && { earlier: { round: earlier.round, text: blind.hide(earlier.text) } }),
  };
  return { ...open, asked: call, shown, blind, catalogue, ...(rankings && { rankings }) };
}

/** null: no ballot is cast yet, so the call is only quoted. */
async function outcomeFor(store: Store, call: ActCall): Promise<Outcome | null> {
  if (!call.state.ballots?.length) return null;
  const { config, counted, ballots } = await ruledIn(store, call);
  return outcomeOf(counted, { ballots, answerLeads: config.ballotAnswers === "lead" });
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

interface Given {
  answers: AloneAnswer[];
  /** Only after the debate. */
  result: Result | null;
}

async function answersFor({ records }: Store, { debate, id, generation }: ActCall): Promise<Given> {
  const [answers, result] = await Promise.all([
    records.list(debate, ALONE, { generation }),
    isLastCount(id) ? records.get(debate, RESULTS, { generation }) : null,
  ]);
  return { answers, result };
}

function pileIn({ answers, result }: Given, { config, seed }: { config: DebateConfig; seed: string }): Pile {
  const { expected = null, participants } = config;
  const names = participants.map(({ name }) => name);
  const known = result && expected;
  return pileOf({ answers, debate: debateAnswer(result, config), expected: known }, { seed, names });
}

async function turnsFor(store: Store, call: ActCall, reads: Reads): Promise<Turn[]> {
  const { debate, generation, round, state } = call;
  if (["configuration", "answers alone", "result"].includes(reads)) return [];
  // A round may be assessed beside the next one.
  const count = round < state.round ? state.wholeBeforeRound : state.wholeTurns;
  const before = { round: round + 1, index: 0, count };
  const all = await store.records.list(debate, TURNS, { generation, before });
  const whole = all.filter(({ status }) => status === "whole");
  return withInterjections(whole, state.interjections ?? [], (note) => store.records.get(debate, NOTES, { note }));
}

/** With what a second judge reads in them, once it has. */
async function claimsFor({ records }: Store, { debate, state, generation }: ActCall): Promise<CheckedClaims | null> {
  const [checked, confirmed] = await Promise.all([
    records.get(debate, CLAIMS, { generation }),
    state.claimsConfirmed ? records.get(debate, CONFIRMED_CLAIMS, { generation }) : null,
  ]);
  return checked && { ...checked, claims: withSecondReading(checked.claims, confirmed) };
}

/** Only the judge who assesses rounds reads its earlier assessments: ballots and votes are independent of them. */
async function assessmentsFor(store: Store, call: ActCall): Promise<Assessment[]> {
  return store.records.list(call.debate, ASSESSMENTS, {
    generation: call.generation,
    before: { round: call.round + 1, count: call.assessed },
  });
}

/** No summary may be added to a debate that is over. */
function configured(config: DebateConfig, { judge }: ActCall): DebateConfig {
  return judge ? withoutSummaries({ ...config, judge }) : config;
}

function caseOf(
  open: Pick<Scene, "config" | "turns" | "assessments">,
  { call: { id, debate, participantId = "" }, reads }: { call: ActCall; reads: Reads },
): BlindCase {
  const isOpen = ["configuration", "result", "given answers", "transcript", "own transcript"].includes(reads);
  if (isOpen) return openCase(open);
  if (reads === "others' answers") return othersAnswers(open, participantId);
  const { config } = open;
  const seed = isReadByJudge(config) ? labelSeed(config, debate.debateId) : debate.debateId;
  return blindCase(open, { seed, order: orderOf(id) });
}

/** Ballots are cast in two orders, and an audience votes in both. */
function orderOf(id: string): BallotOrder {
  if (isAudienceVoteId(id)) return voterOrder(id);
  if (isReviewId(id)) return reviewOrder(id);
  return isBallotId(id) ? ballotOrder(id) : "given";
}

/** Everybody who said something whole, in the order of their first turn. */
function speakers(turns: Turn[]): string[] {
  return [...new Set(turns.filter(isSpoken).map((turn) => turn.participantId))];
}
