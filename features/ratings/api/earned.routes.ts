/** How often the tenant's answers were right, by the level of their support, and from which level on they may be relied on. */

import { json, wholeNumber } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { listCases } from "../../../store/records/known-cases.records.ts";
import { calibrationOf, FEWEST_CASES } from "../domain/calibration.rating.ts";
import { earnedLevels } from "../domain/earned.rating.ts";
import { Calibration, EarnedLevels } from "../domain/schema.earned.ts";

export const readLevels = defineRoute({
  at: "GET /v1/ratings/levels",
  operationId: "getLevels",
  summary: "How often answers were right, by the level of their support",
  description:
    "Over debates with a known outcome: reported, or expected by their request or their experiment. Debates on one question count once.",
  replies: { 200: json(EarnedLevels, "The rates with their intervals") },
  async answer(c, { store }) {
    return c.json(earnedLevels(await listCases(store.records, c.get("tenant"))), 200);
  },
});

export const calibrate = defineRoute({
  at: "GET /v1/ratings/calibration",
  operationId: "getCalibration",
  summary: "The support from which on answers have been shown to be right often enough",
  description: `Learn then test (arXiv 2110.01052): thresholds are tested from the strictest to the laxest, by exact binomial tests, until one fails. It needs ${FEWEST_CASES} known outcomes.`,
  query: {
    right: wholeNumber({ min: 50, max: 99, default: 90, description: "Percent of the answers that are to be right" }),
    confidence: wholeNumber({ min: 50, max: 99, default: 95, description: "Percent: how sure that is to be" }),
  },
  replies: { 200: json(Calibration, "What was tested, and what has been shown") },
  async answer(c, { store }) {
    return c.json(calibrationOf(await listCases(store.records, c.get("tenant")), c.req.valid("query")), 200);
  },
});
