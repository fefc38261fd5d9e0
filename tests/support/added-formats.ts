/** A copy of the product with three formats more: the guide's example, and a second one of each other protocol. */
import { cp, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addLine, example } from "./guide-examples.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const REGISTRY = "domain/rules/formats/registry.format.ts";
const NAMES = "domain/shapes/format-names.ts";

interface Added {
  /** Its file's text, its line in the registry, and its line among the names. */
  file: string;
  line: string;
  name: string;
}

const RED_TEAM: Added = {
  line: `  "red-team": redTeam,\n`,
  name: `  "red-team",\n`,
  file: `import { defineFormat } from "./format.ts";

/** A plan is attacked by an adversary, at most four times, and then written up. */
export const redTeam = defineFormat({
  name: "red-team",
  title: "Red team",
  summary: "A plan is attacked as an adversary would, and then written up.",
  protocol: "proposer-skeptic",
  participants: { min: 3, max: 3 },
  rounds: { min: 1, max: 4, default: 2 },
  judging: "final-only",
  rules: "The proposer makes a plan. The skeptic attacks it as an adversary would. The synthesizer writes the plan up.",
});
`,
};

const COMMITTEE: Added = {
  line: "  committee,\n",
  name: `  "committee",\n`,
  file: `import { defineFormat } from "./format.ts";

/** Three to five experts advise on one decision. */
export const committee = defineFormat({
  name: "committee",
  title: "Committee",
  summary: "Experts advise, criticise one another's advice and improve their own; the judge makes one advice of it.",
  protocol: "dialectic",
  participants: { min: 3, max: 5 },
  rounds: { min: 1, max: 3, default: 2 },
  judging: "final-only",
  rules: "Experts advise on one decision. Each criticises the advice of the others and improves its own.",
});
`,
};

/** A temporary folder with these folders of the product; `node_modules` is a link. */
export async function copyWithFormats(folders: string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "parley-formats-"));
  for (const name of [...folders, "package.json"]) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const advocate = {
    file: await example("domain/rules/formats/devils-advocate.ts"),
    line: await example(`a line of ${REGISTRY}`),
    name: await example(`a line of ${NAMES}`),
  };
  for (const format of [advocate, RED_TEAM, COMMITTEE]) await add(copy, format);
  return copy;
}

async function add(copy: string, { file, line, name }: Added): Promise<void> {
  const [, basename = ""] = /name: "([\w-]+)"/.exec(file) ?? [];
  const [, constant = ""] = /export const (\w+)/.exec(file) ?? [];
  await writeFile(join(copy, `domain/rules/formats/${basename}.ts`), file);
  const first = `import { ${constant} } from "./${basename}.ts";\n`;
  await addLine(join(copy, REGISTRY), { line, end: "};", first });
  await addLine(join(copy, NAMES), { line: name, end: "] as const" });
}
