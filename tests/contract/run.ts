/**
 * Runs every check of schemathesis against a server that runs: what it answers is what /openapi.json says. Before that,
 * opens debates that it exports for Inspect AI, asks it as a model by OpenAI's and LiteLLM's packages, and verifies signed
 * exports in Python.
 *
 *     npm run contract                     all of it
 *     npm run contract -- --only-inspect   debates as logs of Inspect AI alone
 *     npm run contract -- --only-openai    the packages of OpenAI and LiteLLM alone
 *     npm run contract -- --only-receipts  signed exports alone
 *     npm run contract -- --sample=7       all of the programs, a part of the operations, 10 examples of each kind
 *     npm run contract -- --phases fuzzing --include-operation-id createDebate
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Description, fieldsOf, type Route, routesOf } from "../hostile/description.ts";
import { type Sample, sampleOf } from "../support/sample.ts";
import { pythonTool } from "../support/servers/python-tool.ts";
import { openLogs } from "./inspect.ts";
import { askAsOpenAi } from "./openai.ts";
import { verifyReceipts } from "./receipts.ts";
import { type ContractServer, startContractServer } from "./server.ts";

const VERSION = "4.32.5";
/** All 43,600 cases took 18 minutes of two cores. Beside two other steps, on a slow machine, they may take four times that. */
const MOST_SECONDS = { whole: 4_800, sample: 1_100 };
const LEAST_CASES = { whole: 20_000, sample: 500 };
/** A sample has one of so many operations. */
const PARTS = 8;
const EXAMPLES_OF_SAMPLE = 10;
/** A whole debate as a request has 28,000 cases, which take as long as all others of a sample: they are nightly's. */
const WITHOUT_IMPORTS = `
[[operations]]
include-operation-id = "importDebate"
phases = { coverage = { enabled = false } }
`;
/** What is done before schemathesis, by the option that does it alone. */
const BEFORE = { "--only-inspect": openLogs, "--only-openai": askAsOpenAi, "--only-receipts": verifyReceipts };
const HERE = import.meta.dirname;

process.exit(await main(process.argv.slice(2)));

async function main(given: string[]): Promise<number> {
  const sample = sampleOf(given);
  const options = sample.others;
  const program = await pythonTool({ name: "schemathesis", version: VERSION, say });
  if (program === null) {
    say("SKIPPED: the contract run needs python3, and there is none");
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-contract-"));
  await using open = new AsyncDisposableStack();
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const server = open.adopt(await startContractServer(folder), (it) => it.stop());
  const [first = ""] = options;
  for (const [option, act] of Object.entries(BEFORE)) {
    if (options.length > 0 && first !== option) continue;
    const acted = await act(server, { folder, say });
    if (acted !== 0 || first === option) return acted;
  }
  const part = sample.number === null ? [] : await optionsOf(sample, server);
  const settings = await readFile(join(HERE, "schemathesis.toml"), "utf8");
  await writeFile(join(folder, "schemathesis.toml"), sample.number === null ? settings : settings + WITHOUT_IMPORTS);
  const size = sample.number === null ? "whole" : "sample";
  const mostSeconds = MOST_SECONDS[size];
  const status = await check({ program, server, folder, options: [...part, ...options], mostSeconds });
  if (status === null) return 1;
  const cases = await countCases(join(folder, "report.json"));
  say(`${cases} cases`);
  const least = LEAST_CASES[size];
  if (options.length === 0 && cases < least) {
    say(`that is less than the ${least} wanted`);
    return 1;
  }
  return status;
}

/** A sample's operations, and how many examples it has of each kind. Each sample has its share of the large ones. */
async function optionsOf(sample: Sample, server: ContractServer): Promise<string[]> {
  const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description;
  const bodyOf = ({ requestBody }: Route) => Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const sized = routesOf(description).map((route) => {
    return { id: route.operationId, fields: fieldsOf(bodyOf(route), description).length };
  });
  const ids = sized.toSorted((a, b) => b.fields - a.fields || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
  const chosen = ids.filter((_, place) => sample.has(place, PARTS));
  say(`${chosen.length} of ${ids.length} operations: ${chosen.join(" ")}`);
  return [...chosen.flatMap((id) => ["--include-operation-id", id]), "--max-examples", String(EXAMPLES_OF_SAMPLE)];
}

/** null: it was not done in time. */
async function check(input: {
  program: string;
  server: ContractServer;
  folder: string;
  options: string[];
  mostSeconds: number;
}): Promise<number | null> {
  const { program, server, folder, options, mostSeconds } = input;
  const report = join(folder, "report.json");
  const child = spawn(
    program,
    ["run", `${server.url}/openapi.json`, "--report", "json", "--report-json-path", report, ...options],
    {
      stdio: "inherit",
      cwd: folder,
      timeout: mostSeconds * 1000,
      env: {
        ...process.env,
        CONTRACT_HOOKS: join(HERE, "hooks.py"),
        CONTRACT_TOKEN: server.token,
      },
    },
  );
  const [status] = (await once(child, "exit")) as [number | null];
  if (status === null) say(`it was not done after ${mostSeconds} seconds`);
  return status;
}

async function countCases(report: string): Promise<number> {
  const text = await readFile(report, "utf8").catch(() => "{}");
  const { test_cases: cases } = JSON.parse(text) as { test_cases?: { generated: number } };
  return cases?.generated ?? 0;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
