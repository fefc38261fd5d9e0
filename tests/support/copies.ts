/** Copies of the repository, which tests change: they type-check and run as the original does. */
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The product's folders. */
export const PRODUCT = ["domain", "store", "activities", "workflows", "api", "features", "infra"];

export interface TreeCopy extends AsyncDisposable {
  folder: string;
  /** Copies a file or folder once more, over what the copy has there. */
  restore(path: string): Promise<void>;
}

/** With the packages of the original, and without what a build leaves. */
export async function copyTree(paths: readonly string[]): Promise<TreeCopy> {
  const folder = await mkdtemp(join(tmpdir(), "parley-copy-"));
  const filter = (source: string) => !/\/(node_modules|dist)$/.test(source);
  const restore = (path: string) => cp(join(ROOT, path), join(folder, path), { recursive: true, filter });
  await Promise.all([...paths.map(restore), symlink(join(ROOT, "node_modules"), join(folder, "node_modules"))]);
  return { folder, restore, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
