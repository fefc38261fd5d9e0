/** A process that executes the API's tasks in order, and ends with the process that started it. */

import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isForeign, type Task, type TaskDeps, type TaskName } from "../../api/base/tasks.api-base.ts";
import { TASKS } from "../../api/tasks/tasks.api.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import { unreadable } from "../../domain/shapes/files/limits.files.ts";
import { frameOf, readFrames } from "./frames.task.ts";
import { type Answer, type ChildSettings, type Failure, type Order, type Said, tooCostly } from "./messages.task.ts";

/** Of an order. Larger bodies are refused before. */
const MOST_BYTES = 128 * 1024 * 1024;
/** The pipe for answers, where nothing else writes: a library that prints something prints it elsewhere. */
const ANSWERS_FD = 3;

const answers = new Socket({ fd: ANSWERS_FD });
const orders = readFrames(process.stdin, MOST_BYTES);
/** Ends the running task, whose errors are not all where it awaits them; null between tasks. */
let spoil: (() => void) | null = null;

// Nobody writes here. It ends when the other process does, however it ends.
answers.once("close", () => process.exit());
answers.once("error", () => process.exit());
answers.resume().unref();
// Ctrl-C reaches the whole group. The other process still answers its callers, and ends this one after that.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => {});
process.on("uncaughtException", () => (spoil ? spoil() : process.exit(1)));
// Nothing is left that could end the task.
process.on("beforeExit", () => spoil?.());

await serve();
process.exit();

async function serve(): Promise<void> {
  const { value } = await orders.next();
  const settings = value as ChildSettings;
  if (settings.isForFiles) await giveUpFiles();
  const deps: TaskDeps = { catalogue: catalogueOf(settings), pageRead: () => say("page") };
  say("ready");
  for await (const order of orders) say(await carryOut(order as Order, deps));
}

/** Once the code is loaded nothing needs to be opened, and nothing can be, such as a file with keys. */
async function giveUpFiles(): Promise<void> {
  for (const [name, load] of Object.entries(TASKS)) if (isForeign(name)) await load();
  // Newer than its types, and than the oldest Node 24.
  (process.permission as { drop?(scope: string): void }).drop?.("fs.read");
}

function say(message: Said): void {
  for (const part of frameOf(message)) answers.write(part);
}

function catalogueOf(settings: ChildSettings): () => Promise<Catalogue> {
  let made: Promise<Catalogue> | undefined;
  const make = async () => {
    const { createCatalogue } = await import("../../activities/models/catalogue.model.ts");
    return createCatalogue({ providers: {}, ...settings });
  };
  return () => (made ??= make());
}

async function carryOut<K extends TaskName>({ task, input }: Order<K>, deps: TaskDeps): Promise<Answer<K>> {
  const { promise: spoilt, resolve } = Promise.withResolvers<Failure>();
  const work: Task<K> = await TASKS[task]();
  say("begins");
  spoil = () => resolve({ error: brokenBy(task), isSpoilt: true });
  // If nothing but the next order is waited for, the task cannot end any more.
  process.stdin.unref();
  try {
    return await Promise.race([outputOf(() => work(input, deps)), spoilt]);
  } catch (error) {
    return { error: errorOf(error, task), isSpoilt: false };
  } finally {
    spoil = null;
    process.stdin.ref();
  }
}

/** Errors that nobody awaits show up in the same turn of the event loop. */
async function outputOf<T>(work: () => T | Promise<T>): Promise<{ output: T }> {
  const output = await work();
  await nextTurn();
  return { output };
}

function brokenBy(task: TaskName): Failure["error"] {
  if (isForeign(task)) return partsOf(unreadable("cannot be read: its content breaks the parser"));
  return { code: "invalid-request", message: "what was sent breaks what reads it", details: {} };
}

/** The message of an error that is not ours may repeat what was sent. */
function errorOf(error: unknown, task: TaskName): Failure["error"] {
  if (error instanceof ParleyError) return partsOf(error);
  // Of the stack, of a text's length, of a buffer.
  if (error instanceof RangeError) return tooCostly();
  return { code: "internal", message: `${task} failed: ${(error as Error).name}`, details: {} };
}

function partsOf({ code, message, details }: ParleyError): Failure["error"] {
  return { code, message, details };
}
