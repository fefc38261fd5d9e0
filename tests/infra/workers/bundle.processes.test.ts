/** The workflows' code, bundled in a process of its own. */
import { existsSync } from "node:fs";
import { appendFile, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleWorkflows } from "../../../infra/workers/bundle/bundle.ts";
import { keptIn } from "../../../infra/workers/bundle/kept.ts";
import { copyTree, PRODUCT } from "../../support/copies.ts";
import { temporaryFolder } from "../../support/folders.ts";

it("is one file, with the places but not the sources of its modules, until it is disposed of", async () => {
  const bundle = await bundleWorkflows({ encrypted: false, interceptorModules: [] });
  const [code = "", map = ""] = (await readFile(bundle.codePath, "utf8")).split("//# sourceMappingURL=");
  expect(code).toContain("debateWorkflow");
  const { sources, sourcesContent } = JSON.parse(Buffer.from(map.replace(/^.*?,/, ""), "base64").toString());
  expect(sources).toContain(fileURLToPath(new URL("../../../workflows/debate.ts", import.meta.url)));
  expect(sourcesContent).toBeUndefined();
  await bundle[Symbol.asyncDispose]();
  expect(existsSync(bundle.codePath)).toBe(false);
});

it("hides the messages of failures where payloads are encrypted", async () => {
  for (const encrypted of [true, false]) {
    await using bundle = await bundleWorkflows({ encrypted, interceptorModules: [] });
    const code = await readFile(bundle.codePath, "utf8");
    expect(/encodeCommonAttributes:\s*true/.test(code)).toBe(encrypted);
  }
});

it("is taken as it was kept, until a file that went into it has changed or the copy is damaged", async () => {
  await using ending = new AsyncDisposableStack();
  const module = join(await temporaryFolder(ending), "own.ts");
  const bundled = async () => {
    await using bundle = await bundleWorkflows({ encrypted: false, interceptorModules: [module] });
    return readFile(bundle.codePath, "utf8");
  };
  const write = (word: string) => writeFile(module, `export const interceptors = () => ({ ${word}: [] });`);
  await write("firstWord");
  const first = await bundled();
  expect(first).toContain("firstWord");
  const kept = await keptWith("firstWord");
  ending.defer(() => rm(kept));
  ending.defer(() => rm(kept.replace(/cjs$/, "json")));
  const { mtimeMs } = await stat(kept);
  expect(await bundled()).toBe(first);
  expect((await stat(kept)).mtimeMs, "nobody bundled").toBe(mtimeMs);
  await write("secondWord");
  const second = await bundled();
  expect([second.includes("firstWord"), second.includes("secondWord")]).toEqual([false, true]);
  await writeFile(kept, second.slice(0, 1_000));
  expect(await bundled()).toBe(second);
});

it("is made anew for another copy of Parley that has the same packages", async () => {
  await using copy = await copyTree(PRODUCT);
  await appendFile(join(copy.folder, "workflows/index.ts"), "\nexport const ofTheCopy = 1;\n");
  const other: typeof import("../../../infra/workers/bundle/bundle.ts") = await import(
    join(copy.folder, "infra/workers/bundle/bundle.ts")
  );
  for (const [bundled, isOfCopy] of [
    [bundleWorkflows, false],
    [other.bundleWorkflows, true],
    [bundleWorkflows, false],
  ] as const) {
    await using bundle = await bundled({ encrypted: false, interceptorModules: [] });
    expect((await readFile(bundle.codePath, "utf8")).includes("ofTheCopy")).toBe(isOfCopy);
  }
});

async function keptWith(word: string): Promise<string> {
  for (const name of await readdir(keptIn())) {
    const path = join(keptIn(), name);
    if (name.endsWith(".cjs") && (await readFile(path, "utf8")).includes(word)) return path;
  }
  throw new Error(`no bundle has ${word}`);
}

it("says which module it does not find", async () => {
  const missing = bundleWorkflows({ encrypted: false, interceptorModules: ["/nowhere/interceptor.ts"] });
  await expect(missing).rejects.toThrow(/the workflow code could not be bundled: [^]*\/nowhere\/interceptor\.ts/);
});
