/** `routeCommand`: a terminal command as one call of a route. Its parameters, options and help follow from the route. */
import { z } from "@hono/zod-openapi";
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { Client } from "../../../api/client/index.ts";
import { descriptionOf } from "../../../api/openapi/openapi.ts";
import type { RouteCall } from "../../../api/openapi/route.openapi.ts";
import { requireAgreed } from "./agree.ts";
import { numberIn, parseNames } from "./arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./cli.ts";
import { addServerOptions, JSON_OPTION, type ServerOptions } from "./server-options.ts";
import { type Columns, columnsText } from "./table.cli.ts";
import { readJsonObject } from "./text-file.ts";

export type Register = (program: Command, cli: Cli) => void;

interface Context {
  cli: Cli;
  /** Connects at the first call. */
  client: () => Promise<Client>;
}

/** How an option differs from what its field says. */
export interface OptionRow {
  /** As commander takes them, such as `-e, --expires <when>`. */
  flags?: string;
  help?: string;
  /** Throws `InvalidArgumentError`. */
  parse?: (text: string) => unknown;
  /** Of a field that is left out, with its text in the help. */
  default?: [value: unknown, text?: string];
  /** The option is a flag, and this is what it sends. */
  sends?: string;
}

/** A list is shown as its items. */
type Shown<Answer> = Answer extends { items: (infer Each)[] }
  ? Exclude<keyof Answer, "items" | "nextCursor"> extends never
    ? Each[]
    : Answer
  : Answer;
type ItemOf<Answer> = Answer extends (infer Each)[] ? Each : never;
type Given<Asked> = Asked & ServerOptions & { yes?: boolean };
type Said = string | [out: string, err: string];

interface Presentation<Asked, Answer> {
  route: { call: RouteCall<Asked, Answer> };
  /** As it is typed. */
  name: string;
  /** Missing: the route's summary. */
  help?: string;
  /** What its group does where no command is named. */
  isDefault?: true;
  /**
   * Fields that are no options but stand in a row, as those of the address do, with their help. `true`: the description of the
   * field. `body`: the whole body, in a file.
   */
  takes?: { [Name in keyof Asked | "body"]?: string | true };
  /** Fields whose options are not as usual: their flags, or a row. */
  options?: { [Name in keyof Asked]?: string | OptionRow };
  /** Fields that the command does not take as they are. */
  hides?: (keyof Asked)[];
  /** Adds options that are no fields. */
  more?: (command: Command) => unknown;
  /** Of a list: how many it shows unless `--limit` says otherwise. Missing: all. */
  most?: number;
  /** Fields that are made of what was given. */
  asks?(given: Given<Asked>, on: Context): object | Promise<object>;
  /** The warning that a person agrees to before the call, or by `--yes`. */
  confirms?(given: Given<Asked>, on: Context): string | Promise<string>;
  /** In the place of the call to a server. */
  calls?(given: Given<Asked>, on: Context): Promise<Answer>;
  /** Needs no server. */
  isLocal?: true;
  /** What is shown of the answer, also as JSON. */
  shows?(answer: Shown<Answer>, given: Given<Asked>, on: Context): Shown<Answer> | Promise<Shown<Answer>>;
  /** The text, and what goes to standard error after it. */
  says?(answer: Shown<Answer>, given: Given<Asked>, on: Context): Said | Promise<Said>;
  /** Of a list, in the place of `says`. */
  table?: Columns<ItemOf<Shown<Answer>>> & { none: string | ((given: Given<Asked>) => string) };
  /** Where the answer is empty, in the place of `says`: what became of the last one that the address names. */
  done?: string;
}

/** Items of one request. */
const PAGE = 100;
const anyLimit = numberIn({ min: 1, max: 999_999, whole: true });

/** `presets`, with the commands that follow it. */
export function commandGroup(name: string, help: string, commands: Register[]): Register {
  return (program, cli) => {
    const group = program.command(name).description(help);
    for (const register of commands) register(group, cli);
  };
}

