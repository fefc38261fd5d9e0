import { expect, test } from "vitest";
import type { Cli } from "../../../infra/cli/base/cli.ts";
import { createProgram } from "../../../infra/cli/program.command.ts";

async function refusal(...argv: string[]): Promise<string> {
  let said = "";
  const write = (text: string) => void (said += text);
  const line = ["debate", "Is it so?", ...argv];
  const program = await createProgram({ streams: { out: write, err: write } } as unknown as Cli, line);
  await expect(program.parseAsync(line, { from: "user" })).rejects.toThrow();
  return said;
}

test.each([
  ["--model", "--participants, whose entries name their models"],
  ["--max-rounds", "--rounds"],
  ["--budget", "--max-cost"],
  ["--formt", "--format"],
])("the option %s is told which one was meant", async (option, meant) => {
  const said = await refusal(option, "3");
  expect(said).toContain(`unknown option '${option}'`);
  expect(said.match(/Did you mean [^)]*/g)).toEqual([`Did you mean ${meant}?`]);
});

test("what is like nothing gets no hint", async () => {
  expect(await refusal("--xyzzyx")).not.toContain("Did you mean");
});
