/**
 * Runs every check of schemathesis against a server that runs: what it answers is what /openapi.json says. Before that,
 * opens debates that it exports for Inspect AI, asks it as a model by OpenAI's and LiteLLM's packages, and verifies signed
 * exports in Python.
 *
 *     npm run contract                     all of it
 *     npm run contract -- --only-inspect   debates as logs of Inspect AI alone
 *     npm run contract -- --only-openai    the packages of OpenAI and LiteLLM alone
 *     npm run contract -- --only-receipts  signed exports alone
 *     npm run contract -- --sample=7       a quarter of the examples, drawn by this number
 *     npm run contract -- --phases fuzzing --include-operation-id createDebate
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sample, sampleOf } from "../support/sample.ts";
import { pythonTool } from "../support/servers/python-tool.ts";
import { openLogs } from "./inspect.ts";
import { askAsOpenAi } from "./openai.ts";
import { verifyReceipts } from "./receipts.ts";
import { type ContractServer, startContractServer } from "./server.ts";

const VERSION = "4.32.5";
const MOST_SECONDS = 1_100;
const LEAST_CASES = 2_000;
/** Of each kind, in a sample. */
const SAMPLE_EXAMPLES = 10;
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
  const status = await check({ program, server, folder, options, sample });
  const cases = await countCases(join(folder, "report.json"));
  say(`${cases} cases`);
  if (options.length === 0 && cases < LEAST_CASES) {
    say(`that is less than the ${LEAST_CASES} wanted`);
    return 1;
  }
  return status;
}

async function check(input: {
  program: string;
  server: ContractServer;
  folder: string;
  options: string[];
  sample: Sample;
}): Promise<number> {
  const { program, server, folder, options, sample } = input;
  const report = join(folder, "report.json");
  await writeFile(join(folder, "schemathesis.toml"), await settings(sample));
  const child = spawn(
    program,
    ["run", `${server.url}/openapi.json`, "--report", "json", "--report-json-path", report, ...options],
    {
      stdio: "inherit",
      cwd: folder,
      timeout: MOST_SECONDS * 1000,
      env: {
        ...process.env,
        CONTRACT_HOOKS: join(HERE, "hooks.py"),
        CONTRACT_TOKEN: server.token,
      },
    },
  );
  const [status, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal) say(`it was not done after ${MOST_SECONDS} seconds`);
  return status ?? 1;
}

/** The examples of a sample depend on its number; those of a whole run are always the same. */
async function settings({ number }: Sample): Promise<string> {
  const whole = await readFile(join(HERE, "schemathesis.toml"), "utf8");
  if (number === null) return whole;
  return whole
    .replace(/^seed = .*$/m, `seed = ${number}`)
    .replace(/^max-examples = .*$/m, `max-examples = ${SAMPLE_EXAMPLES}`)
    .replace(/^deterministic = .*$/m, "deterministic = false");
}

async function countCases(report: string): Promise<number> {
  const text = await readFile(report, "utf8").catch(() => "{}");
  const { test_cases: cases } = JSON.parse(text) as { test_cases?: { generated: number } };
  return cases?.generated ?? 0;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
