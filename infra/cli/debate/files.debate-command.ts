/** Files that a command writes: their names are checked, and their folders made, before a model is paid. */

import { access, constants, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import type { Client } from "../../../api/client/index.ts";
import { ownCommand } from "../../base/own-commands.ts";
import { UsageError } from "../base/arguments.cli.ts";

/** Endings of a transcript, and the kinds in which the API writes it. */
export const TRANSCRIPTS = {
  ".json": "json",
  ".md": "markdown",
  ".html": "html",
  ".jsonl": "jsonl",
  ".eval.json": "inspect",
  ".receipt.json": "receipt",
} as const;

/** Endings of two parts. */
const DOUBLE = [".eval.json", ".receipt.json"];

/** The ending that names the kind, in lower case: `.eval.json` is one ending. */
export function endingOf(path: string): string {
  const name = path.toLowerCase();
  return DOUBLE.find((ending) => name.endsWith(ending)) ?? extname(name);
}

interface Named {
  option: "--output" | "--report" | "--sarif";
  path: string;
  /** Endings that it can have. */
  endings: readonly string[];
}

/** The path, with `.md` where it has no ending. Throws `UsageError` unless a file can be written there. */
export async function requireWritable({ option, path, endings }: Named): Promise<string> {
  const whole = extname(path) === "" ? `${path}.md` : path;
  if (!endings.some((ending) => whole.toLowerCase().endsWith(ending)))
    throw new UsageError(`${option} ${path}: the file's name must end with ${endings.join(", ")}`);
  try {
    await mkdir(dirname(whole), { recursive: true });
    const found = await stat(whole).catch(() => null);
    if (found?.isDirectory()) throw new UsageError(`${option} ${path}: this is a folder`);
    await access(found ? whole : dirname(whole), constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} ${path}: no file can be written there (${code})`);
  }
  return whole;
}

/** The transcript in the kind that the ending names. */
export async function transcriptFor(client: Pick<Client, "transcript">, id: string, ending: string): Promise<string> {
  const kind = TRANSCRIPTS[ending as keyof typeof TRANSCRIPTS];
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  if (kind === "json") return json(await client.transcript(id));
  if (kind === "inspect" || kind === "receipt") return json(await client.transcript(id, kind));
  if (kind === "jsonl") return (await client.transcript(id, kind)).map((line) => `${JSON.stringify(line)}\n`).join("");
  return client.transcript(id, kind);
}

/** Names the file that was written, and the `command` that writes it later. What it shows is over and paid for, so a file that cannot be written is a warning. */
export async function writeNamed(
  { path, text }: { path: string; text: () => Promise<string> | string },
  { id, err, command = "export" }: { id: string; err: (text: string) => void; command?: string },
): Promise<void> {
  try {
    await writeFile(path, await text());
    err(`wrote ${path}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    err(
      `warning: ${path} was not written: ${why}\nWrite it later: ${ownCommand(`${command} ${id} --output ${path}`)}\n`,
    );
  }
}
