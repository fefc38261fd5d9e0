/** A copy of the product with three formats more: the guide's example, and a second one of each other protocol. */
import { cp, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const REGISTRY = "domain/rules/formats/registry.ts";
const NAMES = "domain/shapes/format-names.ts";

interface Added {
  /** Its file's text, and its line in the registry. */
  file: string;
  line: string;
}

const RED_TEAM: Added = {
  line: `  "red-team": redTeam,`,
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
  line: "  committee,",
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

/** The code after `<!-- example: name -->` in docs/CONTRIBUTING.md. */
async function example(name: string): Promise<string> {
  const guide = await readFile(join(ROOT, "docs/CONTRIBUTING.md"), "utf8");
  const [, block = ""] = guide.split(`<!-- example: ${name} -->\n\`\`\`ts\n`);
  const [code = ""] = block.split("\n```");
  if (code === "") throw new Error(`docs/CONTRIBUTING.md has no example ${name}`);
  return `${code}\n`;
}

/** A temporary folder with these folders of the product; `node_modules` is a link. */
export async function copyWithFormats(folders: string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "parley-formats-"));
  for (const name of [...folders, "package.json"]) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const advocate = {
    file: await example("domain/rules/formats/devils-advocate.ts"),
    line: (await example(`a line of ${REGISTRY}`)).trimEnd(),
  };
  for (const format of [advocate, RED_TEAM, COMMITTEE]) await add(copy, format);
  return copy;
}

async function add(copy: string, { file, line }: Added): Promise<void> {
  const [, name = ""] = /name: "([\w-]+)"/.exec(file) ?? [];
  const [, constant = ""] = /export const (\w+)/.exec(file) ?? [];
  await writeFile(join(copy, `domain/rules/formats/${name}.ts`), file);
  const first = `import { ${constant} } from "./${name}.ts";\n`;
  await addLine(join(copy, REGISTRY), { line, end: "\n};\n", first });
  await addLine(join(copy, NAMES), { line: `  "${name}",`, end: "\n] as const" });
}

/** At the end of the only list of a file; `first` comes before all else. */
async function addLine(path: string, { line, end, first = "" }: { line: string; end: string; first?: string }) {
  const [head = "", tail, ...rest] = (await readFile(path, "utf8")).split(end);
  if (tail === undefined || rest.length > 0) throw new Error(`${path} has no single list to add to`);
  await writeFile(path, `${first}${head}\n${line}${end}${tail}`);
}
