import { expect, it } from "vitest";
import { calibrationOf } from "../../../domain/base/statistics/calibration.ts";

const forecasts = (probability: number, { right, wrong }: { right: number; wrong: number }) =>
  [Array(right).fill(true), Array(wrong).fill(false)].flat().map((cameTrue: boolean) => ({ probability, cameTrue }));

it("the Brier score is the mean squared error", () => {
  const {
    forecasts: count,
    brier,
    reliability,
  } = calibrationOf([...forecasts(1, { right: 3, wrong: 1 }), ...forecasts(0.5, { right: 2, wrong: 2 })], "s");
  expect([count, brier.value, reliability]).toEqual([8, (0 * 3 + 1 + 0.25 * 4) / 8, null]);
  expect([(brier.low ?? 1) < 0.25, (brier.high ?? 0) > 0.25]).toEqual([true, true]);
  expect(calibrationOf([], "s").brier.value).toBeNull();
});

it("a judge that was always right has no perfect score for certain: its interval is exact", () => {
  const { brier } = calibrationOf(forecasts(1, { right: 10, wrong: 0 }), "s");
  // Clopper and Pearson's of 0 of 10: 0 to 1 − 0.025^(1/10) = 30.8 %.
  expect(brier).toMatchObject({ value: 0, low: 0, high: expect.closeTo(0.3085, 4) });
});

it("from 50 forecasts on there is a reliability table, without empty rows", () => {
  const some = [...forecasts(0, { right: 1, wrong: 9 }), ...forecasts(0.5, { right: 6, wrong: 4 })];
  expect(calibrationOf([...some, ...forecasts(1, { right: 20, wrong: 9 })], "s").reliability).toBeNull();
  const whole = [...some, ...forecasts(1, { right: 20, wrong: 10 })];
  expect(calibrationOf(whole, "s").reliability).toMatchObject([
    { from: 0, to: 0.2, forecast: 0, cameTrue: { count: 1, of: 10 } },
    { from: 0.4, to: 0.6, forecast: 0.5, cameTrue: { count: 6, of: 10 } },
    { from: 0.8, to: 1, forecast: 1, cameTrue: { count: 20, of: 30 } },
  ]);
});
