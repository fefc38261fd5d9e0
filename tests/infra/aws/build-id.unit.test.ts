import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultBuildId } from "../../../infra/base/build-id.ts";
import { version } from "../../../infra/base/version.ts";

test("The same code has the same build id, which begins with Parley's version.", async () => {
  const id = await defaultBuildId();
  expect(id.startsWith(`${version()}-`)).toBe(true);
  expect(id.slice(version().length)).toMatch(/^-[0-9a-f]{12}$/);
  expect(await defaultBuildId()).toBe(id);
});

test("Another workflow bundle is another build.", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-build-"));
  try {
    const codePath = join(folder, "workflows.cjs");
    const idOf = async (code: string) => {
      await writeFile(codePath, code);
      return defaultBuildId({ codePath });
    };
    const ids = [await idOf("one"), await idOf("two"), await idOf("one")];
    expect(ids[0]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});
