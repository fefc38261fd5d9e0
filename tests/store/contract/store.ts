/** The store's contract, the same on every engine. Amazon's own needs Java and is skipped without. */
import { afterAll, beforeAll, describe } from "vitest";
import { type EngineName, isAvailable } from "../../support/servers/dynamodb.ts";
import { type Bench, closeAfterEach, startBench } from "../bench.ts";
import { describeApiKeys } from "./access/api-keys.ts";
import { describeSessions } from "./access/sessions.ts";
import { describeShares } from "./access/shares.ts";
import { describeDebates } from "./debates.ts";
import { describeEngine } from "./engine.ts";
import { describeErasure } from "./erasure.ts";
import { describeExpiry } from "./expiry.ts";
import { describeExtras } from "./extras.ts";
import { describeIdempotency } from "./idempotency.ts";
import { describeKnownCases } from "./known-cases.ts";
import { describeListing } from "./listing.ts";
import { describeLog } from "./log.ts";
import { describeQuestions } from "./questions.ts";
import { describeQuotas } from "./quotas.ts";
import { describeRaces } from "./races.ts";
import { describeReadOnce } from "./read-once.ts";
import { describeRecords } from "./records.ts";
import { describeTail } from "./tail.ts";
import { describeTemplates } from "./templates.ts";
import { describeTurns } from "./turns.ts";
import { describeWatchers } from "./watchers.ts";
import { describeWebhooks } from "./webhooks.ts";

const PARTS = [
  describeDebates,
  describeKnownCases,
  describeListing,
  describeRecords,
  describeTurns,
  describeReadOnce,
  describeQuestions,
  describeTemplates,
  describeApiKeys,
  describeSessions,
  describeExtras,
  describeShares,
  describeWebhooks,
  describeLog,
  describeExpiry,
  describeRaces,
  describeTail,
  describeWatchers,
  describeIdempotency,
  describeQuotas,
  describeErasure,
  describeEngine,
];

export function describeStore(engine: EngineName): void {
  describe(`the store on ${engine}`, () => {
    describe.skipIf(!isAvailable(engine))(isAvailable(engine) ? "works" : "needs Java, which is not here", () => {
      let bench: Bench;
      beforeAll(async () => {
        bench = await startBench(engine);
      });
      afterAll(() => bench.close());
      closeAfterEach();

      for (const describePart of PARTS) describePart(() => bench);
    });
  });
}
