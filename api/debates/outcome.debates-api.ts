/** Whether the answer of a debate that is over came true, as its owner learns later. */

import { isDeepStrictEqual } from "node:util";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import { KnownOutcome, KnownOutcomeRequest } from "../../domain/shapes/schemas/known-outcome.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { illegal } from "../base/illegal.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

export const reportOutcome = defineRoute({
  at: "PUT /v1/debates/{id}/outcome",
  operationId: "reportOutcome",
  summary: "Report whether the answer of a debate that is over came true",
  body: KnownOutcomeRequest,
  replies: { 200: json(KnownOutcome, "The outcome as it is stored") },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const given = validBody(KnownOutcomeRequest, await readJson(c), "the outcome is");
    const { status } = record.state;
    if (!isTerminal(status))
      throw illegal(`an outcome is reported when the debate is over, and this one is ${status}`, record.state);
    const before = record.knownOutcome;
    // A repeated request keeps the time of the first, and is counted where the first was not.
    const isRepeated = before && isDeepStrictEqual(before, { ...given, at: before.at });
    const knownOutcome: KnownOutcome = isRepeated ? before : { ...given, at: services.now().toISOString() };
    await services.store.markDebate(keyOf(record), { set: "knownOutcome", knownOutcome });
    return c.json(knownOutcome, 200);
  },
});
