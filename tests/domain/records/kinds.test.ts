import { expect, it } from "vitest";
import * as outside from "../../../domain/around/outside-records.ts";
import * as rejudgements from "../../../domain/around/rejudgement/rejudgement-records.ts";
import type { Kind } from "../../../domain/play/records/kind.ts";
import * as kinds from "../../../domain/play/records/kinds.record.ts";
import { LESSONS } from "../../../domain/play/records/lessons.ts";

const KINDS = { ...kinds, ...rejudgements } as unknown as Record<string, Kind<unknown, object, object>>;
const OUTSIDE_KINDS = outside as unknown as Record<string, Kind<unknown, object, object, object>>;

/** Stored data is found under these keys, so none of them may change. */
const KEYS: Record<string, [place: object, key: string, range?: object, prefix?: string]> = {
  TURNS: [{ id: "g1-r2-t13" }, "TURN#001#002#013", { generation: 1 }, "TURN#001#"],
  ASSESSMENTS: [{ id: "g1-r2-judge", round: 2 }, "ASSESS#001#002#g1-r2-judge", { generation: 1 }, "ASSESS#001#"],
  SUMMARIES: [{ id: "g2-r3-s#1", round: 3 }, "SUMMARY#002#003#g2-r3-s%231", { generation: 2 }, "SUMMARY#002#"],
  EVALUATIONS: [{ id: "g1-r1-e", round: 1 }, "EVALUATION#001#001#g1-r1-e", { generation: 1 }, "EVALUATION#001#"],
  VOTES: [{ id: "g1-vote-before" }, "VOTE#001#g1-vote-before", { generation: 1 }, "VOTE#001#"],
  BALLOTS: [{ id: "g12-b1-given" }, "BALLOT#012#g12-b1-given", { generation: 12 }, "BALLOT#012#"],
  CLAIMS: [{ generation: 2 }, "CLAIMS#002"],
  CONFIRMED_CLAIMS: [{ generation: 2 }, "CONFIRMED#002"],
  CONCLUSIONS: [{ generation: 2 }, "CONCLUSION#002"],
  RANKINGS: [{ id: "g1-r2-ranking-1" }, "RANKING#001#g1-r2-ranking-1", { generation: 1 }, "RANKING#001#"],
  ALONE: [{ id: "g1-alone-12" }, "ALONE#001#g1-alone-12", { generation: 1 }, "ALONE#001#"],
  GROUPS: [{ id: "g1-groups" }, "GROUPS#001#g1-groups", { generation: 1 }, "GROUPS#001#"],
  COUNTS: [{ id: "g1-count-after" }, "COUNT#001#g1-count-after", { generation: 1 }, "COUNT#001#"],
  POLLS: [{ id: "g1-r2-poll-3", round: 2 }, "POLL#001#002#g1-r2-poll-3", { generation: 1 }, "POLL#001#"],
  CONFORMITY: [
    { id: "g1-r2-conformity", round: 2 },
    "CONFORMITY#001#002#g1-r2-conformity",
    { generation: 1 },
    "CONFORMITY#001#",
  ],
  RESULTS: [{ generation: 1 }, "RESULT#001"],
  OUTPUTS: [{ generation: 1 }, "OUTPUT#001"],
  EXHIBITS: [{ generation: 1, number: 7 }, "EXHIBIT#001#000007", { generation: 1 }, "EXHIBIT#001#"],
  IMAGES: [{ sha256: "ab12" }, "IMAGE#ab12"],
  IMAGE_PARTS: [{ sha256: "ab12", part: 3 }, "IMAGE-BYTES#ab12#000003", { sha256: "ab12" }, "IMAGE-BYTES#ab12#"],
  LOOKUPS: [{ id: "g1-r1-t1-u1" }, "LOOKUP#001#g1-r1-t1-u1", { generation: 1 }, "LOOKUP#001#"],
  REPLIES: [
    { generation: 1, id: "g1-r1-t1", number: 2 },
    "REPLY#001#g1-r1-t1#002",
    { generation: 1, id: "g1-r1-t1" },
    "REPLY#001#g1-r1-t1#",
  ],
  CALLS: [{ id: "g1-r1-t1-u2" }, "CALL#001#g1-r1-t1-u2", { generation: 1 }, "CALL#001#"],
  OUTCOMES: [{ id: "g1-r1-t1-u2" }, "OUTCOME#001#g1-r1-t1-u2", { generation: 1 }, "OUTCOME#001#"],
  RETRIEVALS: [{ generation: 3 }, "RETRIEVAL#003"],
  POSITIONS: [{ generation: 2 }, "POSITIONS#002"],
  COLLECTIONS: [
    { generation: 1, iteration: 2, participantId: "p1" },
    "QUESTION#001#COLLECTION#000002#p1",
    { generation: 1, iteration: 2 },
    "QUESTION#001#COLLECTION#000002#",
  ],
  QUESTIONS: [{ generation: 1, id: "q12" }, "QUESTION#001#ASKED#000012", { generation: 1 }, "QUESTION#001#ASKED#"],
  ANSWERS: [
    { generation: 1, questionId: "q12" },
    "QUESTION#001#ANSWER#000012",
    { generation: 1 },
    "QUESTION#001#ANSWER#",
  ],
  DECISIONS: [{ generation: 1, id: "d3" }, "DECISION#001#000003", { generation: 1 }, "DECISION#001#"],
  NOTES: [{ note: "a b" }, "NOTE#a%20b"],
  RATINGS: [{}, "RATING"],
  IMPORTS: [{}, "IMPORT"],
  WEBHOOKS: [{}, "WEBHOOK"],
  DELIVERIES: [{ eventId: 17 }, "DELIVERY#000000000017", {}, "DELIVERY#"],
  REJUDGEMENTS: [{ id: "j7" }, "REJUDGE#007", {}, "REJUDGE#"],
  REJUDGE_BALLOTS: [
    { rejudgement: "j7", id: "g1-b1-given" },
    "REJUDGE-BALLOT#007#g1-b1-given",
    { rejudgement: "j7" },
    "REJUDGE-BALLOT#007#",
  ],
  REVIEWS: [{ id: "g1-review-2" }, "REVIEW#001#g1-review-2", { generation: 1 }, "REVIEW#001#"],
  TURN_VECTORS: [{ id: "g1-r1-t1" }, "VECTOR#g1-r1-t1", {}, "VECTOR#"],
  SHARES: [{ id: "s#1" }, "SHARE#s%231", {}, "SHARE#"],
};

