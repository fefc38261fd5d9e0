import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "../../../infra/base/config.infra-base.ts";
import { type DebateArguments, UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { draftOf, requestOf } from "../../../infra/cli/debate/request.debate-command.ts";

let folder: string;
let config: string;
beforeEach(async () => {
  warnings = [];
  folder = await mkdtemp(join(tmpdir(), "parley-request-"));
  config = join(folder, "debate.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let warnings: string[];
const asked = async (args: DebateArguments) => requestOf(await draftOf(args, (line) => warnings.push(line)));

const FILE = {
  topic: "Trams",
  format: "round-limited",
  maxRounds: 4,
  judge: { model: "demo/judge", systemPrompt: "Be brief." },
  participants: [
    { id: "a", name: "Ada", model: "demo/a" },
    { id: "b", name: "Ben", model: "demo/b", enabled: false },
    { id: "c", name: "Cleo", model: "demo/c" },
  ],
};
const [ADA, OFF, CLEO] = FILE.participants;
const BEN = { id: "b", name: "Ben", model: "demo/b" };

test("without participants the server chooses them", async () => {
  expect(await asked({ topic: "Cars" })).toEqual({ topic: "Cars", start: true });
});

test("the language of the arguments takes the place of the configuration's", async () => {
  await writeFile(config, JSON.stringify({ topic: "Trams", language: "fr" }));
  expect(await asked({ config })).toMatchObject({ language: "fr" });
  expect(await asked({ config, language: "de" })).toMatchObject({ language: "de" });
});

test("a panel has the judge that is named beside it, the file's or the preset's, else the server's usual one", async () => {
  expect(await asked({ topic: "Cars", panel: 3 })).toMatchObject({ judge: { model: "usual/judge-1", panel: 3 } });
  const named = { judge: "openai/x", panel: ["openai/y"] };
  expect(await asked({ topic: "Cars", ...named })).toMatchObject({ judge: { model: "openai/x", panel: ["openai/y"] } });
  await writeFile(config, JSON.stringify(FILE));
  expect(await asked({ config, panel: 2 })).toMatchObject({ judge: { ...FILE.judge, panel: 2 } });
  expect((await asked({ topic: "Cars", preset: "decision", panel: 2 })).judge).toEqual({ panel: 2 });
});

test("what was asked for is passed on", async () => {
  const participants = [{ name: "Zoe", model: "demo/a" }];
  const args = { format: "round-limited", rounds: 2, mode: "simultaneous", judge: "demo/judge" } as const;
  expect(await asked({ topic: "Cars", ...args, clarify: true, validateLive: true, participants })).toEqual({
    topic: "Cars",
    participants,
    format: "round-limited",
    maxRounds: 2,
    mode: "simultaneous",
    clarifications: { enabled: true },
    validate: { live: true },
    judge: { model: "demo/judge" },
    start: true,
  });
});

test("speakers take the two sides by turns where a format needs sides, and only there", async () => {
  const participants = ["Zoe", "Yan", "Xia"].map((name) => ({ name, model: "demo/a" }));
  const oxford = await asked({ topic: "Cars", format: "oxford", participants });
  expect(oxford.participants?.map(({ side }) => side)).toEqual(["for", "against", "for"]);
  expect((await asked({ topic: "Cars", format: "roundtable", participants })).participants).toEqual(participants);
});

test("a speaker without a side takes the one that fewer have", async () => {
  const speaker = (name: string, side?: "for" | "against") => ({ name, model: "demo/a", ...(side && { side }) });
  const sidesOf = async (...participants: ReturnType<typeof speaker>[]) =>
    (await asked({ topic: "Cars", format: "oxford", participants })).participants?.map(({ side }) => side);
  expect(await sidesOf(speaker("Zoe", "against"), speaker("Yan"))).toEqual(["against", "for"]);
  expect(await sidesOf(speaker("Zoe"), speaker("Yan", "for"))).toEqual(["against", "for"]);
});

test("speakers take the roles of proposer-skeptic in their order, unless a configuration gives roles", async () => {
  const format = "proposer-skeptic" as const;
  const participants = ["Zoe", "Yan"].map((name) => ({ name, model: "demo/a" }));
  const given = await asked({ topic: "Cars", format, participants });
  expect(given.participants?.map(({ role }) => role)).toEqual(["proposer", "skeptic"]);
  const own = FILE.participants.map((participant, i) => ({ ...participant, role: ["skeptic", "x", "proposer"][i] }));
  await writeFile(config, JSON.stringify({ ...FILE, participants: own }));
  const roles = async () => (await asked({ config, format })).participants?.map(({ role }) => role);
  expect(await roles()).toEqual(["skeptic", "x", "proposer"]);
  await writeFile(config, JSON.stringify(FILE));
  expect(await roles()).toEqual(["proposer", undefined, "skeptic"]);
});

test("the topic comes from the argument, a file or the configuration", async () => {
  await writeFile(config, JSON.stringify(FILE));
  const problemFile = join(folder, "problem.txt");
  await writeFile(problemFile, "Too many cars.\nWhat now?\n");
  expect((await asked({ config })).topic).toBe("Trams");
  expect((await asked({ config, topic: "Bikes" })).topic).toBe("Bikes");
  expect((await asked({ config, problemFile })).topic).toBe("Too many cars.\nWhat now?");
  await expect(asked({ topic: "Bikes", problemFile })).rejects.toThrow(UsageError);
  const outputSchema = join(folder, "schema.json");
  const schema = { type: "object", properties: { note: { type: "string", default: null } } };
  await writeFile(outputSchema, JSON.stringify(schema));
  expect((await asked({ config, problemFile, outputSchema })).output).toEqual({ schema });
  await expect(asked({ config, outputSchema: problemFile })).rejects.toThrow(/problem\.txt is no JSON/);
});

test("a model's options beside it are passed on for the server to place; where both places differ, the file is refused", async () => {
  const judge = { model: "demo/judge", temperature: 0.3 };
  await writeFile(config, JSON.stringify({ ...FILE, judge }));
  expect((await asked({ config })).judge).toEqual(judge);
  await writeFile(config, JSON.stringify({ ...FILE, judge: { ...judge, model: { ...judge, temperature: 0.4 } } }));
  await expect(asked({ config })).rejects.toThrow(/\/judge\/temperature: differs from \/judge\/model\/temperature/);
});

test("what is given beside a configuration wins over it, and the rest of it stays", async () => {
  await writeFile(config, JSON.stringify(FILE));
  const request = await asked({ config, rounds: 2, judge: "demo/other" });
  expect(request).toMatchObject({ format: "round-limited", maxRounds: 2 });
  expect(request.judge).toEqual({ model: "demo/other", systemPrompt: "Be brief." });
});

test("participants that are switched off stay so, also where they are picked, and whoever picks them is told", async () => {
  await writeFile(config, JSON.stringify(FILE));
  expect((await asked({ config })).participants).toEqual(FILE.participants);
  expect(warnings).toEqual([]);
  expect((await asked({ config, agents: ["ben", "c", "a"] })).participants).toEqual([CLEO, ADA]);
  expect(warnings).toEqual(['Ben is disabled in the configuration ("enabled": false) and takes no part']);
  const nobody = asked({ config, agents: ["b"] });
  await expect(nobody).rejects.toThrow(UsageError);
  await expect(nobody).rejects.toThrow(/^Ben is disabled in the configuration .*, and --agents names nobody else$/);
  await expect(asked({ config, agents: ["Zoe"] })).rejects.toThrow('no participant "Zoe"; it has: Ada, Ben, Cleo');
});

test("participants that are switched off are left out where a request could not list them all", async () => {
  const many = Array.from({ length: 9 }, (_, i) => ({ name: `N${i}`, model: "demo/a", enabled: i < 2 }));
  await writeFile(config, JSON.stringify({ ...FILE, participants: many }));
  expect((await asked({ config })).participants?.map(({ name }) => name)).toEqual(["N0", "N1"]);
  const none = FILE.participants.map((participant) => ({ ...participant, enabled: false }));
  await writeFile(config, JSON.stringify({ ...FILE, participants: none }));
  expect((await asked({ config })).participants).toBeUndefined();
});

test("participants are picked by role too, each once, and a name takes precedence over a role", async () => {
  const roles = ["architect", "security", "architect"];
  const participants = FILE.participants.map((one, i) => ({ ...one, role: roles[i] }));
  await writeFile(config, JSON.stringify({ ...FILE, format: "dialectic", participants }));
  const picked = async (...agents: string[]) => (await asked({ config, agents })).participants?.map(({ name }) => name);
  expect(await picked("Architect", "ada")).toEqual(["Ada", "Cleo"]);
  expect(await picked("security", "c")).toEqual(["Cleo"]);
  expect(warnings).toEqual(['Ben is disabled in the configuration ("enabled": false) and takes no part']);
  await expect(picked("tester")).rejects.toThrow("it has: Ada (architect), Ben (security), Cleo (architect)");
});

test("a system prompt is read from a file beside the configuration, wherever the command runs", async () => {
  await mkdir(join(folder, "prompts"));
  await writeFile(join(folder, "prompts", "ada.md"), "You are Ada.\n");
  await writeFile(join(folder, "judge.md"), "You judge.");
  const [ada, ...rest] = FILE.participants;
  const participants = [{ ...ada, systemPromptPath: "prompts/ada.md" }, ...rest];
  const judge = { model: "demo/judge", systemPromptPath: join(folder, "judge.md") };
  await writeFile(config, JSON.stringify({ ...FILE, judge, participants }));
  expect(await asked({ config })).toMatchObject({
    judge: { model: "demo/judge", systemPrompt: "You judge.", systemPromptFrom: join(folder, "judge.md") },
    participants: [{ ...ADA, systemPrompt: "You are Ada.", systemPromptFrom: "prompts/ada.md" }, OFF, CLEO],
  });
  expect(JSON.stringify(await asked({ config }))).not.toContain("systemPromptPath");
  expect(warnings).toEqual([]);
});

test("a system prompt that cannot be used is a warning, and the built-in one is taken", async () => {
  await writeFile(join(folder, "empty.md"), " \n");
  await writeFile(join(folder, "long.md"), "x".repeat(20_001));
  const paths = ["missing.md", "empty.md", "long.md"];
  const participants = FILE.participants.map((one, i) => ({ ...one, enabled: true, systemPromptPath: paths[i] }));
  await writeFile(config, JSON.stringify({ ...FILE, participants }));
  expect((await asked({ config })).participants).toEqual([ADA, BEN, CLEO].map((one) => ({ ...one, enabled: true })));
  expect(warnings.toSorted()).toEqual([
    `warning: ${join(folder, "empty.md")} is empty; Ben gets the built-in prompt`,
    `warning: ${join(folder, "long.md")} has more than 20000 characters; Cleo gets the built-in prompt`,
    `warning: ${join(folder, "missing.md")} cannot be read (ENOENT); Ada gets the built-in prompt`,
  ]);
});

test("a participant's prompt as text and as a file at once is refused", async () => {
  const participants = [{ ...ADA, systemPrompt: "x", systemPromptPath: "ada.md" }, CLEO];
  await writeFile(config, JSON.stringify({ ...FILE, participants }));
  await expect(asked({ config })).rejects.toThrow("/participants/0/systemPromptPath: systemPrompt is given too");
});

test.each([
  ["{", "is not JSON"],
  ["[]", "debate.json: must be an object"],
  ['{ "topik": "Cars" }', "topik"],
])("a configuration of %j is refused", async (text, why) => {
  await writeFile(config, text);
  await expect(asked({ config })).rejects.toThrow(ConfigError);
  await expect(asked({ config })).rejects.toThrow(why);
});

test("options of single formats reach their places in the request, beside what the file has there", async () => {
  await writeFile(config, JSON.stringify({ ...FILE, format: "dialectic", termination: { type: "quality" } }));
  const args = { config, terminationThreshold: 70, includeFullHistory: false, contextWindowAgentSummaryThreshold: 900 };
  expect(await asked(args)).toMatchObject({
    format: "dialectic",
    termination: { type: "quality", threshold: 70 },
    includeFullHistory: false,
    contextWindow: { agentSummaryThreshold: 900 },
  });
});

test("takes the web and MCP servers as tools for all", async () => {
  expect((await asked({ topic: "Cars?", search: true })).tools).toEqual([{ type: "web_search" }]);
  expect((await asked({ topic: "Cars?", search: ["who.int"], mcp: ["papers", "law"] })).tools).toEqual([
    { type: "web_search", allowedDomains: ["who.int"] },
    { type: "mcp", server: "papers" },
    { type: "mcp", server: "law" },
  ]);
  expect((await asked({ topic: "Cars?" })).tools).toBeUndefined();
});
