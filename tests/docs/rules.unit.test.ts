import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HELD, WORK, type WorkPlace } from "../../api/base/places.ts";
import { EVENT_NAMES } from "../../domain/play/events/registry.events.ts";
import type { Format } from "../../domain/rules/formats/format.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { descriptionOf } from "../../domain/rules/protocols/format-description.ts";
import { RETRIES } from "../../domain/shapes/faults/kinds.shape.ts";
import { lifecycleDiagram } from "../../domain/shapes/lifecycle.shape.ts";
import { withoutJq } from "./commands.ts";
import { commandsIn, documents } from "./documents.ts";

const read = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");
const OPERATIONS = read("operations");

test("the picture of the lifecycle is the table's", () => {
  const [, shown] = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- \/lifecycle -->/.exec(read("architecture")) ?? [];
  expect(shown).toBe(`\`\`\`mermaid\n${lifecycleDiagram()}\n\`\`\``);
});

/** A line of the table of formats, and a command that tries it. */
function rowOf(format: Format): string {
  const { name, title, summary, rounds, participants } = format;
  const { conclusion, isDefault } = descriptionOf(format);
  const speakers = participants.min === participants.max ? participants.min : `${participants.min}–${participants.max}`;
  return `| \`${name}\`${isDefault ? " (the default)" : ""} | ${title} | ${summary} | ${conclusion} | ${speakers} | ${rounds.min}–${rounds.max} (${rounds.default}) |`;
}

function commandOf(format: Format): string {
  const { name, rounds, participants } = format;
  const { seats } = descriptionOf(format);
  const speakers = ["Ada", "Ben", "Cleo"].slice(0, participants.min).map((speaker, i) => ({
    name: speaker,
    model: "demo/debater",
    ...(seats?.field && { [seats.field]: seats.choices[i] }),
  }));
  const body = { topic: "Is chess a sport?", format: name, maxRounds: Math.max(2, rounds.min), participants: speakers };
  return `curl -s $API/v1/debates -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}

const SECURITY = new URL("../../SECURITY.md", import.meta.url).pathname;
const FORMATS_PAGE = new URL("../../docs/formats.md", import.meta.url).pathname;

/** Replaces what stands between the two marks. */
const between = (name: string, lines: string[]) => (text: string) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open, close) => `${open}${lines.join("\n")}\n${close}`,
  );

/** `npm test -- tests/docs -u` writes the table and the commands. */
test("the page of formats has the row and the command of each record", async () => {
  const formats = Object.values(FORMATS_BY_NAME);
  const head = [
    "| format | title | how it runs | ends in | participants | rounds (default) |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  const commands = ["```sh", ...formats.map(commandOf), "```"];
  const page = between("formats", [...head, ...formats.map(rowOf)])(between("commands", commands)(read("formats")));
  for (const format of formats) expect(page).toContain(`${rowOf(format)}\n`);
  for (const format of formats) expect(page).toContain(`${commandOf(format)}\n`);
  await expect(page).toMatchFileSnapshot(FORMATS_PAGE);
});

/** `npm test -- tests/docs -u` writes the tables. */
test("SECURITY.md has the bounds of every place that requests share", async () => {
  const head = (of: string) => [`| ${of} | end |`, `|${" --- |".repeat(of.split("|").length + 1)}`];
  const work = Object.values<WorkPlace>(WORK).map(
    ({ what, owner = "tenant, then key", atOnce, byTenant, waiting, waitMs, end }) =>
      `| ${what} | ${owner} | ${byTenant} | ${atOnce} | ${waiting}, in all ${waiting * 4}; ${waitMs / 1000} s | ${end} |`,
  );
  const held = Object.values(HELD).map(
    ({ what, byKey, byShare, byTenant, inAll, end }) =>
      `| ${what} | key or subject ${byKey}, share link ${byShare}, tenant ${byTenant} | ${inAll} | ${end} |`,
  );
  const text = readFileSync(SECURITY, "utf8");
  const places = [...head("work | owner | of a tenant | in all | may wait"), ...work];
  const waits = [...head("requests that wait | of an owner | in all"), ...held];
  const page = between("held places", waits)(between("places", places)(text));
  for (const row of [...work, ...held]) expect(page).toContain(row);
  await expect(page).toMatchFileSnapshot(SECURITY);
});

test("every command of the documents can be written without jq, as they say", () => {
  const commands = documents().flatMap(({ text }) => commandsIn(text));
  expect(commands.some((command) => /\bjq\b/.test(command))).toBe(true);
  for (const command of commands) expect(withoutJq(command)).not.toMatch(/\bjq\b/);
  expect(withoutJq("ID=$(curl -s x | jq -r .id)")).toBe("ID=$(curl -s x | grep -o 'deb-[0-9A-Z-]*' | head -n 1)");
});

test("no command waits for a stream to end by itself in a pipe", () => {
  const streams = documents().flatMap(({ text }) => commandsIn(text).filter((command) => /curl -sN/.test(command)));
  expect(streams.length).toBeGreaterThan(2);
  for (const command of streams) expect(command).toMatch(/--max-time \d+/);
});

test("the table of events has every event, in the order of the registry", () => {
  const [, table = ""] = /<!-- events -->\n([\s\S]*?)\n<!-- \/events -->/.exec(read("api")) ?? [];
  const names = [...table.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, name]) => name);
  expect(names).toEqual(EVENT_NAMES);
});

test.each(Object.entries(RETRIES))(
  "the guide says how often a fault of the kind %s is tried again",
  (kind, retries) => {
    const row = OPERATIONS.split("\n").find(
      (line) => line.startsWith("|") && line.split("|")[1]?.includes(`\`${kind}\``),
    );
    const said = retries === 0 ? "no retry" : retries === 1 ? "1 retry" : `${retries} retries`;
    expect(row).toContain(` ${said}`);
  },
);
