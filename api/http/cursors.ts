/** Signed cursors of lists. A cursor works only for its tenant and filter. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { CursorScope, Cursors } from "../base/services.ts";

export function createCursors(secret: string): Cursors {
  const key = createHmac("sha256", secret).update("parley list cursor").digest();
  const macOf = (place: string, scope: CursorScope) =>
    createHmac("sha256", key)
      .update(JSON.stringify([place, scope.tenant, sorted(scope.filter)]))
      .digest();

  return {
    sign: (place, scope) => `${Buffer.from(place).toString("base64url")}.${macOf(place, scope).toString("base64url")}`,
    open(cursor, scope) {
      const [encoded = "", mac = "", ...rest] = cursor.split(".");
      const place = Buffer.from(encoded, "base64url").toString();
      const given = Buffer.from(mac, "base64url");
      const expected = macOf(place, scope);
      if (rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)) return place;
      throw new ParleyError("invalid-cursor", "this cursor does not belong to this list and filter");
    },
  };
}

function sorted(filter: CursorScope["filter"]): [string, string][] {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
