import { expect, test } from "vitest";
import { createDebateId, isDebateId } from "../../../api/base/ids.api-base.ts";
import { etagOf, isNoneMatch } from "../../../api/http/conditional.ts";
import { negotiate } from "../../../api/http/negotiate.ts";
import { preferredWait } from "../../../api/http/prefer.ts";

const OFFERS = ["text/event-stream", "application/json"] as const;

test("Without a preference the first offer is made.", () => {
  expect(negotiate(undefined, OFFERS)).toBe("text/event-stream");
  expect(negotiate("*/*", OFFERS)).toBe("text/event-stream");
  expect(negotiate("application/json, text/event-stream", OFFERS)).toBe("text/event-stream");
});

test("The higher quality wins, and the more specific range decides.", () => {
  expect(negotiate("text/event-stream;q=0.5, application/json", OFFERS)).toBe("application/json");
  expect(negotiate("text/*;q=0.1, */*;q=0.9", OFFERS)).toBe("application/json");
  expect(negotiate("*/*, text/event-stream;q=0", OFFERS)).toBe("application/json");
});

test("Nothing is offered when everything is excluded.", () => {
  expect(negotiate("text/html", OFFERS)).toBeNull();
  expect(negotiate("*/*;q=0", OFFERS)).toBeNull();
});

test("If-None-Match matches weakly, in lists and with a star.", () => {
  const etag = etagOf({ version: 14 });
  expect(etag).toBe('"v14"');
  expect(isNoneMatch('"v14"', etag)).toBe(true);
  expect(isNoneMatch('"v1", W/"v14"', etag)).toBe(true);
  expect(isNoneMatch("*", etag)).toBe(true);
  expect(isNoneMatch('"v1"', etag)).toBe(false);
  expect(isNoneMatch(undefined, etag)).toBe(false);
});

test("A preferred wait is read among other preferences and is at most a minute.", () => {
  expect(preferredWait("respond-async, wait=7; x=1")).toBe(7);
  expect(preferredWait('WAIT="12"')).toBe(12);
  expect(preferredWait("wait=600")).toBe(60);
  expect(preferredWait("wait=-1")).toBe(0);
  expect(preferredWait("await=5")).toBe(0);
  expect(preferredWait(undefined)).toBe(0);
});

test("A debate's id tells its time in UTC and ends in six characters of Crockford's base 32.", () => {
  const now = new Date("2026-11-21T05:12:54.321Z");
  const ids = Array.from({ length: 200 }, () => createDebateId(now));
  for (const id of ids) expect(id).toMatch(/^deb-20261121-051254-[0-9A-HJKMNP-TV-Z]{6}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isDebateId)).toBe(true);
  expect(isDebateId("deb-20261121-051254-7K2M9U")).toBe(false);
  expect(isDebateId("deb-20261121-051254-7K2M9Q#META")).toBe(false);
});