/** Of kinds with partitions of their own: what they belong to, and the keys. */
const OUTSIDE: Record<string, [scope: object, partition: string, place: object, key: string | null, prefix?: string]> =
  {
    TEMPLATES: [{ tenant: "a#b" }, "T#a%23b#TPL", { id: "tpl-1" }, "TEMPLATE#tpl-1", "TEMPLATE#"],
    TEMPLATE_VECTORS: [{ tenant: "a" }, "T#a#TPL", { id: "tpl-1" }, "VECTOR#tpl-1", "VECTOR#"],
    API_KEYS: [{ id: "7k2m" }, "KEY#7k2m", {}, "KEY"],
    KEYS_OF_TENANT: [{ tenant: "a" }, "T#a#KEYS", {}, "KEY", ""],
    FIRST_KEY: [{}, "KEYS", {}, "IN_USE"],
    ERASED: [{ tenant: "a#b", debateId: "d" }, "T#a%23b#ERASED#d", {}, "ERASED"],
    ENDED_SESSIONS: [{ id: "s1" }, "SESSION#s1", {}, "ENDED"],
    KNOWN_CASES: [{ tenant: "a#b" }, "T#a%23b#CASES", { debate: "d#1", from: "owner" }, "CASE#d%231#owner", "CASE#"],
    SHARE_TOKENS: [{ hash: "abc" }, "SHARED#abc", {}, "SHARED"],
  };

it("knows the stored form of every kind", () => {
  expect(Object.keys(KEYS).toSorted()).toEqual(Object.keys(KINDS).toSorted());
  const outsideKinds = Object.entries(OUTSIDE_KINDS).filter(([, kind]) => typeof kind === "object");
  expect(Object.keys(OUTSIDE).toSorted()).toEqual(outsideKinds.map(([name]) => name).toSorted());
});

