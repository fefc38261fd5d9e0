/**
 * Strengths from paired comparisons: P(a beats b) = 1 / (1 + exp(b − a)). Source: R. A. Bradley and M. E. Terry, Biometrika
 * 39 (1952), 324–345. Fitted by D. R. Hunter's MM algorithm, Annals of Statistics 32 (2004), 384–406.
 */
import { type Interval, quantile } from "./bootstrap.ts";
import { randomOf } from "./random.ts";

export interface Comparison {
  players: [string, string];
  /** 0–1: what the first of them got; a tie is 0.5. */
  score: number;
}

export interface Strength extends Interval {
  player: string;
  /** Ties count as half. */
  wins: number;
  comparisons: number;
}

const EXACT = { tolerance: 1e-12, most: 10_000 };
const RESAMPLED = { tolerance: 1e-6, most: 500 };
const RESAMPLES = { most: 1_000, least: 200 };
const MOST_DRAWS = 200_000;
const [LOW, HIGH] = [0.025, 0.975];

/**
 * The strengths in logits, the strongest first, with mean 0 and 95 % percentile intervals (comparisons are resampled).
 *
 * They are finite only where everybody in a group lost to somebody and beat somebody, directly or through others (L. R.
 * Ford, 1957). Players outside the largest such group have null. A player's bounds are null if more than 2.5 % of the
 * resamples have no finite strength for it: a quantile is unknown then. Somebody who was hardly compared takes nobody
 * else's bounds away. Yields after each resample.
 */
export function* strengthsOf(comparisons: readonly Comparison[], seed: string): Generator<void, Strength[]> {
  const group = largestGroup(comparisons);
  const within = comparisons.filter(({ players }) => players.every((player) => group.has(player)));
  const fitted = fit(within, EXACT);
  const bounds = yield* boundsOf(within, { fitted, seed });
  const strengths = playersOf(comparisons).map((player) => {
    const played = comparisons.filter(({ players }) => players.includes(player));
    const wins = played.reduce((sum, { players, score }) => sum + (players[0] === player ? score : 1 - score), 0);
    const { low, high } = bounds(player);
    return { player, value: fitted.get(player) ?? null, low, high, wins, comparisons: played.length };
  });
  return strengths.toSorted(
    (a, b) =>
      (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY) || (a.player < b.player ? -1 : 1),
  );
}

function playersOf(comparisons: readonly Comparison[]): string[] {
  return [...new Set(comparisons.flatMap(({ players }) => players))].toSorted();
}

interface Resampling {
  fitted: ReadonlyMap<string, number>;
  seed: string;
}

type Bounds = (player: string) => Pick<Interval, "low" | "high">;

function* boundsOf(within: readonly Comparison[], { fitted, seed }: Resampling): Generator<void, Bounds> {
  const unknown = { low: null, high: null };
  const groups: ReadonlySet<string>[] = [];
  for (const sample of samplesOf(within, seed)) {
    groups.push(largestGroup(sample));
    yield;
  }
  const core = coreOf([...fitted.keys()], groups);
  if (core.length < 2) return () => unknown;
  const fits: Map<string, number>[] = [];
  let place = 0;
  for (const sample of samplesOf(within, seed)) {
    const group = groups[place++];
    if (!group || !core.every((player) => group.has(player))) continue;
    const inGroup = sample.filter(({ players }) => players.every((player) => group.has(player)));
    fits.push(levelled(fit(inGroup, RESAMPLED), { core, fitted }));
    yield;
  }
  return (player) => {
    if (!core.includes(player)) return unknown;
    const values = fits.flatMap((strengths) => strengths.get(player) ?? []).toSorted((a, b) => a - b);
    return { low: quantile(values, LOW), high: quantile(values, HIGH) };
  };
}

/** The same ones for the same seed. */
function* samplesOf(within: readonly Comparison[], seed: string): Generator<Comparison[]> {
  const random = randomOf(seed);
  const length = Math.max(RESAMPLES.least, Math.min(RESAMPLES.most, Math.floor(MOST_DRAWS / within.length)));
  for (let resample = 1; resample <= length; resample++)
    yield within.flatMap(() => within[Math.floor(random() * within.length)] ?? []);
}

