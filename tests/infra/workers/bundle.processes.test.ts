/** The workflows' code, bundled in a process of its own. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleWorkflows } from "../../../infra/workers/bundle/bundle.ts";

it("is one file, with the places but not the sources of its modules, until it is disposed of", async () => {
  const bundle = await bundleWorkflows({ interceptorModules: [] });
  const [code = "", map = ""] = (await readFile(bundle.codePath, "utf8")).split("//# sourceMappingURL=");
  expect(code).toContain("debateWorkflow");
  const { sources, sourcesContent } = JSON.parse(Buffer.from(map.replace(/^.*?,/, ""), "base64").toString());
  expect(sources).toContain(fileURLToPath(new URL("../../../workflows/debate.ts", import.meta.url)));
  expect(sourcesContent).toBeUndefined();
  await bundle[Symbol.asyncDispose]();
  expect(existsSync(bundle.codePath)).toBe(false);
});

it("says which module it does not find", async () => {
  const missing = bundleWorkflows({ interceptorModules: ["/nowhere/interceptor.ts"] });
  await expect(missing).rejects.toThrow(/the workflow code could not be bundled: [^]*\/nowhere\/interceptor\.ts/);
});
