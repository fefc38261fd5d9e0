import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadConfig } from "../../infra/base/config.infra-base.ts";
import { environmentSchema } from "../../infra/base/environment.ts";

const LINES = readFileSync(new URL("../../.env.example", import.meta.url), "utf8").split("\n");
const VARIABLES = LINES.flatMap((line) => {
  const match = /^#?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line);
  return match ? [[match[1] as string, match[2] as string] as const] : [];
});

test(".env.example names exactly the variables of the schema, each once", () => {
  const names = VARIABLES.map(([name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
});

test("the values shown in .env.example are the defaults", () => {
  expect(loadConfig(Object.fromEntries(VARIABLES))).toEqual(loadConfig({}));
  const withDefault = Object.entries(environmentSchema.parse({})).filter(
    ([, value]) => value !== "" && [value].flat().length > 0,
  );
  const shown = VARIABLES.filter(([, value]) => value !== "").map(([name]) => name);
  expect(shown.toSorted()).toEqual(withDefault.map(([name]) => name).toSorted());
});

test("a copy of .env.example sets nothing until somebody takes a # away", () => {
  expect(LINES.filter((line) => line.trim() !== "" && !line.startsWith("#"))).toEqual([]);
});
