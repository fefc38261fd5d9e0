import assert from "node:assert/strict";
import type { FlatEvent } from "../support/world.ts";
import type { Arena } from "./arena.ts";
import { readThrough } from "./reader.ts";

/** Every id once, in the same order for a reader of another process. */
export async function requireOneLog(input: {
  arena: Arena;
  id: string;
  log: FlatEvent[];
  signal: AbortSignal;
}): Promise<void> {
  const { arena, id, log, signal } = input;
  assert.deepEqual(
    log.map((event) => event.id),
    log.map((_, i) => i + 1),
    "ids with a gap or a repeat",
  );
  const other = await readThrough(arena.world.url, id, { signal });
  assert.deepEqual(other, log, "two readers differ");
}
