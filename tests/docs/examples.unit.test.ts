/**
 * The examples of docstrings are true. Below `@example` stand statements that end with `;`, and lines such as these:
 *
 *     expression // → value
 *     expression // throws "part of the message"
 *
 * An example may use what its file exports, what it imports itself, and the names of `SCOPE`.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { runInThisContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { catalogueOf } from "../support/models/catalogue.ts";
import { planFor } from "../support/random/plans.ts";

const ROOT = join(import.meta.dirname, "../..");
const ROOMS = ["base", "shapes", "rules", "judge", "prompts", "play", "around", "show"];
/** So many files outside its room import a function that must have an example. */
const MUCH_USED = 6;

const plan = planFor();
/** A catalogue with models of the demo, the plan of a debate between `p1` and `p2`, and its first state. */
const SCOPE = { z, demo: catalogueOf(), plan, state: initialState(plan) };

const sources = new Map(
  globSync("{domain,features,activities,store,workflows,api,infra}/**/*.ts", { cwd: ROOT }).map((file) => [
    file,
    readFileSync(join(ROOT, file), "utf8"),
  ]),
);

interface Example {
  file: string;
  name: string;
  lines: string[];
}

const DOCSTRING = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:async )?(?:function\*?|const) (\w+)/g;

function examplesIn(file: string): Example[] {
  return Array.from((sources.get(file) ?? "").matchAll(DOCSTRING), ([, comment = "", name = ""]) => {
    const [, code = ""] = comment.split("@example\n");
    const lines = code.split("\n").map((line) => line.replace(/^ \* ?/, "").trim());
    return { file, name, lines: lines.filter((line) => line !== "") };
  }).filter(({ lines }) => lines.length > 0);
}

const EXAMPLES = [...sources.keys()]
  .filter((file) => /^domain\/|^features\/\w+\/domain\//.test(file))
  .flatMap(examplesIn);

const IMPORT = /^import \{ (.+) \} from "(.+)";$/;

/** As JavaScript: assertions call `same` and `fails`. */
function scriptOf(lines: string[]): string {
  const parts: string[] = [];
  let open = "";
  for (const line of lines.filter((one) => !IMPORT.test(one))) {
    open += `${line}\n`;
    const [, code, value] = /^([^]+) \/\/ → (.+)\n$/.exec(open) ?? [];
    const [, thrower, message] = /^([^]+) \/\/ throws (".+")\n$/.exec(open) ?? [];
    if (code) parts.push(`same(${code}, ${value});`);
    else if (thrower) parts.push(`fails(() => ${thrower}, ${message});`);
    else if (line.endsWith(";")) parts.push(open);
    else continue;
    open = "";
  }
  if (open !== "") throw new Error(`this is neither a statement nor an assertion: ${open}`);
  return parts.join("\n");
}

async function namesFor({ file, lines }: Example): Promise<Record<string, unknown>> {
  const paths = lines.flatMap((line) => IMPORT.exec(line)?.[2] ?? []);
  const modules = [join(ROOT, file), ...paths.map((path) => join(ROOT, dirname(file), path))];
  return Object.assign({}, SCOPE, ...(await Promise.all(modules.map((path) => import(path)))));
}

test.each(EXAMPLES)("The example of $name in $file is true.", async (example) => {
  const names = await namesFor(example);
  const same = (one: unknown, other: unknown) => expect(one).toEqual(other);
  const fails = (run: () => unknown, message: string) => expect(run).toThrow(message);
  const all = { ...names, same, fails };
  const run = runInThisContext(`(({ ${Object.keys(all).join(", ")} }) => {{\n${scriptOf(example.lines)}\n}})`, {
    filename: `${example.file}: the example of ${example.name}`,
  }) as (names: object) => void;
  run(all);
  expect.hasAssertions();
});

const NAMED = /import \{([^}]*)\} from "(\.[^"]+)"/g;
const roomOf = (file: string) => file.split("/", file.startsWith("domain/") ? 2 : 1).join("/");

/** Functions of the domain that many files outside their room import, as `file name`. */
function muchUsed(): string[] {
  const uses = [...sources].flatMap(([from, source]) =>
    Array.from(source.matchAll(NAMED), ([, names = "", path = ""]) => {
      const file = relative(ROOT, join(ROOT, dirname(from), path));
      if (!file.startsWith("domain/") || roomOf(file) === roomOf(from)) return [];
      return names.split(",").map((name) => `${file} ${name.trim().split(" as ")[0]}`);
    }).flat(),
  );
  return [...Map.groupBy(uses, (use) => use)]
    .filter(([, all]) => all.length >= MUCH_USED)
    .map(([use]) => use)
    .filter((use) => {
      const [file = "", name] = use.split(" ");
      return new RegExp(`^export (?:async )?function\\*? ${name}\\b`, "m").test(sources.get(file) ?? "");
    });
}

describe("Examples", () => {
  const known = EXAMPLES.map(({ file, name }) => `${file} ${name}`);

  test(`stand at every function that ${MUCH_USED} files outside its room import.`, () => {
    const used = muchUsed();
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((use) => !known.includes(use))).toEqual([]);
  });

  test.each(ROOMS)("show what the room %s is for.", (room) => {
    expect(known.filter((one) => one.startsWith(`domain/${room}/`)).length).toBeGreaterThanOrEqual(2);
  });
});
