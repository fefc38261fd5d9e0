/** A call at the end of a long debate takes what one at its beginning takes: in counts, which no machine changes. */
import { expect, test } from "vitest";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { type Counted, startCounted } from "./counted.ts";
import { type LongDebate, ofRequests, playLong, type Tenths, tenthsOf } from "./play.ts";

/** Events after which a history ends and the next begins. */
const EVENTS = 100;
/** Numbers get longer by some digits, and the first calls have less before them. */
const MOST = 1.3;
/** What does not count: an attempt that is repeated on a busy machine reads a record. */
const LITTLE = { bytes: 200, requests: 0.2 };

let counted: Counted;
const before = async (engine: string) => (counted = await startCounted(engine));
const world = await useWorld({ before, continueAfterEvents: EVENTS });

const SPEAKERS = Array.from({ length: 8 }, (_, i) => `p${i + 1}`);
const lasting = (rounds: number) => ({ maxRounds: rounds, minRounds: rounds, roundDelayMs: 0 });

const DEBATES: Record<string, LongDebate> = {
  "two speakers": {
    request: requestOf({ ...lasting(40), judging: "final-only" }),
    script: debaters(SPEAKERS.slice(0, 2)),
  },
  "a judge who assesses every round": {
    request: requestOf({ ...lasting(25), judging: "every-round" }),
    script: debaters(SPEAKERS.slice(0, 2)),
  },
  "a round table of eight": {
    request: requestOf({ ...lasting(10), format: "roundtable" }, 8),
    script: debaters(SPEAKERS),
  },
  "a proposer and a skeptic": { request: skepticRequest(lasting(40)), script: cast() },
  "dialectic agents": {
    request: dialecticRequest({ ...lasting(30), termination: { type: "quality" } }),
    script: agents(),
  },
};

test.each(Object.entries(DEBATES))("%s: the last calls take no more than the first", async (_, debate) => {
  const played = await playLong(world, counted, debate);
  expect(played.log.at(-1)?.type).toBe("debate.completed");
  const { runs, activities } = played.histories;
  const grown = {
    "bytes of an activity's input": growth(tenthsOf(activities, ({ bytes }) => bytes)),
    "bytes of a state that is put": growth(ofRequests(played, ({ meta }) => meta)),
    "requests of the store": growth(
      ofRequests(played, ({ isOfDeltas }) => (isOfDeltas ? 0 : 1)),
      LITTLE.requests,
    ),
    "bytes from the store": growth(
      ofRequests(played, ({ received }) => received),
      LITTLE.bytes,
    ),
  };
  expect(Object.entries(grown).filter(([, times]) => !(times < MOST))).toEqual([]);
  // Each history but the last is one that was continued.
  const continued = runs.slice(0, -1);
  expect(continued.length).toBeGreaterThan(1);
  expect(Math.max(...runs.map(({ events }) => events))).toBeLessThan(EVENTS * MOST);
  expect((continued.at(-1)?.bytes ?? 0) / (continued[0]?.bytes ?? 0)).toBeLessThan(MOST);
});

const growth = ([first, last]: Tenths, little = 0) => last / (first + little);