it("has lessons under the model, then its address", () => {
  const seat = { endpoint: "e1", provider: "openai", model: "a/b#c" };
  expect([LESSONS.partition?.({}), LESSONS.key(seat)]).toEqual(["LESSONS", "LESSONS#openai#a%2Fb%23c#e1"]);
  expect(LESSONS.range?.({ provider: "openai", model: "a" }).prefix).toBe("LESSONS#openai#a#");
  expect(LESSONS.range?.({}).prefix).toBe("LESSONS#");
});

it.each(Object.entries(KEYS))("has the keys of %s as they are stored", (name, [place, key, range, prefix]) => {
  expect(KINDS[name]?.key(place)).toBe(key);
  expect(range && KINDS[name]?.range?.(range).prefix).toBe(prefix);
});

it.each(Object.entries(OUTSIDE))(
  "has the keys of %s as they are stored",
  (name, [scope, partition, place, key, prefix]) => {
    const kind = OUTSIDE_KINDS[name];
    expect([kind?.partition?.(scope), kind?.key(place), kind?.range?.({}).prefix]).toEqual([partition, key, prefix]);
  },
);

it("stores an API key and a share with the attributes that every version reads", () => {
  const limits = { atOnce: 5, perDay: null, usdPerDay: 20, usdPerMonth: null };
  const held = { id: "7k2m", tenant: "a", name: "n", scopes: ["read" as const], rateLimit: 7 };
  const key = { ...held, ...limits, createdAt: "2026-11-21" };
  const stored = { ...key, expiresAt: "2027-01-01", revokedAt: null, hash: "abc" };
  const item = outside.API_KEYS.pack?.(stored) ?? {};
  const list = { GSI1PK: "T#a#KEYS", GSI1SK: "2026-11-21#7k2m" };
  expect(item).toEqual({ ...key, revokedAt: null, hash: "abc", ...list, validUntil: "2027-01-01", version: 1 });
  expect(outside.API_KEYS.unpack?.(item)).toEqual(stored);
  const { atOnce: _a, perDay: _p, usdPerDay: _d, usdPerMonth: _m, ...earlier } = item;
  expect(outside.API_KEYS.unpack?.(earlier)).toMatchObject({ atOnce: null, usdPerDay: null });
  expect(outside.API_KEYS.pack?.({ ...stored, revokedAt: "2026-12-01" })).toMatchObject({ version: 2 });
  const share = { id: "s1", hash: "abc", createdAt: "2026-11-21T12:00:00.000Z", expiresAt: "2026-11-21T13:00:00.001Z" };
  const { expiresAt, ...rest } = share;
  const seconds = Date.parse("2026-11-21T13:00:01.000Z") / 1000;
  expect(kinds.SHARES.pack?.(share)).toEqual({ ...rest, validUntil: expiresAt, expiresAt: seconds });
});

it("stores the positions of the first generation without its number", () => {
  expect(kinds.POSITIONS.key({ generation: 1 })).toBe("POSITIONS");
});

it("limits turns and assessments to those before a place", () => {
  const before = { round: 2, index: 1, count: 3 };
  const turns = { prefix: "TURN#001#", from: "TURN#001#001", below: "TURN#001#002#001", count: 3 };
  expect(kinds.TURNS.range?.({ generation: 1, before })).toEqual(turns);
  const assessments = { prefix: "ASSESS#001#", below: "ASSESS#001#002", count: 1 };
  expect(kinds.ASSESSMENTS.range?.({ generation: 1, before: { round: 2, count: 1 } })).toEqual(assessments);
});

it.each(["", "META", "g1-r1-t01", "g1-r1-t1#PART#001", "g1-r1-t1000"])("has no key for the turn %j", (id) => {
  expect(kinds.TURNS.key({ id })).toBeNull();
});

it("has no key for an id without a generation", () => {
  expect(kinds.BALLOTS.key({ id: "b1-given" })).toBeNull();
});
