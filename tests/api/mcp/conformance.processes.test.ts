/**
 * The protocol's own conformance suite (`@modelcontextprotocol/conformance`) against `/mcp`, by the requirements of both
 * revisions. Most of its scenarios call tools, prompts and resources that its example server has by name; what those scenarios
 * are about is tested beside this file. Its scenario for notifications of tasks only says that it is not written yet.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DEBATE } from "../../support/mcp.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

// Names of hosts are checked, as on a server that listens on this machine.
const world = await useWorld({ hosts: [] });

const SUITE = fileURLToPath(
  new URL("dist/index.js", import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);

/** Scenarios of which every check passes, and checks that pass among others that ask for the example server. */
const REVISIONS = {
  "2026-07-28": {
    whole: [
      "caching",
      "dns-rebinding-protection",
      "http-header-validation",
      "prompts-list",
      "resources-list",
      "sep-2164-resource-not-found",
      "tools-list",
    ],
    // Among others that call tools of the example server.
    checks: [
      "sep-2575-server-sends-subscription-ack",
      "sep-2575-server-tags-subscription-id",
      "tasks-extension-advertised",
      "sep-2663-tasks-methods-non-declaring",
    ],
  },
  "2025-11-25": {
    whole: ["dns-rebinding-protection", "ping", "prompts-list", "resources-list", "server-initialize", "tools-list"],
    checks: [],
  },
};
type Revision = keyof typeof REVISIONS;

/** What the suite and Parley say where a check asks for what the example server alone has, by name. */
const EXAMPLES = [
  /Tool '?[a-z\d_]+'? not found/,
  /there is no (prompt test_|resource test:)/,
  /^Not testable: server (does not list the diagnostic tool|exposes no tool with x-mcp-header)/,
  /^tools\/call for failing_job returned error code -32602/,
  // What such a tool would have begun.
  /^Not testable: no task was created|^Expected InputRequiredResult|^Prerequisite failed|^routing-task fixture/,
];
/** Methods that are optional, not declared, and so refused. */
const UNDECLARED = [
  "completion-complete",
  "logging-set-level",
  "resources-subscribe",
  "resources-unsubscribe",
  "tools-call-with-logging",
];

interface Check {
  scenario: string;
  id: string;
  status: string;
  errorMessage?: string;
}

async function checksOf(revision: Revision): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-conformance-"));
  try {
    const options = ["server", "--url", `${world.url}/mcp`, "--requirements", revision, "-o", folder];
    // It exits with 1, since the example server's own is missing.
    await promisify(execFile)(process.execPath, [SUITE, ...options]).catch(() => {});
    const runs = (await readdir(folder)).map(async (name) => {
      const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
      const checks = JSON.parse(await readFile(join(folder, name, "checks.json"), "utf8")) as Omit<Check, "scenario">[];
      return checks.map((check) => ({ ...check, scenario }));
    });
    return (await Promise.all(runs)).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isForeign({ id, errorMessage = "" }: Check): boolean {
  if (UNDECLARED.includes(id)) return errorMessage.includes("Method not found");
  return EXAMPLES.some((words) => words.test(errorMessage));
}

test.each(["2026-07-28", "2025-11-25"] as const)(
  "Of the requirements of %s all hold that need no example server.",
  async (revision) => {
    world.models.use(debaters(["p1", "p2"]));
    // A resource to read.
    const { id } = await world.create(DEBATE);
    await world.finished(id);
    const checks = await checksOf(revision);
    const failed = checks.filter(({ status }) => status === "FAILURE");
    expect(failed.filter((check) => !isForeign(check))).toEqual([]);
    const { whole, checks: wanted } = REVISIONS[revision];
    const passed = checks.filter(({ status }) => status === "SUCCESS");
    expect(passed.map(({ id: passedId }) => passedId)).toEqual(expect.arrayContaining(wanted));
    for (const scenario of whole) {
      expect(passed.map((check) => check.scenario)).toContain(scenario);
      const others = checks.filter((check) => check.scenario === scenario && check.status !== "SUCCESS");
      expect(others.filter(({ status }) => status !== "INFO")).toEqual([]);
    }
  },
);
