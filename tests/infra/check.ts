/**
 * `npm run infra:check`: builds the packages within their sizes, synthesises all templates (cdk-nag ends that with its
 * findings), and has cfn-lint read them. Offline, but for the first installation of cfn-lint.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { pythonTool } from "../support/python-tool.ts";

const ROOT = join(import.meta.dirname, "../..");
const CFN_LINT = "1.58.0";
/** W3005: the CDK writes a `DependsOn` beside the reference to a function's role, which is redundant and harmless. */
const IGNORED = "W3005";

process.exit(await main());

async function main(): Promise<number> {
  const node = process.execPath;
  return (
    (await run(node, ["infra/lambda/build.ts", "--architecture", process.arch === "arm64" ? "arm64" : "x64"])) ||
    (await run(node, ["infra/cdk/synth.ts"])) ||
    (await lint())
  );
}

async function lint(): Promise<number> {
  const program = await pythonTool({ name: "cfn-lint", version: CFN_LINT, say });
  if (program === null) {
    say("SKIPPED: cfn-lint needs python3, and there is none");
    return 0;
  }
  const templates = globSync(".infra/templates/*/*.template.json", { cwd: ROOT });
  const status = await run(program, ["--ignore-checks", IGNORED, "--", ...templates]);
  if (status === 0) say(`cfn-lint: ${templates.length} templates without a finding`);
  return status;
}

async function run(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: "inherit" });
  const [status] = (await once(child, "exit")) as [number | null];
  return status ?? 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
