import { expect, test } from "vitest";
import { createCursors } from "../../../api/http/cursors.ts";

const cursors = createCursors("secret");
const scope = { tenant: "a", filter: { status: "running", tag: undefined } };
const cursor = cursors.sign("T#a|2026|deb-1", scope);
const BAD = expect.objectContaining({ code: "invalid-cursor" });

test("A cursor leads back to its place, whatever the order of the filter's fields.", () => {
  expect(cursors.open(cursor, scope)).toBe("T#a|2026|deb-1");
  const two = cursors.sign("x", { tenant: "a", filter: { status: "running", tag: "mars" } });
  expect(cursors.open(two, { tenant: "a", filter: { tag: "mars", status: "running" } })).toBe("x");
});

test("A cursor is refused for another tenant, another filter and another secret.", () => {
  expect(() => cursors.open(cursor, { ...scope, tenant: "b" })).toThrow(BAD);
  expect(() => cursors.open(cursor, { tenant: "a", filter: {} })).toThrow(BAD);
  expect(() => createCursors("other").open(cursor, scope)).toThrow(BAD);
});

test("A cursor that was changed or made up is refused.", () => {
  const [place = "", mac = ""] = cursor.split(".");
  const other = Buffer.from("T#a|2026|deb-2").toString("base64url");
  for (const forged of ["", ".", "x", place, `${other}.${mac}`, `${place}.${mac.slice(1)}`, `${cursor}.x`])
    expect(() => cursors.open(forged, scope), forged).toThrow(BAD);
});
