/** The store's contract, the same on every engine. Amazon's own needs Java and is skipped without. */
import { afterAll, beforeAll, describe } from "vitest";
import { ENGINES, isAvailable } from "../support/dynamodb.ts";
import { type Bench, closeAfterEach, startBench } from "./bench.ts";
import { describeApiKeys } from "./contract/api-keys.ts";
import { describeDebates } from "./contract/debates.ts";
import { describeEngine } from "./contract/engine.ts";
import { describeErasure } from "./contract/erasure.ts";
import { describeExtras } from "./contract/extras.ts";
import { describeIdempotency } from "./contract/idempotency.ts";
import { describeListing } from "./contract/listing.ts";
import { describeLog } from "./contract/log.ts";
import { describeQuestions } from "./contract/questions.ts";
import { describeRaces } from "./contract/races.ts";
import { describeTail } from "./contract/tail.ts";
import { describeTemplates } from "./contract/templates.ts";
import { describeTurns } from "./contract/turns.ts";
import { describeWebhooks } from "./contract/webhooks.ts";

describe.each(ENGINES)("the store on %s", (engine) => {
  describe.skipIf(!isAvailable(engine))(isAvailable(engine) ? "works" : "needs Java, which is not here", () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench(engine);
    });
    afterAll(() => bench.close());
    closeAfterEach();

    describeDebates(() => bench);
    describeListing(() => bench);
    describeTurns(() => bench);
    describeQuestions(() => bench);
    describeTemplates(() => bench);
    describeApiKeys(() => bench);
    describeExtras(() => bench);
    describeWebhooks(() => bench);
    describeLog(() => bench);
    describeRaces(() => bench);
    describeTail(() => bench);
    describeIdempotency(() => bench);
    describeErasure(() => bench);
    describeEngine(() => bench);
  });
});
