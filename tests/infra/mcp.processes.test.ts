/** The MCP server as a model's program starts it: `parley mcp`, over standard input and output. */
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { importConcluded } from "../support/debates/concluded.ts";
import { CONCLUSION } from "../support/debates/conclusions.ts";
import { eventually } from "../support/eventually.ts";
import { DEBATE } from "../support/mcp.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, type World } from "../support/world.ts";

const POLL = { timeout: 50_000 };

const PROGRAM = fileURLToPath(new URL("../../infra/cli/parley.command.ts", import.meta.url));

let world: World;
let client: Client;
let noise = "";
beforeAll(async () => {
  world = await openWorld();
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  client = await connect(world.url);
});
afterAll(async () => {
  await client.close();
  await world.stop();
});

async function connect(url: string, options: ClientOptions = {}): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "mcp", "--url", url],
    stderr: "pipe",
  });
  transport.stderr?.on("data", (chunk: Buffer) => (noise += chunk));
  const made = new Client({ name: "test", version: "1" }, options);
  await made.connect(transport);
  return made;
}

async function call(name: string, args: Record<string, unknown>, on = client) {
  const { content, structuredContent, isError = false } = await on.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", data: structuredContent as Data, isError };
}

interface Data {
  id: string;
  status: string;
  [field: string]: unknown;
}

test("it offers twelve tools, each with the schema of what it takes", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "start_debate",
    "estimate_debate",
    "list_presets",
    "get_debate",
    "find_debates",
    "answer_questions",
    "decide",
    "interject",
    "stop_debate",
    "get_result",
    "list_experiments",
    "get_experiment",
  ]);
  const [start] = tools;
  expect(start?.inputSchema).toMatchObject({ type: "object", properties: { topic: {} } });
  expect(Object.keys(start?.inputSchema.properties ?? {})).toContain("participants");
  expect(start?.inputSchema.properties?.["language"]).toMatchObject({ type: "string" });
});

test("a debate is started, its questions are answered, and its result is waited for", async () => {
  const clarifications = { enabled: true, maxIterations: 1 };
  const started = await call("start_debate", { ...DEBATE, clarifications });
  expect(started).toMatchObject({ isError: false, data: { topic: DEBATE.topic } });
  const { id } = started.data;
  expect(JSON.parse(started.text)).toEqual(started.data);
  await expect
    .poll(async () => (await call("get_debate", { id })).data["pending"], POLL)
    .toMatchObject({
      questions: [{ id: "q1", text: "Which city?" }],
    });
  expect((await call("get_result", { id })).data).toMatchObject({ isOver: false, result: null, status: "clarifying" });
  await call("answer_questions", { id, answers: [{ questionId: "q1", answer: "Graz." }] });
  const { data } = await call("get_result", { id, waitSeconds: 30 });
  expect(data).toMatchObject({ id, isOver: true, status: "completed", result: { type: "verdict" } });
  expect(data["participants"]).toEqual({ p1: "Ada", p2: "Ben" });
});

test("a result begins with the conclusion in words, and its data stands behind it as JSON", async () => {
  const { id: from } = (await call("start_debate", { ...DEBATE, topic: "Trams?" })).data;
  await call("get_result", { id: from, waitSeconds: 30 });
  const id = await importConcluded(world, { from, conclusion: CONCLUSION, end: "00" });
  const { content, structuredContent } = await client.callTool({ name: "get_result", arguments: { id } });
  const [words, data] = content.map((part) => (part.type === "text" ? part.text : ""));
  expect(words).toMatch(
    /^This debate was imported\. [\s\S]*\n\nThe answer\nClose the centre to private cars, .*\n\nSupport: moderate\. /,
  );
  for (const part of ["What decides it", "What would change it", "Next steps", "What it rests on"])
    expect(words).toContain(`\n\n${part}\n`);
  expect(JSON.parse(data ?? "")).toEqual(structuredContent);
  expect(structuredContent).toMatchObject({ id, result: { conclusion: { answer: CONCLUSION.answer } } });
});

