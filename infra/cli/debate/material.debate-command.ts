/** `--file` and `--dir` of `parley debate`: hands in files, and adds them to the request. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Client, FileInfo, NewDebate } from "../../../api/client/index.ts";
import { isImage, typeNamed } from "../../../domain/shapes/files/media-type.ts";
import { areShort, charactersIn } from "../../../domain/shapes/files/short.ts";
import { unreadText } from "../../../domain/shapes/files/unread.files.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";
import { type DebateArguments, UsageError } from "../base/arguments.cli.ts";
import { plainLine } from "../base/terminal.ts";
import { readBytes } from "../base/text-file.ts";

/** The folder itself is the first. */
const DEEPEST_LEVEL = 3;

/** The paths of all files that were named. Throws `UsageError`. */
export async function materialIn({ file = [], dir }: Pick<DebateArguments, "file" | "dir">): Promise<string[]> {
  const inFolder = dir === undefined ? [] : await readableIn(dir);
  if (dir !== undefined && inFolder.length === 0) throw new UsageError(`${dir} has no file that can be handed in`);
  const paths = [...new Set([...file, ...inFolder])];
  if (paths.length <= LIMITS.files) return paths;
  throw new UsageError(`at most ${LIMITS.files} files can be handed in, not ${paths.length}`);
}

/** Files whose names promise text, in the order of their names. */
async function readableIn(folder: string, level = 1): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be read (${error.code ?? "unknown"})`);
  });
  const visible = entries.filter(({ name }) => !name.startsWith("."));
  visible.sort((one, other) => (one.name < other.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of visible) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && level < DEEPEST_LEVEL) found.push(...(await readableIn(path, level + 1)));
    if (entry.isFile() && hasText(entry.name)) found.push(path);
  }
  return found;
}

function hasText(name: string): boolean {
  const type = typeNamed(name);
  return type !== null && !isImage(type);
}

interface HandingIn {
  client: Client;
  paths: string[];
  request: NewDebate;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** The request with its files. Where one is refused, those before it are deleted again. */
export async function withMaterial({ client, paths, request, say, signal }: HandingIn): Promise<NewDebate> {
  if (paths.length === 0) return request;
  const files: FileInfo[] = [];
  try {
    for (const [i, path] of paths.entries()) {
      signal.throwIfAborted();
      say(`Handing in ${plainLine(path)} (${i + 1} of ${paths.length})`);
      const file = await handedIn(client, path);
      files.push(file);
      if (file.unreadable) say(`${plainLine(path)}: ${unreadText(file.unreadable)}`);
    }
    const [images, texts] = [files.filter(({ image }) => image), files.filter(({ image }) => !image)];
    const isShown = await haveRoom(client, texts, signal);
    signal.throwIfAborted();
    if (texts.length > 0)
      say(isShown ? "All speakers read the files whole." : "The files are long: passages are looked up for each turn.");
    if (images.length > 0) say("Models that take images see the images.");
    return isShown ? shown(request, files) : lookedUp(shown(request, images), texts);
  } catch (error) {
    await Promise.allSettled(files.map(({ id }) => client.files.delete(id)));
    throw error;
  }
}

/** Deletes the files that were handed in for a debate which is not made. `whole`: the request with them. */
export async function takeBack(
  { files }: Pick<Client, "files">,
  { whole, request }: Record<"whole" | "request", NewDebate>,
): Promise<void> {
  const before = new Set(filesIn(request));
  await Promise.allSettled(filesIn(whole).flatMap((id) => (before.has(id) ? [] : [files.delete(id)])));
}

function filesIn({ exhibits = [], retrieval = {} }: NewDebate): string[] {
  return [...exhibits.flatMap((exhibit) => ("file" in exhibit ? [exhibit.file] : [])), ...(retrieval.from ?? [])];
}

async function handedIn({ files }: Client, path: string): Promise<FileInfo> {
  const bytes = await readBytes(path);
  const file = await files.add(basename(path), bytes).catch((error: Error) => {
    // The problem keeps its class, which decides the exit code.
    error.message = `${plainLine(path)}: ${error.message}`;
    throw error;
  });
  if (file.passages > 0 || file.image) return file;
  await files.delete(file.id);
  throw new UsageError(`${plainLine(path)} has no text`);
}

async function haveRoom({ files }: Client, all: FileInfo[], signal: AbortSignal): Promise<boolean> {
  const counts: number[] = [];
  for (const { id, pages: last = 1 } of all) {
    if (!areShort(counts)) return false;
    const characters = charactersIn({ first: 1, last }, async (n) => {
      signal.throwIfAborted();
      return (await files.page(id, n)).text;
    });
    counts.push(await characters);
  }
  return areShort(counts);
}

function shown(request: NewDebate, files: FileInfo[]): NewDebate {
  return { ...request, exhibits: [...(request.exhibits ?? []), ...files.map(({ id }) => ({ file: id }))] };
}

function lookedUp(request: NewDebate, files: FileInfo[]): NewDebate {
  const { retrieval = {} } = request;
  return { ...request, retrieval: { ...retrieval, from: [...(retrieval.from ?? []), ...files.map(({ id }) => id)] } };
}
