/** Debates with long texts as models see them through tools, and an owner's word to a running one. */
import { expect, test } from "vitest";
import { importConcluded } from "../../support/debates/concluded.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { callOf, connectMcp, DEBATE, requestOf } from "../../support/mcp.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();

const MOST = 4_096;
const TASKS = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const LONG = "Trams carry more people than cars in the same street, and the shops know it. ".repeat(20);
const [CRUX] = CONCLUSION.cruxes;

interface Part {
  type: string;
  text?: string;
  uri?: string;
}

const bytes = (value: unknown) => Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
const textsOf = (content: Part[]) => content.flatMap(({ text }) => text ?? []);

/** A debate whose conclusion has some 40 KB. */
async function longDebate(): Promise<string> {
  world.models.use(debaters(["p1", "p2"]));
  const { id: from } = await world.create(DEBATE);
  await world.finished(from);
  const cruxes = CRUX ? Array.from({ length: 4 }, () => ({ ...CRUX, question: LONG, unanswered: LONG })) : [];
  const nextSteps = Array.from({ length: 8 }, () => ({ action: LONG, crux: null }));
  const wouldChange = Array.from({ length: 8 }, () => ({ observation: LONG, effect: LONG }));
  const conclusion = { ...CONCLUSION, cruxes, nextSteps, wouldChange };
  return importConcluded(world, { from, conclusion, end: "00" });
}

test("A long result has less than 4 KB, as a tool's and as a task's, and links to the whole.", async () => {
  const id = await longDebate();
  const client = await connectMcp(world);
  const result = await client.callTool({ name: "get_result", arguments: { id } });
  const asked = callOf("tasks/get", { taskId: id }, TASKS);
  const task = (await (await fetch(`${world.url}/mcp`, requestOf(asked))).json()) as { result: { result: object } };
  expect(task.result.result).toMatchObject({ content: result.content, structuredContent: result.structuredContent });

  const content = result.content as Part[];
  expect(bytes(textsOf(content).join(""))).toBeLessThan(MOST);
  expect(content.map(({ type }) => type)).toEqual(["text", "text", "resource_link", "resource_link"]);
  expect(content[0]?.text).toContain(CONCLUSION.answer.text);
  expect(result.structuredContent).toEqual(JSON.parse(content[1]?.text ?? ""));
  expect(result.structuredContent).toMatchObject({
    id,
    isOver: true,
    shortened: true,
    result: { type: "verdict", conclusion: { support: { level: "moderate" } } },
    participants: { p1: "Ada", p2: "Ben" },
  });
  for (const { uri = "" } of content.slice(2)) {
    const { contents } = await client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain(LONG.trim());
  }
  await client.close();
});

test("The owner says a word to a running debate, and its participants read it.", async () => {
  const gate = Promise.withResolvers<void>();
  const script = debaters(["p1", "p2"]);
  world.models.use(async (request) => {
    if (kindOf(request) === "turn" && !request.model.includes("gpt")) await gate.promise;
    return script(request);
  });
  const { id } = await world.create({ ...DEBATE, maxRounds: 2 });
  await world.until(id, (event) => event.type === "turn.started" && event["turnId"] === "g1-r1-t2");
  const client = await connectMcp(world);
  const said = await client.callTool({ name: "interject", arguments: { id, text: "Mind the costs." } });
  expect(said.structuredContent).toMatchObject({ id: "g1-r1-i1", round: 1, text: "Mind the costs." });
  gate.resolve();
  await world.finished(id);
  const late = await client.callTool({ name: "interject", arguments: { id, text: "Too late." } });
  expect(late).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("Legal now: nothing") }] });
  const { turns } = await world.transcript(id);
  expect(turns.map((turn) => turn.id)).toContain("g1-r1-i1");
  await client.close();
});
