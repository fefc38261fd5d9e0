/** Simulated judges, whose ballots are cast and counted as those of a debate: labels, orders and seats are the real ones. */

import { blindCase } from "../../domain/judge/blind/blind.ts";
import { countBallots } from "../../domain/judge/count.ts";
import { openBallots } from "../../domain/rules/judges/panel.rules.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import type { Agreement } from "../../domain/shapes/schemas/result.schema.ts";
import { ballotOrder, ballotSeat } from "../../domain/shapes/turn-ids.ts";
import { probesOf } from "../../features/audit/domain/audit.ts";
import { countAnswers } from "../../features/audit/domain/counts.audit.ts";
import { ballotOf, configFor, scoresOf, verdictOf } from "../support/debates/transcripts.ts";
import { planFor } from "../support/random/plans.ts";
import { createDice } from "./dice.ts";

/** The better speaker of every simulated debate. */
const RIGHT = "p1";
const WRONG = "p2";

interface Ruling {
  winner: string;
  /** 0–10 for the winner and the loser, by every criterion; 8 and 6 if missing. */
  scores?: [winner: number, loser: number];
}

/** `shown`: participants in the order of their labels. `seat`: from 1. */
type Judge = (seen: { shown: string[]; seat: number; debate: number }) => Ruling;

export interface Row {
  title: string;
  judges: number;
  judge: () => Judge;
}

export interface Outcome {
  /** Percent of the debates. */
  right: number;
  wrong: number;
  contested: number;
  /** Means over the debates; null where nothing can be compared. */
  winnerAgreement: Agreement["winnerAgreement"];
}

const config = configFor({ speakers: 2 });

export function simulate({ judges, judge }: Row, debates: number): Outcome {
  const rule = judge();
  const counted = Array.from({ length: debates }, (_, debate) => countDebate({ rule, judges, debate }));
  const share = (is: (one: (typeof counted)[number]) => boolean) => percent(counted.filter(is).length / debates);
  const winnerOf = ({ verdict }: (typeof counted)[number]) => verdict.winner?.participant;
  return {
    right: share((one) => winnerOf(one) === RIGHT),
    wrong: share((one) => winnerOf(one) === WRONG),
    contested: share((one) => one.contested),
    winnerAgreement: {
      judges: meanOf(counted.map(({ agreement }) => agreement.winnerAgreement.judges)),
      orders: meanOf(counted.map(({ agreement }) => agreement.winnerAgreement.orders)),
    },
  };
}

function countDebate({ rule, judges, debate }: { rule: Judge; judges: number; debate: number }) {
  const panel = Array.from({ length: judges }, (_, i) => ({ provider: "demo", model: `judge-${i + 1}` }));
  const plan = { ...planFor(), bothOrders: true as const, panel };
  const ballots = openBallots(plan, initialState(plan)).map(({ id }) => {
    const order = ballotOrder(id);
    const blind = blindCase({ config, turns: [], assessments: [] }, { seed: `deb-${debate}`, order });
    const shown = Object.values(blind.record().labels);
    const { winner, scores: [best, least] = [8, 6] } = rule({ shown, seat: ballotSeat(id), debate });
    const by = (value: (isWinner: boolean) => number) =>
      Object.fromEntries(config.participants.map((p) => [p.id, value(p.id === winner)]));
    const verdict = verdictOf(config, {
      winner: { participant: winner, reasoning: "So it is." },
      scores: by((isWinner) => 10 * (isWinner ? best : least)),
      criterionScores: Object.fromEntries(
        config.participants.map((p) => [p.id, scoresOf(p.id === winner ? best : least)]),
      ),
    });
    return ballotOf(config, { id, order, verdict });
  });
  return countBallots({ ballots, participants: config.participants, mode: "sequential" });
}

const ERROR = 0.1;
/** In this share of debates all judges make the same error or none: models agree on 60 % of joint errors (Kim, ICML 2025). */
const SHARED = 0.3;

/** Each ballot errs by itself. */
function independent(): Judge {
  const roll = createDice();
  return () => ({ winner: roll() < ERROR ? WRONG : RIGHT });
}

function correlated(): Judge {
  const roll = createDice();
  const joint = new Map<number, string | null>();
  const draw = () => (roll() < ERROR ? WRONG : RIGHT);
  return ({ debate }) => {
    if (!joint.has(debate)) joint.set(debate, roll() < SHARED ? draw() : null);
    return { winner: joint.get(debate) ?? draw() };
  };
}

/** Two judges who each stand for another speaker, whoever is shown first. */
const opposed: Judge = ({ seat }) => ({ winner: seat === 1 ? RIGHT : WRONG });
/** They agree on the winner; the second gives three points less. */
const stricter: Judge = ({ seat }) => ({ winner: RIGHT, scores: seat === 1 ? [9, 7] : [6, 4] });

export const ROWS: Record<string, Row> = {
  first: {
    title: "one judge that prefers the first shown",
    judges: 1,
    judge:
      () =>
      ({ shown }) => ({ winner: shown[0] ?? "" }),
  },
  last: {
    title: "one judge that prefers the last shown",
    judges: 1,
    judge:
      () =>
      ({ shown }) => ({ winner: shown.at(-1) ?? "" }),
  },
  opposed: { title: "two judges with opposite winners", judges: 2, judge: () => opposed },
  stricter: { title: "two judges of whom one is stricter", judges: 2, judge: () => stricter },
  independent: { title: "a panel of three, each ballot wrong in 10 %", judges: 3, judge: independent },
  correlated: { title: "the same, and in 30 % of debates all err alike", judges: 3, judge: correlated },
};

/** The share of audit probes in which a judge that prefers the longer text chooses the padded one, in percent. */
export function longerTextCaught(): number {
  const pair = {
    topic: "Ban cars?",
    a: "Trams carry more. They cost less.",
    b: "Cars are free.",
    better: "a" as const,
  };
  const answers = probesOf([pair], 1).map((probe) => {
    const [first, last] = probe.shown;
    return { probe, choice: first.text.length > last.text.length ? ("first" as const) : ("last" as const) };
  });
  return percent(countAnswers({ answers, judge: { provider: "demo", model: "judge" } }).padded.share ?? 0);
}

function meanOf(shares: (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : Math.round((known.reduce((a, b) => a + b, 0) / known.length) * 100) / 100;
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}
