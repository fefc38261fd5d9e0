/** What one caller may use: event streams at a time, and requests a minute of OIDC subjects and share links. */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "../../../api/app.ts";
import { LIMITS } from "../../../api/base/limits.api-base.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { eventually } from "../../support/eventually.ts";
import { type Issuer, startIssuer } from "../../support/servers/issuer.ts";
import { SHORT_LOG } from "../events/debate-events.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { as, makeKey } from "./keys.ts";

const STREAM = { accept: "text/event-stream" };
const MINUTE = Date.parse("2026-11-21T05:12:00.000Z");
const CALL = { path: "/v1/formats" };

let world: World;
let issuer: Issuer;
beforeAll(async () => {
  [world, issuer] = await Promise.all([createWorld(), startIssuer()]);
});
afterAll(async () => {
  await issuer.stop();
  await world[Symbol.asyncDispose]();
});

const oidcOf = () => ({ issuer: issuer.url, audience: "parley", tenantClaim: "tenant" });
const running = (tenant = "default") => storeDebate(world.store, { tenant, state: { status: "running" } });
const eventsOf = ({ id }: DebateRecord) => `/v1/debates/${id}/events`;

function follow(app: App, path: string, token?: string): Promise<Response> {
  const headers = token === undefined ? STREAM : { ...STREAM, authorization: `Bearer ${token}` };
  return Promise.resolve(app.request(path, { headers }));
}

/** Opens so many streams one after the other and returns their answers. */
async function followAll(count: number, open: () => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let i = 0; i < count; i++) answers.push(await open());
  return answers;
}

const leave = (answers: Response[]) => Promise.all(answers.map(async (each) => each.body?.cancel()));
const statuses = (answers: Response[]) => answers.map(({ status }) => status);

async function shareOf(app: App, { tenant, id }: DebateRecord): Promise<string> {
  const { token } = await makeKey(world.store, { tenant });
  const call = { method: "POST", path: `/v1/debates/${id}/shares`, body: { expiresInSeconds: 3_600 } };
  return ((await (await as(app, token, call)).json()) as { url: string }).url;
}

describe("Event streams", () => {
  test("of one key are 200 at a time; the next is a 429 that says when to come back, and other keys are not held up.", async () => {
    const app = world.appWith({});
    const [debate, mine, other] = [await running(), await makeKey(world.store), await makeKey(world.store)];
    const answers = await followAll(201, () => follow(app, eventsOf(debate), mine.token));
    expect(statuses(answers)).toEqual([...Array.from({ length: 200 }, () => 200), 429]);
    const refused = answers[200] as Response;
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await problemOf(refused)).toMatchObject({
      type: "/problems/rate-limited",
      detail: "this key may have 200 event streams open at a time; close one, or try again later",
    });
    const otherKey = await follow(app, eventsOf(debate), other.token);
    expect(otherKey.status).toBe(200);
    expect((await as(app, mine.token, CALL)).status, "other requests go on").toBe(200);
    await leave([...answers.slice(0, 200), otherKey]);
  });

  test("of all readers of one share link are 50 at a time, whoever else reads the debate.", async () => {
    const app = world.appWith({});
    const debate = await running("heron");
    const [url, another] = [await shareOf(app, debate), await shareOf(app, await running("heron"))];
    const answers = await followAll(51, () => follow(app, `${url}/events`));
    expect(statuses(answers)).toEqual([...Array.from({ length: 50 }, () => 200), 429]);
    expect(Number(answers[50]?.headers.get("retry-after"))).toBeGreaterThan(0);
    const elsewhere = await follow(app, `${another}/events`);
    expect(elsewhere.status).toBe(200);
    await leave([...answers.slice(0, 50), elsewhere]);
  });

  test("of one OIDC subject are counted together, whatever its tokens.", async () => {
    const app = world.appWith({ settings: { oidc: oidcOf(), limits: { ...LIMITS, streams: 2 } } });
    const debate = await running("acme");
    const open = async (sub: string) =>
      follow(
        app,
        eventsOf(debate),
        await issuer.sign({ tenant: "acme", scope: "read", sub, jti: crypto.randomUUID() }),
      );
    const answers = [await open("ada"), await open("ada"), await open("ada"), await open("ben")];
    expect(statuses(answers)).toEqual([200, 200, 429, 200]);
    await leave(answers);
  });

  test("free their place when their reader cancels, when the debate ends, and when they end by themselves.", async () => {
    const app = world.appWith({ settings: { limits: { ...LIMITS, streams: 1 } } });
    const { token } = await makeKey(world.store);
    const [ending, lasting] = [await running(), await running()];
    const first = await follow(app, eventsOf(ending), token);
    expect((await follow(app, eventsOf(lasting), token)).status).toBe(429);
    await append(world.store, ending, SHORT_LOG);
    await world.store.putState({
      tenant: "default",
      debateId: ending.id,
      version: 3,
      state: { ...ending.state, status: "completed" },
    });
    expect(await first.text()).toContain("event: debate.completed");
    const second = await follow(app, eventsOf(lasting), token);
    expect(second.status, "the debate ended").toBe(200);
    await second.body?.cancel();
    const third = await follow(app, eventsOf(lasting), token);
    expect(third.status, "the reader cancelled").toBe(200);
    await third.body?.cancel();
    const short = world.appWith({ settings: { limits: { ...LIMITS, streams: 1 }, streamMaxMs: 50 } });
    await (await follow(short, eventsOf(lasting), token)).text();
    const fourth = await follow(short, eventsOf(lasting), token);
    expect(fourth.status, "its time was over").toBe(200);
    await fourth.body?.cancel();
  });

  test("free their place when the connection breaks.", async () => {
    const { promise, resolve } = Promise.withResolvers<AddressInfo>();
    const app = world.appWith({ settings: { limits: { ...LIMITS, streams: 1 } } });
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, resolve);
    const { token } = await makeKey(world.store);
    const url = `http://127.0.0.1:${(await promise).port}${eventsOf(await running())}`;
    const headers = { ...STREAM, authorization: `Bearer ${token}` };
    const breaking = new AbortController();
    const first = await fetch(url, { headers, signal: breaking.signal });
    const second = await fetch(url, { headers });
    expect([first.status, second.status]).toEqual([200, 429]);
    breaking.abort();
    await eventually(async () => (await fetch(url, { headers, method: "GET" })).status).toBe(200);
    server.close();
    (server as { closeAllConnections?: () => void }).closeAllConnections?.();
  });

  test("take no place as a JSON page, a HEAD or a refused request.", async () => {
    const app = world.appWith({ settings: { limits: { ...LIMITS, streams: 1 } } });
    const { token } = await makeKey(world.store);
    const path = eventsOf(await running());
    const headers = { authorization: `Bearer ${token}` };
    for (let i = 0; i < 3; i++) {
      expect((await app.request(path, { headers: { ...headers, accept: "application/json" } })).status).toBe(200);
      expect((await app.request(path, { headers, method: "HEAD" })).status).toBe(200);
      expect((await follow(app, "/v1/debates/deb-20261121-051254-7K2M9Q/events", token)).status).toBe(404);
    }
    const stream = await follow(app, path, token);
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });
});

