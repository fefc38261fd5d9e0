import { describe, expect, test } from "vitest";
import { whole } from "../../support/debates/drafts.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();

let n = 0;
const post = (path: string, body: unknown, key: string) => {
  const isText = typeof body === "string";
  return world.request(path, {
    method: "POST",
    headers: { "content-type": isText ? "application/octet-stream" : "application/json", "idempotency-key": key },
    body: isText ? body : JSON.stringify(body),
  });
};
const remove = (path: string) => world.request(path, { method: "DELETE" });
/** A debate of one round that is over. */
async function over(): Promise<string> {
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(whole());
  await ended(id);
  return id;
}
async function ended(id: string): Promise<void> {
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
}

interface Made {
  path: string;
  body: unknown;
  /** Left out: what the answer's `Location` names is deleted. */
  removed?: string;
}

const MADE: Record<string, () => Promise<Made> | Made> = {
  "a debate": () => ({ path: "/v1/debates", body: whole() }),
  "a fork": async () => ({ path: `/v1/debates/${await over()}/fork`, body: { afterRound: 0 } }),
  "a twin": async () => ({ path: `/v1/debates/${await over()}/twin`, body: {} }),
  "an import": async () => {
    const id = await over();
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
    await remove(`/v1/debates/${id}`);
    return { path: "/v1/debates/import", body: JSON.parse(text) };
  },
  "a rejudgement": async () => {
    const id = await over();
    return {
      path: `/v1/debates/${id}/rejudge`,
      body: { judge: { model: "openai/judge" } },
      removed: `/v1/debates/${id}`,
    };
  },
  "a share link": async () => ({ path: `/v1/debates/${await over()}/shares`, body: { expiresInSeconds: 60 } }),
  "a template": () => ({ path: "/v1/templates", body: { name: "T", text: "Say it.", tags: [] } }),
  "a preset": () => ({ path: "/v1/presets", body: { name: `p${++n}`, request: { topic: "Cars?" } } }),
  "a file": () => ({ path: "/v1/files?name=a.txt", body: "Some words." }),
};

describe("What is deleted stays deleted: a repeat of the request that made", () => {
  test.each(Object.keys(MADE))("%s is told so, and makes nothing.", async (what) => {
    world.models.use(debaters(["p1", "p2"]));
    const { path, body, removed } = await (MADE[what] as () => Promise<Made>)();
    const key = `deleted ${++n}`;
    const first = await post(path, body, key);
    expect(first.status, first.text).toBeLessThan(300);
    const location = removed ?? new URL(first.headers.get("location") ?? "", world.url).pathname;
    const debateId = /^\/v1\/debates\/(deb-[^/]+)$/.exec(location)?.[1];
    if (debateId !== undefined) await ended(debateId);
    if (removed !== undefined)
      await expect.poll(async () => (await world.debate(debateId ?? "")).rejudgements?.[0]?.status).not.toBe("running");
    expect((await remove(location.replace(/@\d+$/, ""))).status).toBe(204);
    const calls = world.models.journal.length;
    const again = await post(path, body, key);
    expect([again.status, again.body?.type]).toEqual([409, "/problems/was-deleted"]);
    expect(again.text).not.toContain("Say it.");
    if (debateId !== undefined) expect((await world.request(location)).status).toBe(404);
    expect(world.models.journal.length).toBe(calls);
  });

  test("an answer in OpenAI's format is told so; one that was cancelled stays cancelled.", async () => {
    world.models.use(debaters(["p1", "p2"]));
    const preset = `p${++n}`;
    const { topic: _, ...request } = whole({ roundDelayMs: 60_000, maxRounds: 2 }) as Record<string, unknown>;
    expect((await world.post("/v1/presets", { name: preset, request })).status).toBe(201);
    const body = { model: `parley/${preset}`, input: "Should cities ban cars?", background: true };
    const key = `deleted ${++n}`;
    const send = () => post("/openai/v1/responses", body, key);
    const { id } = (await send()).body;
    const at = `/openai/v1/responses/${id}`;
    expect((await world.post(`${at}/cancel`)).body.status).toBe("cancelled");
    expect((await send()).body).toMatchObject({ id, status: "cancelled" });
    expect((await remove(at)).status).toBe(200);
    const calls = world.models.journal.length;
    const again = await send();
    expect([again.status, again.body.error.code]).toEqual([409, "was_deleted"]);
    expect((await world.request(at)).status).toBe(404);
    expect(world.models.journal.length).toBe(calls);
  });
});
