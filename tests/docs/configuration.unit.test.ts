import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONFIGURABLE_PROVIDERS, environmentSchema, providerVariables } from "../../infra/base/environment.ts";

const GUIDE = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");

/** The cells of a table between two comments, without its head. */
function table(name: string): string[][] {
  const [, between = ""] = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(GUIDE) ?? [];
  const rows = between.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The variables that a name in the table stands for. */
function variables(name: string): string[] {
  if (!name.startsWith("<PROVIDER>")) return [name];
  const all = CONFIGURABLE_PROVIDERS.flatMap((row) => Object.values(providerVariables(row)));
  return all.filter((each) => each?.endsWith(name.slice("<PROVIDER>".length))) as string[];
}

const code = (text: string) => `\`${text}\``;

test("the guide names exactly the variables of the environment, with their defaults", () => {
  const shown = table("environment").flatMap(([name = "", value = ""]) =>
    variables(name.replaceAll("`", "")).map((variable) => `${variable} ${value}`.trim()),
  );
  const defaults = environmentSchema.parse({}) as Record<string, unknown>;
  const real = Object.keys(environmentSchema.shape).map((name) => {
    const value = String((defaults[name] as string | number | string[] | undefined) ?? "");
    return value === "" ? name : `${name} ${code(value)}`;
  });
  expect(shown.toSorted()).toEqual(real.toSorted());
});

test("the guide's table of providers is the one that calls are made by", () => {
  const real = CONFIGURABLE_PROVIDERS.map((row) => {
    const { apiKey, baseUrl } = providerVariables(row);
    const key = apiKey ? `${code(apiKey)}${row.key === "optional" ? ", if it asks for one" : ""}` : "none";
    return [
      code(row.id),
      key,
      row.baseUrl ? code(row.baseUrl) : `set ${code(baseUrl)}`,
      row.defaultModel ? code(row.defaultModel) : "none",
    ];
  });
  expect(table("providers")).toEqual(real);
});
