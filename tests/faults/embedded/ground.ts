/** What a row stands on. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelServer } from "../../support/models/server.ts";
import { type EmbeddedServer, startServer } from "./server.ts";

/** What a row may use, for as long as it lasts. */
export interface Ground {
  models: ModelServer;
  /** A server that rows share, since starting one is most of a row's time. */
  shared: () => Promise<EmbeddedServer>;
  /** Undone in reverse order. */
  stack: AsyncDisposableStack;
}

export async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-embedded-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Place = Pick<Ground, "models" | "stack">;

export async function serverOn(on: Place, dataDir: string, preload?: string): Promise<EmbeddedServer> {
  const server = await startServer({ dataDir, models: on.models.url, ...(preload && { preload }) });
  on.stack.defer(() => server.stop());
  return server;
}

export const newServer = async (on: Place, preload?: string) => serverOn(on, await newFolder(on.stack), preload);
