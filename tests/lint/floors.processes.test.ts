/** The lint holds the floors and the rooms of the domain: each case is a file that breaks one rule, or none. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ROOMS = ["base", "shapes", "rules", "judge", "prompts", "play", "around", "show"];
const PURE = "domain/ is pure";
const FLOOR = "domain/ imports nothing of the other folders";
const DETERMINISTIC = "workflows are deterministic";

interface Case {
  file: string;
  imports: string;
  /** A part of what the lint says; null: nothing. */
  says: string | null;
}

const CASES: Case[] = [
  ...ROOMS.flatMap((room, at) => [
    ...ROOMS.map((other, to) => ({
      file: `domain/${room}/deep/of-${other}.ts`,
      imports: `import type { X } from "../../${other}/x.ts";`,
      says: to > at ? `\`${room}\` knows` : null,
    })),
    { file: `domain/${room}/of-node.ts`, imports: 'import { X } from "node:fs";', says: PURE },
    { file: `domain/${room}/of-store.ts`, imports: 'import { X } from "../../store/x.ts";', says: FLOOR },
  ]),
  { file: "workflows/of-node.ts", imports: 'import { X } from "node:fs";', says: DETERMINISTIC },
  { file: "workflows/of-zod.ts", imports: 'import { X } from "zod";', says: DETERMINISTIC },
  {
    file: "workflows/of-schemas.ts",
    imports: 'import { X } from "../domain/shapes/schemas/x.ts";',
    says: "types only",
  },
  { file: "workflows/of-types.ts", imports: 'import type { X } from "../domain/shapes/schemas/x.ts";', says: null },
  { file: "workflows/of-domain.ts", imports: 'import { X } from "../domain/play/x.ts";', says: null },
  { file: "store/of-api.ts", imports: 'import { X } from "../api/x.ts";', says: "store/ imports domain/ only" },
  { file: "api/of-activities.ts", imports: 'import { X } from "../activities/x.ts";', says: "api/ imports" },
];

test("Each floor and each room imports only what stands below it.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-lint-"));
  try {
    const config = JSON.parse(await readFile(join(ROOT, ".oxlintrc.json"), "utf8"));
    const { $schema: _, options: _typeAware, ...rules } = config;
    await writeFile(join(folder, ".oxlintrc.json"), JSON.stringify(rules));
    for (const { file, imports } of CASES) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${imports}\nexport const y: X | null = null;\n`);
    }
    const said = await lint(folder);
    const found = CASES.map(({ file, says }) => {
      const help = said.filter(({ filename }) => filename === file).map((one) => one.help);
      return { file, says: help.length === 0 ? null : help.some((text) => says && text.includes(says)) ? says : help };
    });
    expect(found).toEqual(CASES.map(({ file, says }) => ({ file, says })));
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** What the rule of imports says. */
async function lint(cwd: string): Promise<{ filename: string; help: string }[]> {
  const run = promisify(execFile)(join(ROOT, "node_modules/.bin/oxlint"), ["-f", "json"], { cwd });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; help: string }[] };
  return diagnostics.filter(({ code }) => code.includes("no-restricted-imports"));
}
