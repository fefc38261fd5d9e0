/** `--dir` of `parley debate`: which files of a folder are handed in, and why the others are not. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { decodeText } from "../../../domain/shapes/files/decode.ts";
import { binaryType, isImage, requireNamed, textType } from "../../../domain/shapes/files/media-type.ts";
import { MOST_FILE_BYTES } from "../../../domain/shapes/schemas/file.schema.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";
import { UsageError } from "../base/arguments.cli.ts";
import { plainLine } from "../base/terminal.ts";
import { readBytes } from "../base/text-file.ts";

/** The folder itself is the first. */
const DEEPEST_LEVEL = 3;
/** What programs put there, not people. */
const OTHERS_CODE = ["node_modules", "bower_components", "site-packages", "__pycache__", "venv"];
/** Names in the line of one reason. */
const MOST_NAMED = 8;

const IGNORED = "folders of installed or generated code";
const HIDDEN = "hidden";
const LINKS = "links, which are not followed";
const NO_FILES = "neither files nor folders";
const TOO_DEEP = `folders below the ${DEEPEST_LEVEL}rd level`;
const UNREADABLE = "cannot be read";
const TOO_LARGE = `larger than ${MOST_FILE_BYTES / 1024 / 1024} MiB`;
const NO_TEXT = "without text";
const BINARY = "neither text nor PDF";
const IMAGES = "images, which --file takes";
const MISNAMED = "with a name that says another type than the content is";
const TOO_MANY = `more than the ${LIMITS.files} files that a debate takes`;

interface Folder {
  paths: string[];
  /** A line for each reason. */
  leftOut: string[];
}

/**
 * Its texts and PDFs in the order of their names, without those in `named`, `most` with these. Throws `UsageError` where
 * it cannot be read.
 */
export async function filesOfFolder(
  folder: string,
  { most, named }: { most: number; named: readonly string[] },
): Promise<Folder> {
  const paths: string[] = [];
  const own = new Set(named.map((path) => resolve(path)));
  const reasons = new Map<string, string[]>();
  const leaveOut = (path: string, reason: string, isFolder = false) => {
    const name = `${plainLine(relative(folder, path))}${isFolder ? "/" : ""}`;
    reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  };

  async function visit(place: string, level: number): Promise<void> {
    const entries = await readdir(place, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (level === 1) throw new UsageError(`${folder} cannot be read (${error.code ?? "unknown"})`);
      leaveOut(place, UNREADABLE, true);
      return [];
    });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(place, entry.name);
      if (own.has(resolve(path))) continue;
      const isFolder = entry.isDirectory();
      const reason = reasonFor(entry, level) ?? (isFolder ? null : await whyNot(path));
      if (reason !== null) leaveOut(path, reason, isFolder);
      else if (isFolder) await visit(path, level + 1);
      else if (named.length + paths.length >= most) leaveOut(path, TOO_MANY);
      else paths.push(path);
    }
  }

  await visit(folder, 1);
  return { paths, leftOut: [...reasons].map(([reason, names]) => `Left out, ${reason}: ${listed(names)}`) };
}

/** By its name and kind alone. */
function reasonFor(entry: Dirent, level: number): string | null {
  if (entry.name.startsWith(".")) return HIDDEN;
  if (entry.isSymbolicLink()) return LINKS;
  if (entry.isFile()) return null;
  if (!entry.isDirectory()) return NO_FILES;
  if (OTHERS_CODE.includes(entry.name)) return IGNORED;
  return level < DEEPEST_LEVEL ? null : TOO_DEEP;
}

/** By its content, as the server reads it; null: it can be handed in. */
async function whyNot(path: string): Promise<string | null> {
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) return UNREADABLE;
  if (size > MOST_FILE_BYTES) return TOO_LARGE;
  const bytes = await readBytes(path).catch(() => null);
  return bytes === null ? UNREADABLE : whyNotRead(path, bytes);
}

function whyNotRead(path: string, bytes: Uint8Array): string | null {
  const binary = binaryType(bytes, path);
  if (binary !== null && isImage(binary)) return IMAGES;
  if (binary !== null) return fits(() => requireNamed(path, binary)) ? null : MISNAMED;
  let text = "";
  if (!fits(() => (text = decodeText(bytes)))) return BINARY;
  if (text.trim() === "") return NO_TEXT;
  return fits(() => textType(path, text)) ? null : MISNAMED;
}

function fits(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof ParleyError) return false;
    throw error;
  }
}

function listed(names: string[]): string {
  const named = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named;
}
