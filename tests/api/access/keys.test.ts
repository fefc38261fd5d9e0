import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiKey } from "../../../domain/around/api-keys.around.ts";
import { API_KEYS } from "../../../domain/around/outside-records.ts";
import { createWorld, problemOf, type World } from "../world.ts";
import { as, makeKey } from "./keys.ts";

let world: World;
let admin: string;
beforeAll(async () => {
  world = await createWorld();
  admin = (await makeKey(world.store, { tenant: "acme", scopes: ["admin"], name: "first" })).token;
});
afterAll(() => world[Symbol.asyncDispose]());

const post = (body: unknown) => as(world.app, admin, { method: "POST", path: "/v1/keys", body });
const list = async (path: string) => {
  const response = await as(world.app, admin, { path });
  return { response, page: (await response.json()) as { items: ApiKey[]; nextCursor: string | null } };
};

test("An admin makes a key of their own tenant, whose secret is shown once and stored nowhere.", async () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const response = await post({ name: "The shop", scopes: ["read"], rateLimit: 5, expiresAt });
  expect(response.status).toBe(201);
  const { token, ...key } = (await response.json()) as ApiKey & { token: string };
  expect(token).toMatch(new RegExp(`^prl_${key.id}_[\\w-]{43}$`));
  expect(key).toMatchObject({ tenant: "acme", name: "The shop", rateLimit: 5, expiresAt, revokedAt: null });
  expect(response.headers.get("location")).toBe(`/v1/keys/${key.id}`);
  expect((await as(world.app, token, { path: "/v1/debates" })).status).toBe(200);
  expect(JSON.stringify(await world.store.records.get(key, API_KEYS, {}))).not.toContain(token.slice(-43));
  const { page } = await list("/v1/keys");
  expect(page.items).toContainEqual(key);
  expect(JSON.stringify(page)).not.toMatch(/hash|prl_/);
});

test("Every fault of a key is named at once, and nothing is stored.", async () => {
  const before = (await list("/v1/keys")).page.items.length;
  const response = await post({ name: " ", scopes: ["root"], rateLimit: 0, colour: "red" });
  expect(response.status).toBe(422);
  expect((await problemOf(response)).errors?.map(({ pointer }) => pointer).toSorted()).toEqual([
    "/colour",
    "/name",
    "/rateLimit",
    "/scopes/0",
  ]);
  const late = await post({ scopes: ["read"], expiresAt: "2020-01-01T00:00:00Z" });
  expect((await problemOf(late)).errors).toEqual([{ pointer: "/expiresAt", detail: "must be in the future" }]);
  expect((await list("/v1/keys")).page.items).toHaveLength(before);
});

test("A list goes on by cursor, newest first, and its cursor is good for no other tenant.", async () => {
  for (const name of ["a", "b", "c"]) await post({ name, scopes: ["read"] });
  const names: string[] = [];
  let cursor = "";
  for (let path: string | null = "/v1/keys?limit=2"; path; ) {
    const { response, page } = await list(path);
    names.push(...page.items.map((key) => key.name));
    path = /^<(.+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
    cursor ||= page.nextCursor ?? "";
  }
  expect(new Set(names.slice(0, 3))).toEqual(new Set(["a", "b", "c"]));
  expect(names.at(-1)).toBe("first");
  const stranger = await makeKey(world.store, { tenant: "other", scopes: ["admin"] });
  expect((await as(world.app, stranger.token, { path: `/v1/keys?limit=2&cursor=${cursor}` })).status).toBe(400);
});

test("A revoked key stays in the list, with the time; revoking it again changes nothing.", async () => {
  const { id } = (await (await post({ scopes: ["read"] })).json()) as ApiKey;
  const revoke = () => as(world.app, admin, { method: "DELETE", path: `/v1/keys/${id}` });
  expect((await revoke()).status).toBe(204);
  const first = (await world.store.records.get({ id }, API_KEYS, {}))?.revokedAt;
  expect((await revoke()).status).toBe(204);
  expect(first).toEqual(expect.any(String));
  expect((await list("/v1/keys?limit=100")).page.items.find((key) => key.id === id)?.revokedAt).toBe(first);
});

test.each(["nobody", "%23", "x".repeat(3_000)])("An unknown key can not be revoked: %s", async (id) => {
  expect((await as(world.app, admin, { method: "DELETE", path: `/v1/keys/${id}` })).status).toBe(404);
});
