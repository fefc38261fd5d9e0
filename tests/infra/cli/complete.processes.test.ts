import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../../infra/cli/parley.command.ts", import.meta.url));
const run = promisify(execFile);

async function complete(...args: string[]): Promise<string> {
  return (await run(process.execPath, [PROGRAM, "complete", ...args])).stdout;
}

test.each(["bash", "zsh", "fish"])("the script for %s asks parley what may come next", async (shell) => {
  expect(await complete(shell)).toMatch(/parley complete --/);
});

test("commands, options and the choices of an option are completed", async () => {
  expect(await complete("--", "pa")).toContain("pause\t");
  const names = await complete("--", "");
  for (const name of [
    "fork",
    "twin",
    "compare",
    "related",
    "import",
    "delete",
    "share",
    "rate",
    "say",
    "estimate",
    "models",
    "doctor",
  ])
    expect(names).toContain(`${name}\t`);
  expect(await complete("--", "share", "re")).toContain("revoke\t");
  expect(await complete("--", "fork", "--af")).toContain("--after-round\t");
  expect(await complete("--", "list", "--sta")).toContain("--status\t");
  expect(await complete("--", "debate", "--format", "ox")).toContain("oxford");
});
