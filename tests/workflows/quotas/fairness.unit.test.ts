import { expect, it } from "vitest";
import { createPriorities } from "../../../api/quotas/priority.ts";

it("puts a tenant behind the more, the more debates it has begun lately", () => {
  const priorityOf = createPriorities();
  const of = (tenant: string, count: number, at: number) =>
    Array.from({ length: count }, () => priorityOf(tenant, at)).at(-1);
  expect([of("a", 5, 0), of("a", 15, 0), of("a", 60, 0), of("a", 1, 0)]).toEqual([1, 2, 3, 4]);
  expect([of("b", 1, 0), of("a", 1, 60_000), of("a", 1, 600_000)]).toEqual([1, 3, 1]);
});