test("a topic and a limit are enough for a debate, and it can be stopped", async () => {
  const started = await call("start_debate", { topic: "Tea?", format: "free-form", limits: { maxTokens: 500_000 } });
  expect(started).toMatchObject({ isError: false, data: { participants: [{ name: "Ada" }, { name: "Ben" }] } });
  const { id } = started.data;
  expect((await call("stop_debate", { id, mode: "abandon" })).data).toMatchObject({ id, status: "cancelled" });
  const late = await call("stop_debate", { id });
  expect(late).toMatchObject({ isError: true, text: expect.stringContaining("Legal now: nothing") });
});

test("debates are found by words, tags and status", async () => {
  const { id } = (await call("start_debate", { ...DEBATE, topic: "Ferries?", tags: ["Harbour, sea"] })).data;
  await call("get_result", { id, waitSeconds: 30 });
  const found = await call("find_debates", { q: "harbour FERRIES", tag: ["sea"], status: "completed" });
  expect(found.data).toMatchObject({
    debates: [{ id, topic: "Ferries?", tags: ["Harbour", "sea"] }],
    nextCursor: null,
  });
  expect((await call("find_debates", { q: "no such words" })).data).toEqual({ debates: [], nextCursor: null });
});

test("what is wrong is a result that says so, and the server goes on", async () => {
  const wrong = await call("start_debate", { ...DEBATE, participants: [{ name: "Ada", model: "mistral/large" }] });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("/participants");
  expect(await call("get_debate", { id: "deb-none" })).toMatchObject({ isError: true });
  const { id } = (await call("start_debate", DEBATE)).data;
  await call("get_result", { id, waitSeconds: 30 });
  const late = await call("answer_questions", { id, answers: [{ questionId: "q1", answer: "Graz." }] });
  expect(late).toMatchObject({ isError: true, text: expect.stringContaining("Legal now: nothing") });
  expect((await call("start_debate", { topic: "t", odd: true })).isError).toBe(true);
});

test("a debate whose models are asked first says in its problems which one does not answer", async () => {
  const script = debaters(["p1", "p2"]);
  world.models.use((r) => (r.model === "gpt-5.5" ? { error: { status: 401 } } : script(r)));
  const { data } = await call("start_debate", { ...DEBATE, validate: { live: true } });
  expect(data.status).toBe("validating");
  const standing = async () => (await call("get_debate", { id: data.id })).data;
  await eventually(async () => (await standing()).status).toBe("configuring");
  const problems = (await standing())["problems"] as { pointer: string; detail: string }[];
  expect(problems.map(({ pointer }) => pointer)).toEqual(["/participants/0/model", "/judge/model"]);
  expect(problems[0]?.detail).toContain("OPENAI_API_KEY");
});

test("a Parley that is not there is told at the call, not at the start", async () => {
  const alone = await connect(`http://127.0.0.1:${await freePort()}`);
  expect(await call("get_debate", { id: "deb-1" }, alone)).toMatchObject({
    isError: true,
    text: expect.stringContaining("no Parley answers at"),
  });
  await alone.close();
});

test.each(["auto", "legacy"] as const)(
  "a program (%s) that shows forms asks its user for the answers",
  async (mode) => {
    world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
    const asking = await connect(world.url, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode },
    });
    expect(asking.getProtocolEra()).toBe(mode === "auto" ? "modern" : "legacy");
    asking.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { q1: "Graz." } }));
    const clarifications = { enabled: true, maxIterations: 1 };
    const { id } = (await call("start_debate", { ...DEBATE, clarifications }, asking)).data;
    expect((await call("get_result", { id, waitSeconds: 50 }, asking)).data).toMatchObject({ id, status: "completed" });
    await asking.close();
  },
);

test("presets are prompts, and transcripts resources", async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toContain("decision");
  const { id } = (await call("start_debate", DEBATE)).data;
  const { contents } = await client.readResource({ uri: `parley://debates/${id}/transcript` });
  expect(contents).toMatchObject([{ mimeType: "text/markdown", text: expect.stringContaining(DEBATE.topic) }]);
});

test("it says nothing beside the protocol", () => {
  expect(noise).toBe("");
});
