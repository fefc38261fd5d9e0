/**
 * Limits requests that wait for something to happen, such as event streams, so that one caller cannot use every connection.
 * Each process counts its own.
 */

import { ParleyError } from "../../domain/base/errors.base.ts";
import { HOLDERS, type Holder } from "../base/limits.api-base.ts";
import type { HeldPlace } from "../base/places.ts";
import type { HeldPlaces } from "../base/services.ts";
import { once } from "./once.ts";

/** Seconds: an arbitrary value, since the end of a stream is unknown. */
const RETRY_AFTER = 5;

type Bounds = Omit<HeldPlace, "what" | "end">;

/** `things`: what they are, in a refusal. */
export function createHeldPlaces(things: string, { byKey, byShare, byTenant, inAll }: Bounds): HeldPlaces {
  const open = new Map<string, number>();
  let all = 0;
  const add = (name: string, more: number) => {
    const now = (open.get(name) ?? 0) + more;
    if (now > 0) open.set(name, now);
    else open.delete(name);
  };
  const require = (name: string, { most, whose }: { most: number; whose: string }) => {
    if ((open.get(name) ?? 0) < most) return;
    const message = `${whose} may have ${most} ${things} open at a time; close one, or try again later`;
    throw new ParleyError("rate-limited", message, { retryAfter: RETRY_AFTER });
  };
  return {
    take(caller) {
      const holder = caller?.holder;
      const names = holder ? namesOf(holder, caller.tenant) : [];
      if (holder) {
        require(names[0] ?? "", { most: holder.kind === "share" ? byShare : byKey, whose: HOLDERS[holder.kind] });
        require(names[1] ?? "", { most: byTenant, whose: "this tenant" });
      }
      if (all >= inAll)
        throw new ParleyError("unavailable", `too many ${things} are open; try again later`, {
          retryAfter: RETRY_AFTER,
        });
      all++;
      for (const name of names) add(name, 1);
      return once(() => {
        all--;
        for (const name of names) add(name, -1);
      });
    },
  };
}

/** Ids of holders are unique over all tenants. */
function namesOf({ id }: Holder, tenant: string): string[] {
  return [`holder ${id}`, `tenant ${tenant}`];
}
