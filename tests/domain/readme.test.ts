import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RETRIES } from "../../domain/faults.ts";
import { FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import { lifecycleDiagram, MAX_RETRIES } from "../../domain/lifecycle.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** Tables are padded for the eye. */
const UNPADDED = README.replaceAll(/ +\|/g, " |");

test("the README's picture of the lifecycle is the table's", () => {
  const [, shown] = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- \/lifecycle -->/.exec(README) ?? [];
  expect(shown).toBe(`\`\`\`mermaid\n${lifecycleDiagram()}\n\`\`\``);
});

test.each(Object.values(FORMATS_BY_NAME))("the README's table of formats says what $name is", (format) => {
  const { name, summary, rounds, participants } = format;
  const speakers = participants.min === participants.max ? participants.min : `${participants.min}–${participants.max}`;
  const cells = [`\`${name}\``, summary, speakers, `${rounds.min}–${rounds.max} (${rounds.default})`];
  expect(UNPADDED).toContain(`| ${cells.join(" | ")} |`);
  expect(README, "a line to try it with").toContain(`"format":"${name}"`);
});

test.each(Object.entries(RETRIES))(
  "the README says how often a fault of the kind %s is tried again",
  (kind, retries) => {
    const row = README.split("\n").find((line) => line.startsWith("|") && line.split("|")[1]?.includes(`\`${kind}\``));
    const said = retries === 0 ? "no retry" : retries === 1 ? "1 retry" : `${retries} retries`;
    expect(row).toContain(` ${said}`);
  },
);

test("the README says how often an owner may retry", () => {
  expect(README).toContain(`\`retry\` is possible ${MAX_RETRIES} times.`);
});
