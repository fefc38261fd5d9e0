/** A server process's signals, and the note of its address for other processes. */
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readJson, writeFileAtomic } from "./local/files.ts";
import { isRunning, ownIdentity, type ProcessIdentity } from "./local/processes.ts";
import type { Parley } from "./parley.ts";

/** One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher. */
const SAME_SIGNAL_MS = 1_000;

export interface Interrupt {
  /** Aborts at the first signal. */
  signal: AbortSignal;
  release: () => void;
}

/** Handles the signals that end a process. A second one calls `again`. */
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

/** Resolves when the process should end; rejects if a worker fails for good. */
export async function untilTold({ failed }: Pick<Parley, "failed">, signal: AbortSignal): Promise<void> {
  const told = signal.aborted ? Promise.resolve() : once(signal, "abort");
  await Promise.race([told, failed]);
}

interface Note extends ProcessIdentity {
  url: string;
}

/** Records the API's address, where the CLI looks first. */
export async function noteApi(dataDir: string, url: string): Promise<void> {
  await writeFileAtomic(noteOf(dataDir), JSON.stringify({ url, ...ownIdentity() } satisfies Note));
}

/** Deletes the note, unless another process has replaced it. */
export async function forgetApi(dataDir: string): Promise<void> {
  const note = await readNote(dataDir);
  if (note?.pid === process.pid) await rm(noteOf(dataDir), { force: true });
}

/** The address of an API that runs on this data folder, or null. It may not answer yet: check `/healthz`. */
export async function notedApi(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  return note && isRunning(note) ? note.url : null;
}

async function readNote(dataDir: string): Promise<Note | null> {
  return (await readJson(noteOf(dataDir))) as Note | null;
}

function noteOf(dataDir: string): string {
  return join(dataDir, "parley.json");
}
