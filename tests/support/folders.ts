/** Folders that end with a test. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function temporaryFolder(stack: AsyncDisposableStack): Promise<string> {
  return stack.adopt(await mkdtemp(join(tmpdir(), "parley-")), (path) => rm(path, { recursive: true, force: true }));
}
