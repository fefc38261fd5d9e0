/** Rates models and judges over the tenant's judged debates. */

import { newestCompleted } from "../../../api/debates/newest.ts";
import { inSlices } from "../../../api/http/slices.ts";
import { json, wholeNumber } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { ListedRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import type { Store } from "../../../store/port/store.ts";
import { listCases } from "../../../store/records/known-cases.records.ts";
import { hasPanel } from "../domain/agreement.rating.ts";
import { independentCases } from "../domain/earned.rating.ts";
import { ratingsOf } from "../domain/ratings.ts";
import { Ratings } from "../domain/schema.rating.ts";

const READ_AT_ONCE = 20;

export const readRatings = defineRoute({
  at: "GET /v1/ratings",
  place: "longReads",
  operationId: "getRatings",
  summary: "Strengths of models, and calibration of judges, over the judged debates",
  description:
    "Models have Bradley–Terry strengths from debates between two of them; a debate and its twins are one comparison, and a contested one is a tie. Judges have Brier scores from the probabilities that their ballots give to answers with a known outcome. `agreement` says how often two judges of one debate name the same winner.",
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
    const tenant = c.get("tenant");
    const { debates, isAll } = await newestCompleted(store, { tenant, limit });
    const panels = await read(debates.filter(hasPanel), (debate) => resultIn(store, debate));
    const byId = new Map(debates.map((debate) => [debate.id, debate]));
    const cases = (await listCases(store.records, tenant)).filter(({ debate }) => byId.has(debate));
    const checked = await read(independentCases(cases), async ({ debate: id, isRight }) => {
      const debate = byId.get(id);
      const [config, result] = debate
        ? await Promise.all([store.getConfig(keyOf(debate)), resultIn(store, debate)])
        : [];
      return config && result ? { config, result, isRight } : null;
    });
    return c.json({ isAll, ...(await inSlices(ratingsOf({ debates, panels, checked }))) }, 200);
  },
});

function resultIn({ records }: Store, debate: ListedRecord): Promise<Result | null> {
  return records.get(keyOf(debate), RESULTS, { generation: debate.state.generation });
}

/** What is stored of each, as far as it is there. */
async function read<T, R>(all: readonly T[], one: (each: T) => Promise<R | null>): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < all.length; at += READ_AT_ONCE) {
    const some = await Promise.all(all.slice(at, at + READ_AT_ONCE).map(one));
    found.push(...some.filter((each) => each !== null));
  }
  return found;
}
