/** `parley presets`: lists, shows, saves, compares and deletes saved debate requests. */
import type { Command } from "commander";
import { type Client, ParleyProblem, type Preset, type PresetDifference } from "../../api/client/index.ts";
import { numberIn } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { addServerOptions, type ServerOptions } from "./base/server-options.ts";
import { tableText } from "./base/table.cli.ts";
import { plainLine, shortened } from "./base/terminal.ts";
import { readJsonObject } from "./base/text-file.ts";

interface SaveOptions extends ServerOptions {
  description?: string;
}

const LONGEST = 70;
const PAGE = 100;
const anyVersion = numberIn({ min: 1, max: 999_999, whole: true });

export function registerPresets(program: Command, cli: Cli): void {
  const presets = program.command("presets").description("debate requests that are saved under a name");

  addServerOptions(presets.command("list", { isDefault: true }))
    .description("show the newest version of each, the built-in ones first")
    .action(async (options: ServerOptions) => {
      const items = await allOf(await clientOf(cli, options));
      if (options.json) return printJson(cli, items);
      cli.streams.out(listText(items));
    });

  addServerOptions(presets.command("show"))
    .description("print a preset's request as JSON")
    .argument("<name>", "the preset; weekly@3 is its third version")
    .action(async (name: string, options: ServerOptions) => {
      const preset = await (await clientOf(cli, options)).presets.get(name);
      printJson(cli, options.json ? preset : preset.request);
    });

  addServerOptions(presets.command("save"))
    .description("save a debate request under a name, or as the name's next version")
    .argument("<name>", "lower-case letters, digits and dashes")
    .argument("<file>", "the request as JSON; its topic may be left out")
    .option("-d, --description <text>", "what it is for")
    .action(async (name: string, file: string, options: SaveOptions) => {
      const { description } = options;
      const version = { request: await readJsonObject(file), ...(description !== undefined && { description }) };
      const saved = await save(await clientOf(cli, options), name, version);
      if (options.json) return printJson(cli, saved);
      cli.streams.out(`${saved.name}@${saved.version}\n`);
    });

  addServerOptions(presets.command("diff"))
    .description("show what changed from one version to another")
    .argument("<name>", "the preset")
    .argument("<from>", "a version", anyVersion)
    .argument("[to]", "the other version (default: the newest)", anyVersion)
    .action(async (name: string, from: number, to: number | undefined, options: ServerOptions) => {
      const between = { from, ...(to !== undefined && { to }) };
      const difference = await (await clientOf(cli, options)).presets.diff(name, between);
      if (options.json) return printJson(cli, difference);
      cli.streams.out(differenceText(difference));
    });

  addServerOptions(presets.command("delete"))
    .description("remove a preset from the list; its versions stay readable")
    .argument("<name>", "the preset")
    .action(async (name: string, options: ServerOptions) => {
      await (await clientOf(cli, options)).presets.delete(name);
      cli.streams.err(`${name} is deleted\n`);
    });
}

async function allOf({ presets }: Client): Promise<Preset[]> {
  const items: Preset[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await presets.list({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

/** The next version, or the first one of a new name. */
async function save(
  { presets }: Client,
  name: string,
  version: { request: Record<string, unknown>; description?: string },
): Promise<Preset> {
  try {
    return await presets.save(name, version);
  } catch (error) {
    if (error instanceof ParleyProblem && error.status === 404) return presets.create({ name, ...version });
    throw error;
  }
}

function listText(presets: Preset[]): string {
  const rows = presets.map(({ name, version, builtIn, description = "" }) => [
    name,
    String(version),
    builtIn ? "built in" : "",
    shortened(plainLine(description), LONGEST),
  ]);
  return tableText({ head: ["NAME", "VERSION", "", "WHAT FOR"], figures: ["VERSION"], rows });
}

function differenceText({ name, from, to, changes }: PresetDifference): string {
  const lines = changes.map(({ pointer, before, after }) => `${pointer}: ${shown(before)} → ${shown(after)}`);
  const nothing = `${name}@${from} and ${name}@${to} say the same`;
  return `${lines.length > 0 ? lines.map(plainLine).join("\n") : nothing}\n`;
}

function shown(value: unknown): string {
  return value === undefined ? "(nothing)" : JSON.stringify(value);
}