describe("Requests a minute", () => {
  const now = () => new Date(MINUTE + 15_000);

  test("of an OIDC subject are 600, over two APIs on one table; another subject has its own.", async () => {
    const settings = { oidc: oidcOf() };
    const apps = [world.appWith({ now, settings }), world.appWith({ now, settings })] as const;
    const exp = Math.floor(MINUTE / 1000) + 3_600;
    const [ada, ben] = [
      await issuer.sign({ tenant: "acme", scope: "read", sub: "ada", exp }),
      await issuer.sign({ tenant: "acme", scope: "read", sub: "ben", exp }),
    ];
    const pair = () => Promise.all(apps.map((app) => as(app, ada, CALL)));
    const answers: Response[] = [];
    while (answers.length < 604) answers.push(...(await pair()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    const refused = answers.find(({ status }) => status === 429) as Response;
    expect(refused.headers.get("ratelimit-policy")).toBe('"subject";q=600;w=60');
    expect(refused.headers.get("ratelimit")).toBe('"subject";r=0;t=45');
    expect(refused.headers.get("retry-after")).toBe("45");
    expect((await problemOf(refused)).detail).toBe(
      "the subject of this token may send 600 requests a minute; retry in 45 s",
    );
    const others = await as(apps[0], ben, CALL);
    expect([others.status, others.headers.get("ratelimit")]).toEqual([200, '"subject";r=599;t=45']);
  });

  test("of all readers of a share link are 120; the next minute is a new one, and another link has its own.", async () => {
    let clock = Date.now();
    const app = world.appWith({ now: () => new Date(clock) });
    const debate = await running("heron");
    const [url, another] = [await shareOf(app, debate), await shareOf(app, await running("heron"))];
    // All of them in one minute of the clock.
    clock = Math.ceil(clock / 60_000) * 60_000 + 15_000;
    const answers = await Promise.all(Array.from({ length: 123 }, async () => app.request(`${url}/debate`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = answers.find(({ status }) => status === 429) as Response;
    expect(refused.headers.get("retry-after")).toBe("45");
    expect(refused.headers.get("ratelimit-policy")).toBe('"share";q=120;w=60');
    expect((await app.request(`${another}/debate`)).status).toBe(200);
    clock += 45_000;
    expect((await app.request(`${url}/debate`)).status).toBe(200);
  });
});
