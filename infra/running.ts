/** The life of a server process: its signals, and the note that tells others where it listens. */
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "./local/files.ts";
import { isAlive } from "./local/processes.ts";
import type { Parley } from "./parley.ts";

/** One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher. */
const SAME_SIGNAL_MS = 1_000;

export interface Interrupt {
  /** Aborts at the first signal. */
  signal: AbortSignal;
  release: () => void;
}

/** Listens for the signals that end a process. A second one, given by somebody impatient, calls `again`. */
export function onInterrupt(again: () => void): Interrupt {
  const told = new AbortController();
  let firstAt = 0;
  const handle = () => {
    if (told.signal.aborted && Date.now() - firstAt > SAME_SIGNAL_MS) return again();
    if (firstAt === 0) firstAt = Date.now();
    told.abort();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, handle);
  const release = () => {
    for (const signal of signals) process.off(signal, handle);
  };
  return { signal: told.signal, release };
}

/** Resolves when the process is told to end, rejects when a worker fails for good. */
export async function untilTold(parley: Parley, signal: AbortSignal): Promise<void> {
  const told = signal.aborted ? Promise.resolve() : once(signal, "abort");
  await Promise.race([told, parley.failed]);
}

interface Note {
  url: string;
  pid: number;
}

/** Writes down where the API listens; the CLI looks there first. */
export async function noteApi(dataDir: string, url: string): Promise<void> {
  await writeFileAtomic(noteOf(dataDir), JSON.stringify({ url, pid: process.pid } satisfies Note));
}

/** Takes the note away, unless another process has written its own meanwhile. */
export async function forgetApi(dataDir: string): Promise<void> {
  const note = await readNote(dataDir);
  if (note?.pid === process.pid) await rm(noteOf(dataDir), { force: true });
}

/** The address of an API that runs on this data folder, or null. It may still not answer: ask `/healthz`. */
export async function notedApi(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  return note && isAlive(note.pid) ? note.url : null;
}

async function readNote(dataDir: string): Promise<Note | null> {
  try {
    return JSON.parse(await readFile(noteOf(dataDir), "utf8")) as Note;
  } catch {
    return null;
  }
}

function noteOf(dataDir: string): string {
  return join(dataDir, "parley.json");
}
