/** What takes long for one tenant keeps no other waiting. */
import { expect, test } from "vitest";
import { as, makeKey } from "../access/keys.ts";
import { createWorld, storeDebate } from "../world.ts";

test("A tenant's imports that take their time do not keep another tenant's reports waiting until they are done.", async () => {
  await using world = await createWorld();
  const keyOf = async (tenant: string) => (await makeKey(world.store, { tenant })).token;
  const [mine, theirs] = [
    { tenant: "reader", token: await keyOf("reader") },
    { tenant: "importer", token: await keyOf("importer") },
  ];
  const app = world.appWith({});
  const report = async ({ tenant, token }: typeof mine) => {
    const { id } = await storeDebate(world.store, { tenant, state: { status: "completed" } });
    return as(app, token, { path: `/v1/debates/${id}/transcript?as=md` });
  };
  // The process for tasks has the code of reports then.
  await Promise.all([report(mine), report(theirs)]);
  const events = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1, type: "round.started", at: "x", data: {} }));
  const order: string[] = [];
  const imports = Array.from({ length: 8 }, async () => {
    const { status } = await as(app, theirs.token, { path: "/v1/debates/import", method: "POST", body: { events } });
    order.push("import");
    return status;
  });
  const { status } = await report(mine);
  order.push("report");
  expect(status).toBe(200);
  expect(await Promise.all(imports)).toEqual(imports.map(() => 422));
  expect(order.at(-1)).toBe("import");
});
