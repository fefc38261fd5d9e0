/** Every route that plans answers any request: it takes it, or it names what is wrong with it. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "../../api/app.ts";
import { callOf, requestOf } from "../support/mcp.ts";
import { CATALOGUES, REQUEST } from "../support/random/requests.ts";
import { createWorld, postOf, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  // Nobody runs workflows here: a change of a draft that is taken waits for nobody.
  world = await createWorld({ commandTimeoutMs: 200 });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

type Body = Record<string, unknown>;
type Send = (method: string, path: string, body: unknown) => Promise<Response>;
type Ways = Record<string, (send: Send, bodies: { body: Body; other: Body; unique: string }) => Promise<unknown>>;

const ITEMS = [{ question: "Is it so?", answers: { type: "choice", options: ["yes", "no"] } }];
const withoutTopic = ({ topic: _topic, ...rest }: Body) => rest;

const WAYS: Ways = {
  "an estimate": (send, { body }) => send("POST", "/v1/estimates", body),
  "a debate": (send, { body }) => send("POST", "/v1/debates", body),
  async "a draft, and its changes"(send, { body, other }) {
    const { id } = (await (await send("POST", "/v1/debates", { ...body, start: false })).json()) as { id?: string };
    if (!id) return;
    for (const [method, path, content] of [
      ["PATCH", "", other],
      ["GET", "", undefined],
      ["POST", "/fork", { afterRound: 0, changes: other }],
      ["POST", "/twin", undefined],
    ] as const)
      await send(method, `/v1/debates/${id}${path}`, content);
  },
  "a preset": (send, { body, unique: name }) =>
    send("POST", "/v1/presets", { name, title: "t", description: "d", request: withoutTopic(body) }),
  "a schedule": (send, { body, unique: name }) =>
    send("POST", "/v1/schedules", { name, interval: "7d", request: body }),
  "an experiment, and its estimate": async (send, { body, other }) => {
    const whole = {
      name: "e",
      base: withoutTopic(body),
      arms: [{ name: "a", patch: withoutTopic(other) }],
      items: ITEMS,
    };
    await send("POST", "/v1/experiments?dryRun=true", whole);
    await send("POST", "/v1/experiments", whole);
  },
  "a question of OpenAI's clients": (send, { body }) =>
    send("POST", "/openai/v1/responses", {
      model: "parley/decision",
      input: "Is it so?",
      background: true,
      parley: withoutTopic(body),
    }),
  "a tool of MCP": (send, { body }) =>
    send("POST", "/mcp", requestOf(callOf("tools/call", { name: "start_debate", arguments: body }))),
};

/** `PLANNING_CASES` tries so many for each way and catalogue. */
const CASES = Number(process.env["PLANNING_CASES"] ?? 6);

describe.each(Object.entries(CATALOGUES))("With %s,", (named, catalogue) => {
  let app: App;
  let count = 0;
  beforeAll(() => {
    app = world.appWith({ catalogue });
  });

  test.each(Object.entries(WAYS))("%s is never answered by an error of the server.", async (_, way) => {
    await fc.assert(
      fc.asyncProperty(REQUEST, REQUEST, async (body, other) => {
        const send: Send = async (method, path, content) => {
          const headers: Record<string, string> =
            method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
          const init =
            path === "/mcp" ? (content as RequestInit) : content === undefined ? {} : postOf(content, headers);
          const response = await app.request(path, { ...init, method });
          const isUnanswered = method === "PATCH" && response.status === 503;
          const isOurs = response.status >= 500 && !isUnanswered;
          expect([method, path, isOurs && (await response.text())]).toEqual([method, path, false]);
          // What MCP answers is never a 500, and a fault of ours is logged.
          const faults = world.lines.splice(0).filter(({ level }) => level === "error");
          expect(faults.filter(({ fields }) => fields["code"] !== "unavailable")).toEqual([]);
          return response;
        };
        await way(send, { body, other, unique: `p${named.length}-${count++}` });
      }),
      { numRuns: CASES },
    );
  });
});
