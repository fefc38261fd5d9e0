/** How good forecasts were, once it is known what came true. */
import { bootstrapMean, type Interval, meanOf } from "./bootstrap.ts";
import { type Proportion, shareOf } from "./wilson.ts";

export interface Forecast {
  /** 0–1. */
  probability: number;
  cameTrue: boolean;
}

interface Bin {
  from: number;
  to: number;
  /** The mean of its forecasts. */
  forecast: number;
  cameTrue: Proportion;
}

export interface Calibration {
  forecasts: number;
  /** 0 is perfect; 0.25 is what "perhaps" about everything gets. */
  brier: Interval;
  /** null below 50 forecasts: the shares would mean nothing. */
  reliability: Bin[] | null;
}

const FEWEST_FOR_TABLE = 50;
const BINS = 5;

/** The Brier score (G. W. Brier, 1950: the mean squared error) with its 95 % bootstrap interval, and a reliability table. */
export function calibrationOf(forecasts: readonly Forecast[], seed: string): Calibration {
  const errors = forecasts.map(({ probability, cameTrue }) => (probability - Number(cameTrue)) ** 2);
  const isEnough = forecasts.length >= FEWEST_FOR_TABLE;
  return {
    forecasts: forecasts.length,
    brier: bootstrapMean(errors, { seed, within: [0, 1] }),
    reliability: isEnough ? binsOf(forecasts) : null,
  };
}

/** Bins of equal width; empty ones are left out. The last one includes 1. */
function binsOf(forecasts: readonly Forecast[]): Bin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const within = forecasts.filter(({ probability: p }) => Math.min(BINS - 1, Math.floor(p * BINS)) === bin);
    const forecast = meanOf(within.map(({ probability }) => probability));
    return { from: bin / BINS, to: (bin + 1) / BINS, forecast, cameTrue: shareOf(within, (f) => f.cameTrue) };
  }).filter(({ cameTrue }) => cameTrue.of > 0);
}
