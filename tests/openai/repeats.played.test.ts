/** A request and its repeat, while the debate of the first is being created. */
import { serve } from "@hono/node-server";
import OpenAI from "openai";
import { expect, it } from "vitest";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { openWorld } from "../support/use-world.ts";
import { answersAfter } from "../support/waits.ts";
import { debaters, requestOf } from "../support/world.ts";

/** How long the engine takes for what a creation writes. Milliseconds. */
const SLOW = { CONFIG: 200, META: 600 };

/** The first debate is about to be stored. */
const storing = Promise.withResolvers<void>();

it("is one debate for both, though the second comes before the first debate is stored", async () => {
  await using world = await openWorld({ before: slowEngine });
  world.models.use(debaters(["p1", "p2"]));
  const { topic: _, ...request } = requestOf({ maxRounds: 1, conclusion: true, judging: "final-only" }) as {
    topic: string;
  };
  await world.post("/v1/presets", { name: "pair", request });
  const client = new OpenAI({ baseURL: `${world.url}/openai/v1`, apiKey: "none", maxRetries: 0 });
  const send = () =>
    client.chat.completions.create(
      { model: "parley/pair", messages: [{ role: "user", content: "Same?" }] },
      { headers: { "Idempotency-Key": "one" } },
    );
  const [one, two] = await Promise.all([send(), storing.promise.then(send)]);
  expect(two.id).toBe(one.id);
  const { body } = await world.request("/v1/debates");
  expect(body.items).toHaveLength(1);
});

it("looks for no earlier debate where it is the first", async () => {
  const asked: Asked[] = [];
  await using world = await openWorld({
    before: (engine) => engineBehind(engine, async (each) => void asked.push(each)),
  });
  world.models.use(debaters(["p1", "p2"]));
  const { topic: _, ...request } = requestOf({ maxRounds: 1, conclusion: true, judging: "final-only" }) as {
    topic: string;
  };
  await world.post("/v1/presets", { name: "pair", request });
  const client = new OpenAI({ baseURL: `${world.url}/openai/v1`, apiKey: "none", maxRetries: 0 });
  const { id } = await client.chat.completions.create({
    model: "parley/pair",
    messages: [{ role: "user", content: "Alone?" }],
  });
  const own = asked.filter(({ key }) => key?.PK?.S.endsWith(`#D#${id.replace("chatcmpl-", "deb-")}`));
  const stored = own.findIndex(({ operation, key }) => operation === "PutItem" && key?.SK?.S === "META");
  expect(stored).toBeGreaterThan(0);
  expect(own.slice(0, stored).map(({ operation }) => operation)).not.toContain("GetItem");
  // The newest version is found by a query, and not read again.
  expect(asked.filter(({ operation, key }) => operation === "GetItem" && key?.SK?.S.startsWith("VERSION#"))).toEqual(
    [],
  );
});

interface Asked {
  operation: string;
  key: Record<string, { S: string } | undefined> | undefined;
}

/** Holds the writes of new debates. */
const slowEngine = (engine: string) =>
  engineBehind(engine, async ({ operation, key }) => {
    const SK = operation === "PutItem" && key?.SK?.S;
    if (SK === "CONFIG") storing.resolve();
    if (SK === "CONFIG" || SK === "META") await answersAfter(SLOW[SK]);
  });

/** Stands before the engine, and sees each request first. */
async function engineBehind(engine: string, see: (asked: Asked) => Promise<void>) {
  const port = await freePort();
  const answer = async (request: Request): Promise<Response> => {
    const body = await request.text();
    const { Item, Key } = JSON.parse(body) as { Item?: Asked["key"]; Key?: Asked["key"] };
    await see({ operation: request.headers.get("x-amz-target")?.split(".").at(-1) ?? "", key: Item ?? Key });
    const { status, body: answered } = await fetch(engine, { method: "POST", headers: request.headers, body });
    return new Response(answered, { status, headers: { "content-type": "application/x-amz-json-1.0" } });
  };
  const server = serve({ fetch: answer, port, hostname: "127.0.0.1" });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
