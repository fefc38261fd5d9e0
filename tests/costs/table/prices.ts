/** What a measured debate costs, by prices that anybody can change. */
import { allActions } from "../actions.ts";
import type { Measured } from "../measure.ts";

/** USD. */
export interface Prices {
  /** A million Actions, and a gigabyte of history for an hour: of debates that run, and of those that are over. */
  actions: number;
  activeGbh: number;
  retainedGbh: number;
  /** A million write and read request units, and a gigabyte kept for a month. */
  wru: number;
  rru: number;
  gbMonth: number;
  /** A second of a gigabyte of memory, and a million requests. */
  gbSecond: number;
  request: number;
}

/**
 * List prices of the first tier, without free tiers and support plans, as they were on 21 November 2026. Temporal Cloud:
 * https://docs.temporal.io/cloud/pricing. DynamoDB on demand and Lambda on arm64, both in US East (N. Virginia):
 * https://aws.amazon.com/dynamodb/pricing/on-demand/ and https://aws.amazon.com/lambda/pricing/. Other regions of AWS
 * have others.
 */
export const LIST_PRICES: Prices = {
  actions: 50,
  activeGbh: 0.042,
  retainedGbh: 0.00105,
  wru: 0.625,
  rru: 0.125,
  gbMonth: 0.25,
  gbSecond: 0.0000133334,
  request: 0.2,
};

/** What else a bill goes by. */
export interface Terms extends Prices {
  /** Megabytes of memory and seconds of one invocation, as a stage has them. */
  stage: { api: { memoryMb: number }; workers: { memoryMb: number; seconds: number } };
  /** Debates that share the workers' function. */
  debatesAtOnce: number;
  /** Days for which Temporal keeps the history of a debate that is over. */
  retentionDays: number;
  /** Months for which the table keeps it. */
  keptMonths: number;
  /** Temporal bills a tenth more while a namespace has Fairness switched on. */
  fairness: boolean;
}

/** USD of one debate, each rounded to a hundredth of a cent; `total` is the sum of what is shown. */
export interface Bill {
  temporal: number;
  dynamodb: number;
  workers: number;
  api: number;
  total: number;
}

const MILLION = 1_000_000;
const GB = 1_000_000_000;
const FAIRNESS = 1.1;

export function billOf(measured: Measured, terms: Terms): Bill {
  const parts = {
    temporal: toCents(temporalOf(measured, terms)),
    dynamodb: toCents(dynamodbOf(measured, terms)),
    workers: toCents(workersOf(measured, terms)),
    api: toCents(apiOf(measured, terms)),
  };
  return { ...parts, total: toCents(Object.values(parts).reduce((sum, usd) => sum + usd, 0)) };
}

/** A hundredth of a cent. */
function toCents(usd: number): number {
  return Math.round(usd * 10_000) / 10_000;
}

/** The history counts in full from the first second: a bit too much. */
function temporalOf(measured: Measured, terms: Terms): number {
  const { actions, historyBytes, seconds, idleHours } = measured;
  const billed = allActions(actions) * (terms.fairness ? FAIRNESS : 1);
  const active = (historyBytes / GB) * (seconds / 3600 + idleHours) * terms.activeGbh;
  const retained = (historyBytes / GB) * terms.retentionDays * 24 * terms.retainedGbh;
  return (billed / MILLION) * terms.actions + active + retained;
}

function dynamodbOf(measured: Measured, terms: Terms): number {
  const { writes, reads } = unitsOf(measured);
  const kept = (measured.storedBytes / GB) * terms.keptMonths * terms.gbMonth;
  return (writes / MILLION) * terms.wru + (reads / MILLION) * terms.rru + kept;
}

/** Write and read request units of all who use the table. */
function unitsOf({ worker, api, sweep }: Measured): { writes: number; reads: number } {
  const all = [worker, api, sweep];
  return {
    writes: all.reduce((sum, { writes }) => sum + writes, 0),
    reads: all.reduce((sum, { reads }) => sum + reads, 0),
  };
}

/** Seconds of the workers' function, which runs while the debate does, whether it is busy or waits. */
export function workerSeconds({ seconds }: Measured, { debatesAtOnce }: Terms): number {
  return seconds / debatesAtOnce;
}

function workersOf(measured: Measured, terms: Terms): number {
  const { memoryMb, seconds } = terms.stage.workers;
  return functionOf(terms, {
    memoryMb,
    seconds: workerSeconds(measured, terms),
    requests: workerSeconds(measured, terms) / seconds,
  });
}

/** USD for a debate that has the function to itself, which runs until its deadline. */
export function aloneOf({ seconds }: Measured, terms: Terms): number {
  const { workers } = terms.stage;
  const invocations = Math.ceil(seconds / workers.seconds);
  return functionOf(terms, {
    memoryMb: workers.memoryMb,
    seconds: invocations * workers.seconds,
    requests: invocations,
  });
}

function apiOf({ requestSeconds, requests }: Measured, terms: Terms): number {
  return functionOf(terms, { memoryMb: terms.stage.api.memoryMb, seconds: requestSeconds, requests });
}

function functionOf(terms: Prices, used: { memoryMb: number; seconds: number; requests: number }): number {
  return (used.memoryMb / 1024) * used.seconds * terms.gbSecond + (used.requests / MILLION) * terms.request;
}
