/** Files that a command names. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { placeOfFault } from "../../../domain/base/text/json-fault.ts";
import { UsageError } from "./arguments.cli.ts";

/** Throws `UsageError` for what cannot be read. */
export function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
}

/** The text of a file, or of standard input where the path is `-`. Throws `UsageError` where there is none. */
export async function readFilled(path: string): Promise<string> {
  const isInput = path === "-";
  const found = await (isInput ? text(process.stdin) : readText(path));
  if (found.trim() === "") throw new UsageError(`${isInput ? "standard input" : path} is empty`);
  return found;
}

export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
  return new Uint8Array(bytes);
}

/** A JSON object. Throws `UsageError` for anything else. */
export async function readJsonObject(path: string): Promise<Record<string, unknown>> {
  const json = await readText(path);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`${path} is not JSON: see ${placeOfFault(json)}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${path} is not a JSON object, for example { "maxRounds": 5 }`);
}
