/** Files that a command names. */
import { readFile } from "node:fs/promises";
import { placeOfFault } from "../../../domain/base/text/json-fault.ts";
import { UsageError } from "./arguments.cli.ts";

/** Throws `UsageError` for what cannot be read. */
export function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
}

export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
  return new Uint8Array(bytes);
}

/** A JSON object. Throws `UsageError` for anything else. */
export async function readJsonObject(path: string): Promise<Record<string, unknown>> {
  const text = await readText(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON: see ${placeOfFault(text)}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${path} must have a JSON object`);
}
