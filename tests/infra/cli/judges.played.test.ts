/** `parley experiment judges` over real HTTP, on judges that a test scripts. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCli } from "../../../infra/cli/base/cli.ts";
import { runCli } from "../../../infra/cli/program.command.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { judgeBy, runAuditOf } from "../../support/models/audited.ts";
import { type ModelServer, startModelServer } from "../../support/models/server.ts";

let server: ModelServer;
const stack = new AsyncDisposableStack();
let folder: string;

beforeAll(async () => {
  server = await startModelServer();
  folder = await temporaryFolder(stack);
});
afterEach(() => server.forget());
afterAll(async () => {
  await server.stop();
  await stack.disposeAsync();
});

/** As LLMBar's files are: the better answer says so. */
const entries = Array.from({ length: 10 }, (_, i) => {
  const label = 1 + (i % 2);
  const answer = (number: number) => `Answer ${i} ${number === label ? "follows" : "misses"} it.`;
  return { input: `Do task ${i}.`, output_1: answer(1), output_2: answer(2), label };
});

async function judges(list: unknown, ...argv: string[]) {
  const file = join(folder, "Natural.json");
  await writeFile(file, typeof list === "string" ? list : JSON.stringify(list));
  const said = { out: "", err: "" };
  const write = (name: "out" | "err") => (text: string) => void (said[name] += text);
  const env = { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `${server.url}/v1` };
  const cli = createCli({ out: write("out"), err: write("err"), style: (_, text) => text }, env);
  const code = await runCli(cli, ["experiment", "judges", "--file", file, "--models", "openai/gpt-5.5", ...argv]);
  return { code, ...said };
}

const numberIn = (text: string) => Number(/Answer (\d+)/.exec(text)?.[1]);
const right = (first: string) => (first.includes("follows") ? ("p1" as const) : ("p2" as const));

test("Each pair is judged in both orders, and GPT-4's published figures stand below.", async () => {
  // Wrong about pair 0 in both orders; about pair 1 it names whoever is shown first.
  server.use(
    judgeBy((first) => {
      if (numberIn(first) === 0) return right(first) === "p1" ? "p2" : "p1";
      return numberIn(first) === 1 ? "p1" : right(first);
    }),
  );
  const { code, out } = await judges(entries);
  expect([code, server.journal.length, server.complaints]).toEqual([0, 20, []]);
  expect(out).toMatch(/^openai\/gpt-5\.5 +85\.0 % +64\.0–94\.8 % +90\.0 % +59\.6–98\.2 % +20 +0 /m);
  expect(out).toMatch(/^GPT-4 on Natural, published +93\.5 % +– +97\.0 % /m);
  expect(out).not.toContain("Adversarial");
});

test("A dry run counts calls and asks nobody; a budget ends it before the next verdict.", async () => {
  server.use(judgeBy(right));
  const dry = await judges(entries, "--dry-run", "--items", "3");
  expect([dry.code, server.journal.length]).toEqual([0, 0]);
  expect(dry.out).toMatch(/^openai\/gpt-5\.5 +6 +[\d,]+ +\$0\.\d+/m);
  const capped = await judges(entries, "--max-cost-usd", "0.000001");
  expect([capped.code, capped.err]).toEqual([1, expect.stringContaining("the budget is spent")]);
  expect(server.journal.length).toBeGreaterThan(0);
  expect(server.journal.length).toBeLessThan(20);
});

test("A fault in the file is named by its place before anybody is asked.", async () => {
  const faulty = await judges([entries[0], { ...entries[1], label: 3 }, { ...entries[2], output_1: "" }]);
  expect([faulty.code, server.journal.length]).toEqual([2, 0]);
  expect(faulty.err).toMatch(/entry 2: label must be .*\n.*entry 3: output_1 must/);
  const broken = await judges("[1,");
  expect([broken.code, broken.err]).toEqual([2, expect.stringContaining("is not JSON")]);
});

test("What an experiment in a file does not take is refused.", async () => {
  const cli = createCli({ out: () => {}, err: () => {}, style: (_, text) => text }, {});
  expect(await runCli(cli, ["experiment", "package.json", "--items", "3"])).toBe(2);
  expect(await runCli(cli, ["experiment", "judges", "--models", "demo/judge"])).toBe(2);
  expect(await runCli(cli, ["experiment", "vote-or-debate"])).toBe(2);
});

test("The audit of a judge takes LLMBar's files too.", async () => {
  server.use(judgeBy(right));
  const file = join(folder, "dataset.json");
  await writeFile(file, JSON.stringify(entries));
  const { code, out } = await runAuditOf(server, ["--model", "openai/gpt-5.5", "--pairs", file, "--limit", "2"]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^accuracy +100\.0 % .* 4 of 4$/m)]);
});
