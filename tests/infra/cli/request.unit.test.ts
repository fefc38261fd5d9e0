import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DebateArguments, UsageError } from "../../../infra/cli/debate/arguments.ts";
import { draftOf, requestOf } from "../../../infra/cli/debate/request.ts";
import { ConfigError } from "../../../infra/config.ts";

let folder: string;
let config: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-request-"));
  config = join(folder, "debate.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const asked = async (args: DebateArguments) => requestOf(await draftOf(args));

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
const [ADA] = FILE.participants;
const BEN = { id: "b", name: "Ben", model: "demo/b" };

test("without participants the server chooses them", async () => {
  expect(await asked({ topic: "Cars" })).toEqual({ topic: "Cars", start: true });
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
});

test("what is given beside a configuration wins over it, and the rest of it stays", async () => {
  await writeFile(config, JSON.stringify(FILE));
  const request = await asked({ config, rounds: 2, judge: "demo/other" });
  expect(request).toMatchObject({ format: "round-limited", maxRounds: 2 });
  expect(request.judge).toEqual({ model: "demo/other", systemPrompt: "Be brief." });
});

test("participants that are switched off stay so unless they are picked", async () => {
  await writeFile(config, JSON.stringify(FILE));
  expect((await asked({ config })).participants).toEqual(FILE.participants);
  expect((await asked({ config, agents: ["ben", "a"] })).participants).toEqual([BEN, ADA]);
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