export function routeCommand<Asked, Answer>(row: Presentation<Asked, Answer>): Register {
  const { call } = row.route;
  const options: Record<string, string | OptionRow | undefined> = { ...row.options };
  const hidden: PropertyKey[] = [...(row.hides ?? []), ...(isPaged(call) ? ["cursor", "limit"] : [])];
  const words: Record<string, string | true> = {
    ...Object.fromEntries(Object.keys(call.params).map((name) => [name, true])),
    ...row.takes,
  };
  const fields = fieldsOf(call).filter(({ name }) => !hidden.includes(name));
  const taken = Object.keys(words).flatMap((name) => fields.find((field) => field.name === name) ?? []);

  return (program, cli) => {
    const command = program.command(row.name, { isDefault: row.isDefault ?? false });
    command.description(row.help ?? inHelp(call.summary));
    if (row.isLocal) command.option(...JSON_OPTION);
    else addServerOptions(command);
    for (const field of taken) command.addArgument(argumentOf(field, words[field.name] ?? true));
    for (const field of fields)
      if (!taken.includes(field) && field.name !== "body") command.addOption(optionOf(field, options[field.name]));
    if (isPaged(call)) command.option("-n, --limit <n>", "maximum number", anyLimit, row.most);
    row.more?.(command);
    if (row.confirms) command.option("-y, --yes", "ask nothing");

    command.action(async (...values: unknown[]) => {
      const given = { ...command.opts(), ...Object.fromEntries(taken.map(({ name }, at) => [name, values[at]])) };
      for (const { name, kind } of fields)
        if (kind.type === "object" && typeof given[name] === "string") given[name] = await readJsonObject(given[name]);
      await carryOut(row, given as Given<Asked>, cli);
    });
  };
}

async function carryOut<Asked, Answer>(row: Presentation<Asked, Answer>, given: Given<Asked>, cli: Cli): Promise<void> {
  const { call } = row.route;
  let connected: Promise<Client> | undefined;
  const client = () => {
    connected ??= clientOf(cli, given);
    return connected;
  };
  const on = { cli, client };
  const asked = { ...given, ...(await row.asks?.(given, on)) };
  if (row.confirms) await requireAgreed(cli.streams, await row.confirms(given, on), given.yes);
  const answer = await (row.calls ? row.calls(asked, on) : callOf(call, asked, on));
  const found = shownOf(answer, given) as Shown<Answer>;
  const shown = row.shows ? await row.shows(found, given, on) : found;
  const last = Object.keys(call.params).at(-1) ?? "";
  const gone = (given as Record<string, unknown>)[last] as string;
  if (given.json) return printJson(cli, shown ?? { [last.replace(/^.+Id$/, "id")]: gone });
  const said = row.done ? `${gone} ${row.done}\n` : await textOf(row, shown, { given, on });
  const [out, err] = [said].flat();
  if (out) cli.streams.out(out);
  if (err) cli.streams.err(err);
}

async function textOf<Asked, Answer>(
  row: Presentation<Asked, Answer>,
  shown: Shown<Answer>,
  { given, on }: { given: Given<Asked>; on: Context },
): Promise<Said> {
  const { table } = row;
  if (!table) return (await row.says?.(shown, given, on)) ?? "";
  const items = shown as ItemOf<Shown<Answer>>[];
  if (items.length > 0) return columnsText(items, table);
  return `${typeof table.none === "string" ? table.none : table.none(given)}\n`;
}

/** All that was asked for, of as many pages as that takes. */
async function callOf<Answer>(
  call: RouteCall<unknown, Answer>,
  asked: ServerOptions & { limit?: number },
  { client }: Context,
): Promise<Answer> {
  const connected = await client();
  if (!isPaged(call)) return connected.request<Answer>(requestOf(call, asked));
  const { limit = Infinity } = asked;
  const items: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...asked, limit: Math.min(limit, PAGE), cursor };
    const page = await connected.request<{ items: unknown[]; nextCursor: string | null }>(requestOf(call, query));
    items.push(...page.items);
    if (page.nextCursor === null || items.length >= limit) return { items } as Answer;
    cursor = page.nextCursor;
  }
}

function requestOf(call: RouteCall, asked: object) {
  const given = asked as Record<string, unknown>;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const query = new URLSearchParams();
  for (const name of Object.keys(call.query))
    for (const value of [(given[name] ?? []) as string | string[]].flat()) query.append(name, value);
  const body = given["body"] ?? (call.body && bodyOf({ call }, given));
  const method = call.method.toUpperCase() as Uppercase<typeof call.method>;
  return { method, path: query.size > 0 ? `${path}?${query.toString()}` : path, ...(body !== undefined && { body }) };
}

