/** What the tools show and take, by the official client. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMcp } from "../../support/mcp.ts";
import { makeKey } from "../access/keys.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, type World } from "../world.ts";

const { topic: _topic, ...BASE } = demoRequest();
const EXPERIMENT = {
  name: "Spring",
  base: BASE,
  items: [{ question: "Is it a bird?" }],
  arms: [
    { name: "one", patch: {} },
    { name: "two", patch: { maxRounds: 1 } },
  ],
};

let world: World;
let token: string;
beforeAll(async () => {
  world = await createWorld();
  ({ token } = await makeKey(world.store));
});
afterAll(() => world[Symbol.asyncDispose]());

function connect(key: string): Promise<Client> {
  return connectMcp({ url: "http://localhost", token: key, fetch: async (url, init) => world.app.request(url, init) });
}

async function textOf(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError, data: structuredContent as { id: string } };
}

describe("start_debate", () => {
  test("is described in less than 4 KB, and refers to nothing outside.", async () => {
    const client = await connect(token);
    const { tools } = await client.listTools();
    for (const { name, inputSchema, outputSchema = {} } of tools) {
      const sizes = [inputSchema, outputSchema].map((schema) => Buffer.byteLength(JSON.stringify(schema)));
      expect([name, Math.max(...sizes) < 4_000]).toEqual([name, true]);
    }
    const { inputSchema } = tools.find(({ name }) => name === "start_debate") ?? {};
    expect(JSON.stringify(inputSchema)).not.toContain("$ref");
    expect(Object.keys(inputSchema?.properties ?? {})).toEqual(
      expect.arrayContaining(["topic", "preset", "participants", "judge", "answers", "limits", "options"]),
    );
  });

  test("takes every field of the API, beside the others or in options, and a model's options beside it.", async () => {
    const client = await connect(token);
    const started = await textOf(client, "start_debate", {
      ...demoRequest(),
      judge: { model: "demo/judge", temperature: 0.4 },
      minRounds: 2,
      options: { tags: ["spring"], topic: "What is beside the options wins." },
    });
    expect(started.isError).toBe(false);
    const { body } = await world.app.request(`/v1/debates/${started.data.id}/request`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await new Response(body).json()).toMatchObject({
      topic: demoRequest().topic,
      judge: { model: { model: "demo/judge", temperature: 0.4 } },
      minRounds: 2,
      tags: ["spring"],
    });
  });

  test.each([
    ["/judge/odd", { judge: { model: "demo/judge", odd: 1 } }],
    ["/odd", { options: { odd: 1 } }],
    ["/maxRounds", { maxRounds: "two" }],
    ["/participants", { participants: "Ada and Ben" }],
    ["/topic", { topic: "" }],
  ])("shows the API's error at %s.", async (pointer, changes) => {
    const client = await connect(token);
    const refused = await textOf(client, "start_debate", { ...demoRequest(), ...changes });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(pointer) });
  });

  test("with one idempotencyKey starts one debate.", async () => {
    const client = await connect(token);
    const asked = { ...demoRequest(), idempotencyKey: "once" };
    const [first, second] = [await textOf(client, "start_debate", asked), await textOf(client, "start_debate", asked)];
    expect(first.isError).toBe(false);
    expect(second.data.id).toBe(first.data.id);
  });

  test("answers in less than 4 KB, with links to the whole where something is cut.", async () => {
    const client = await connect(token);
    const participants = Array.from({ length: 4 }, (_, n) => {
      return { name: `Speaker ${n}`, model: "demo/debater", position: `Because ${"é".repeat(900)}` };
    });
    const result = await client.callTool({ name: "start_debate", arguments: { ...demoRequest(), participants } });
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining('"shortened":true') });
    const { id } = result.structuredContent as { id: string };
    expect(Buffer.byteLength(JSON.stringify(result.structuredContent))).toBeLessThan(4_096);
    expect(result).toMatchObject({
      structuredContent: { shortened: true, status: expect.any(String), participants: { length: 4 } },
      content: [
        { type: "text", text: JSON.stringify(result.structuredContent) },
        { type: "resource_link", uri: `parley://debates/${id}/transcript`, mimeType: "text/markdown" },
        { type: "resource_link", uri: `parley://debates/${id}/transcript.json`, mimeType: "application/json" },
      ],
    });
  });
});

describe("estimate_debate", () => {
  test("shows what a debate would cost, and what the API would refuse.", async () => {
    const client = await connect(token);
    const { data } = await textOf(client, "estimate_debate", demoRequest());
    expect(data).toMatchObject({ problems: [], likely: { calls: expect.any(Number) }, worst: {} });
    const faulty = await textOf(client, "estimate_debate", demoRequest({ options: { odd: 1 } }));
    expect(faulty.data).toMatchObject({ problems: [{ pointer: "/odd" }], likely: null });
  });
});

describe("list_presets", () => {
  test("shows the built-in ones and, page by page, one's own, without their requests.", async () => {
    const { token: own } = await makeKey(world.store, { tenant: "office" });
    for (const name of ["monthly", "weekly"]) {
      const preset = { name, request: { topic: "Did it go well?", format: "free-form" } };
      expect((await world.post("/v1/presets", preset, { authorization: `Bearer ${own}` })).status).toBe(201);
    }
    const client = await connect(own);
    const listed = async (page: object) =>
      (await textOf(client, "list_presets", { ...page })).data as unknown as { presets: object[]; nextCursor: string };
    const first = await listed({ limit: 1 });
    expect(first.presets[0]).toEqual({
      name: "council",
      version: 1,
      description: expect.any(String),
      builtIn: true,
      format: "council",
      hasTopic: false,
    });
    expect(first.presets.at(-1)).toMatchObject({ name: "monthly", description: null, builtIn: false, hasTopic: true });
    expect(await listed({ cursor: first.nextCursor })).toMatchObject({
      presets: [{ name: "weekly" }],
      nextCursor: null,
    });
    expect((await textOf(client, "list_presets", { cursor: "odd" })).isError).toBe(true);
  });
});

describe("Experiments", () => {
  test("are listed and shown with their figures, and another tenant's are not found.", async () => {
    const { token: own } = await makeKey(world.store, { tenant: "laboratory" });
    const client = await connect(own);
    const made = await world.post("/v1/experiments", EXPERIMENT, { authorization: `Bearer ${own}` });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    expect((await textOf(client, "list_experiments")).data).toMatchObject({
      experiments: [{ id, name: EXPERIMENT.name, arms: ["one", "two"], cells: { total: 2 } }],
      nextCursor: null,
    });
    const { data } = await textOf(client, "get_experiment", { id });
    expect(data).toMatchObject({
      id,
      shortened: false,
      arms: [{ arm: "one" }, { arm: "two" }],
      self: expect.any(String),
    });
    const stranger = await connect(token);
    expect(await textOf(stranger, "get_experiment", { id })).toMatchObject({
      isError: true,
      text: `there is no experiment ${id}`,
    });
    expect((await textOf(stranger, "list_experiments")).data).toMatchObject({ experiments: [] });
  });
});
