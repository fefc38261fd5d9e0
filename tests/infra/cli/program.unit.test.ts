import { expect, test } from "vitest";
import type { Cli } from "../../../infra/cli/base/cli.ts";
import { createProgram } from "../../../infra/cli/program.command.ts";

const namesFor = async (...argv: string[]) => {
  const program = await createProgram({ streams: { out: () => {}, err: () => {} } } as unknown as Cli, argv);
  return program.commands.map((command) => command.name()).filter((name) => name !== "complete");
};

test("the help has every command, and so has a word that is none", async () => {
  const all = await namesFor("--help");
  expect(all.length).toBeGreaterThan(35);
  expect(new Set(all).size).toBe(all.length);
  for (const line of [[], ["help"], ["complete", "--", ""], ["forks"], ["toString"]])
    expect(await namesFor(...line)).toEqual(all);
});

test("every command is found by its name, beside those that are written with it", async () => {
  for (const name of await namesFor()) {
    const loaded = await namesFor(name, "deb-1");
    expect(loaded).toContain(name);
    expect(loaded.length).toBeLessThan(8);
  }
});

test("the version needs no command", async () => {
  for (const flag of ["-V", "--version"]) expect(await namesFor(flag)).toEqual([]);
});
