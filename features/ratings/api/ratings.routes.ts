/** Rates models and judges over the tenant's judged debates. */

import { newestCompleted } from "../../../api/debates/newest.ts";
import { inSlices } from "../../../api/http/slices.ts";
import { json, wholeNumber } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import type { ListedRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import type { Store } from "../../../store/port/store.ts";
import { hasPanel } from "../domain/agreement.rating.ts";
import { isChecked } from "../domain/comparisons.ts";
import { ratingsOf } from "../domain/ratings.ts";
import { Ratings } from "../domain/schema.rating.ts";

const READ_AT_ONCE = 20;

export const readRatings = defineRoute({
  at: "GET /v1/ratings",
  place: "longReads",
  operationId: "getRatings",
  summary: "Strengths of models, and calibration of judges, over the judged debates",
  description:
    "Models have Bradley–Terry strengths from debates between two of them; a debate and its twins are one comparison, and a contested one is a tie. Judges have Brier scores from debates with a known outcome. `agreement` says how often two judges of one debate name the same winner.",
  query: {
    limit: wholeNumber({
      min: 1,
      max: 1_000,
      default: 500,
      description: "The most completed debates that are read, the newest first",
    }),
  },
  replies: { 200: json(Ratings, "The ratings, and how many debates they are from") },
  async answer(c, { store }) {
    const { limit } = c.req.valid("query");
    const { debates, isAll } = await newestCompleted(store, { tenant: c.get("tenant"), limit });
    const ruled = await withBallots(
      store,
      debates.filter((debate) => isChecked(debate) || hasPanel(debate)),
    );
    return c.json({ isAll, ...(await inSlices(ratingsOf({ debates, ruled }))) }, 200);
  },
});

async function withBallots({ records }: Store, debates: ListedRecord[]) {
  const read = async (debate: ListedRecord) => {
    const result = await records.get(keyOf(debate), RESULTS, { generation: debate.state.generation });
    return { debate, ballots: result?.ballots ?? [] };
  };
  const ruled: Awaited<ReturnType<typeof read>>[] = [];
  for (let at = 0; at < debates.length; at += READ_AT_ONCE)
    ruled.push(...(await Promise.all(debates.slice(at, at + READ_AT_ONCE).map(read))));
  return ruled;
}