/** The players who are together in one group in 97.5 % of the resamples: those who are missing most often are left out. */
function coreOf(players: string[], groups: readonly ReadonlySet<string>[]): string[] {
  const timesOf = (player: string) => groups.filter((group) => group.has(player)).length;
  const byPresence = players
    .map((player) => ({ player, times: timesOf(player) }))
    .toSorted((a, b) => b.times - a.times || (a.player < b.player ? -1 : 1))
    .map(({ player }) => player);
  const most = groups.length * LOW;
  const core: string[] = [];
  let together = [...groups];
  for (const player of byPresence) {
    const still = together.filter((group) => group.has(player));
    if (groups.length - still.length > most) break;
    core.push(player);
    together = still;
  }
  return core;
}

/** Strengths of another group, moved so that the core has the mean that it has among all. */
function levelled(
  strengths: Map<string, number>,
  { core, fitted }: { core: string[]; fitted: ReadonlyMap<string, number> },
): Map<string, number> {
  const sumOf = (of: ReadonlyMap<string, number>) => core.reduce((sum, player) => sum + (of.get(player) ?? 0), 0);
  const shift = (sumOf(fitted) - sumOf(strengths)) / core.length;
  return new Map([...strengths].map(([player, value]) => [player, value + shift]));
}

/** Logits with mean 0. All players must be of one group. */
function fit(comparisons: readonly Comparison[], { tolerance, most }: typeof EXACT): Map<string, number> {
  const { wins, pairs } = tallied(comparisons);
  let now = new Map([...wins.keys()].map((player) => [player, 1]));
  for (let step = 0; step < most; step++) {
    const shares = new Map<string, number>();
    for (const { players, count } of pairs) {
      const share = count / (strengthOf(now, players[0]) + strengthOf(now, players[1]));
      for (const player of players) shares.set(player, (shares.get(player) ?? 0) + share);
    }
    const next = centred(new Map([...wins].map(([player, won]) => [player, won / (shares.get(player) ?? 1)])));
    const change = Math.max(...[...next].map(([player, value]) => Math.abs(value / strengthOf(now, player) - 1)));
    now = next;
    if (change < tolerance) break;
  }
  return new Map([...now].map(([player, value]) => [player, Math.log(value)]));
}

function strengthOf(strengths: ReadonlyMap<string, number>, player: string): number {
  return strengths.get(player) ?? 1;
}

/** With a geometric mean of 1. */
function centred(strengths: ReadonlyMap<string, number>): Map<string, number> {
  const mean = [...strengths.values()].reduce((sum, value) => sum + Math.log(value), 0) / strengths.size;
  return new Map([...strengths].map(([player, value]) => [player, value / Math.exp(mean)]));
}

interface Pair {
  players: [string, string];
  count: number;
}

function tallied(comparisons: readonly Comparison[]): { wins: Map<string, number>; pairs: Pair[] } {
  const wins = new Map<string, number>();
  const pairs = new Map<string, Pair>();
  for (const { players, score } of comparisons) {
    const [one, other] = players;
    wins.set(one, (wins.get(one) ?? 0) + score);
    wins.set(other, (wins.get(other) ?? 0) + 1 - score);
    const key = one < other ? `${one}\n${other}` : `${other}\n${one}`;
    const { count } = pairs.get(key) ?? { count: 0 };
    pairs.set(key, { players, count: count + 1 });
  }
  return { wins, pairs: [...pairs.values()] };
}

/** The largest group in which each beat each other, directly or through others; empty if nobody is in one. */
function largestGroup(comparisons: readonly Comparison[]): ReadonlySet<string> {
  const beaten = new Map<string, Set<string>>();
  const beatenBy = new Map<string, Set<string>>();
  for (const { players, score } of comparisons) {
    const [one, other] = players;
    if (score > 0) note(one, other);
    if (score < 1) note(other, one);
  }
  let largest: ReadonlySet<string> = new Set();
  const seen = new Set<string>();
  for (const player of playersOf(comparisons)) {
    if (seen.has(player)) continue;
    const group = reached(player, beaten).intersection(reached(player, beatenBy));
    for (const member of group) seen.add(member);
    if (group.size > Math.max(1, largest.size)) largest = group;
  }
  return largest;

  function note(winner: string, loser: string): void {
    beaten.set(winner, (beaten.get(winner) ?? new Set()).add(loser));
    beatenBy.set(loser, (beatenBy.get(loser) ?? new Set()).add(winner));
  }
}

function reached(from: string, steps: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  // A set yields what is added while it is walked.
  const found = new Set([from]);
  for (const player of found) for (const next of steps.get(player) ?? []) found.add(next);
  return found;
}
