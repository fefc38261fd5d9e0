/** Three formats more for a copy of the product: the guide's example, and a second one of two other protocols. */
import { type Copy, example } from "./recipes.ts";

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
  when: "When a plan should stand an attack.",
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
  when: "When one decision needs the advice of several experts.",
  summary: "Experts advise, criticise one another's advice and improve their own; the judge makes one advice of it.",
  protocol: "dialectic",
  participants: { min: 3, max: 5 },
  rounds: { min: 1, max: 3, default: 2 },
  judging: "final-only",
  rules: "Experts advise on one decision. Each criticises the advice of the others and improves its own.",
});
`,
};

/** Adds the three as the guide says: a file, a line of the registry and a name each. */
export async function addFormats(copy: Copy): Promise<void> {
  const advocate = {
    file: await example("domain/rules/formats/devils-advocate.ts"),
    line: await example(`a line of ${REGISTRY}`),
    name: await example(`a line of ${NAMES}`),
  };
  for (const { file, line, name } of [advocate, RED_TEAM, COMMITTEE]) {
    const [, basename = ""] = /name: "([\w-]+)"/.exec(file) ?? [];
    const [, constant = ""] = /export const (\w+)/.exec(file) ?? [];
    await copy.write(`domain/rules/formats/${basename}.ts`, file);
    const first = `import { ${constant} } from "./${basename}.ts";\n`;
    await copy.addLine(REGISTRY, { line, end: "};", first });
    await copy.addLine(NAMES, { line: name, end: "] as const" });
  }
}
