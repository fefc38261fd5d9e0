/** `--file` and `--dir` of `parley debate`: hands in files, and adds them to the request. */
import { basename } from "node:path";
import { type Client, type FileInfo, type NewDebate, ParleyProblem } from "../../../api/client/index.ts";
import { areShort, charactersIn } from "../../../domain/shapes/files/short.ts";
import { unreadText } from "../../../domain/shapes/files/unread.files.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";
import { type DebateArguments, UsageError } from "../base/arguments.cli.ts";
import { plainLine } from "../base/terminal.ts";
import { readBytes } from "../base/text-file.ts";
import { filesOfFolder } from "./folder.debate-command.ts";

type Material = Pick<DebateArguments, "file" | "dir">;

/** Of a server that takes no such file: too large, of another type, or broken. */
const REFUSALS = [413, 415, 422];

/** One that is handed in. What the server refuses of a folder is left out; one that was named is refused aloud. */
export interface MaterialFile {
  path: string;
  isNamed: boolean;
}

/** All files that are handed in. Says what is left out of a folder. Throws `UsageError`. */
export async function materialIn(
  { file = [], dir }: Material,
  say: (line: string) => void,
): Promise<readonly MaterialFile[]> {
  const named = [...new Set(file)];
  if (named.length > LIMITS.files)
    throw new UsageError(`at most ${LIMITS.files} files can be handed in, not ${named.length}`);
  const { paths, leftOut } =
    dir === undefined ? { paths: [], leftOut: [] } : await filesOfFolder(dir, { most: LIMITS.files, named });
  for (const line of leftOut) say(line);
  if (dir !== undefined && paths.length === 0) throw new UsageError(`${dir} has no file that can be handed in`);
  return [...named.map((path) => ({ path, isNamed: true })), ...paths.map((path) => ({ path, isNamed: false }))];
}

interface HandingIn {
  client: Client;
  material: readonly MaterialFile[];
  request: NewDebate;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** The request with its files. Where one that was named is refused, those before it are deleted again. */
export async function withMaterial({ client, material, request, say, signal }: HandingIn): Promise<NewDebate> {
  if (material.length === 0) return request;
  const files: FileInfo[] = [];
  try {
    for (const [i, { path, isNamed }] of material.entries()) {
      signal.throwIfAborted();
      say(`Handing in ${plainLine(path)} (${i + 1} of ${material.length})`);
      const file = await handedIn(client, path).catch((error: unknown) => {
        if (isNamed || !isRefusal(error)) throw error;
        const [reason = ""] = error.message.split("\n");
        say(`Left out, ${plainLine(reason)}`);
        return null;
      });
      if (file === null) continue;
      files.push(file);
      if (file.unreadable) say(`${plainLine(path)}: ${unreadText(file.unreadable)}`);
    }
    if (files.length === 0) throw new UsageError("no file of the folder can be taken");
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

function isRefusal(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof ParleyProblem && REFUSALS.includes(error.status));
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