/** The given fields of the route's body. */
export function bodyOf({ call }: { call: RouteCall }, given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => call.body?.[name] && value !== undefined));
}

function shownOf(answer: unknown, { limit }: ServerOptions & { limit?: number }): unknown {
  const { items, nextCursor: _, ...others } = { ...(answer as { items?: unknown; nextCursor?: unknown }) };
  return Array.isArray(items) && Object.keys(others).length === 0 ? items.slice(0, limit) : answer;
}

function isPaged({ query }: RouteCall): boolean {
  return "cursor" in query;
}

/** A field as it is typed. An object is typed as the path of its JSON. */
interface Field {
  name: string;
  help: string;
  isOptional: boolean;
  kind: Kind;
}

/** What a field takes, as JSON Schema says it. */
interface Kind {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  items?: Kind;
  $defs?: Record<string, Kind>;
}

function fieldsOf({ params, query, body }: RouteCall): Field[] {
  const shape = { ...params, ...query, ...(body && { body: z.record(z.string(), z.unknown()), ...body }) };
  return Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { $defs = {}, ...kind } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Kind;
    const isOptional = schema.safeParse(undefined).success;
    return { name, help: helpOf(schema), isOptional, kind: { ...Object.values($defs)[0], ...kind } };
  });
}

function argumentOf({ name, help, isOptional, kind }: Field, words: string | true): Argument {
  const shown = kind.type === "object" ? "file" : dashed(name.replace(/(?<=.)Id$/, ""));
  return checked(new Argument(isOptional ? `[${shown}]` : `<${shown}>`, words === true ? help : words), kind);
}

/** Its value has the field's name. */
class FieldOption extends Option {
  field = "";

  override attributeName(): string {
    return this.field;
  }
}

function optionOf({ name, help, isOptional, kind }: Field, given: string | OptionRow = {}): Option {
  const row = typeof given === "string" ? { flags: given } : given;
  const isFlag = kind.type === "boolean" || row.sends !== undefined;
  const flags = row.flags ?? `--${dashed(name)}${isFlag ? "" : ` <${valueOf(name, kind)}>`}`;
  const isSaid = kind.default !== undefined && kind.default !== false && typeof kind.default !== "object";
  const usual = isSaid && !row.default ? ` (default: ${JSON.stringify(kind.default)})` : "";
  const option = new FieldOption(flags, `${row.help ?? help}${usual}`);
  option.field = name;
  if (row.default) option.default(...row.default);
  else if (!isOptional) option.makeOptionMandatory();
  if (row.sends !== undefined) option.preset(row.sends);
  return isFlag ? option : checked(option, kind, row.parse);
}

function checked<T extends Argument | Option>(typed: T, kind: Kind, parse = parserOf(kind)): T {
  if (parse) typed.argParser(parse);
  else if (kind.enum) typed.choices(kind.enum);
  return typed;
}

function parserOf(kind: Kind): ((text: string) => unknown) | undefined {
  const { type, minimum = -Infinity, maximum = Infinity, items } = kind;
  if (type === "array") return (text) => chosen(parseNames(text), items?.enum);
  if (type !== "integer" && type !== "number") return undefined;
  return numberIn({ min: minimum, max: maximum, ...(type === "integer" && { whole: true }) });
}

/** In the order of the choices, each once. */
function chosen(names: string[], choices?: string[]): string[] {
  if (!choices) return names;
  const known = choices.filter((choice) => names.includes(choice));
  if (known.length === new Set(names).size) return known;
  throw new InvalidArgumentError(`Allowed are ${choices.join(", ")}.`);
}

function valueOf(name: string, { type, enum: choices }: Kind): string {
  if (choices) return dashed(name);
  if (type === "array") return "list";
  if (type === "object") return "file";
  if (type !== "integer" && type !== "number") return "text";
  return /usd/i.test(name) ? "usd" : "n";
}

/** A field's description, as a help has it. */
export function helpOf(schema: z.ZodType): string {
  return inHelp(descriptionOf(schema) ?? "");
}

/** The first sentence, begun as the others of a help are, without Markdown. */
function inHelp(text: string): string {
  const [first = ""] = text.replace(/^True: /, "").split(". ");
  return first.replaceAll("`", "").replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
}

/** `time-zone` of `timeZone`. */
function dashed(name: string): string {
  return name.replaceAll(/(?=[A-Z])/g, "-").toLowerCase();
}
