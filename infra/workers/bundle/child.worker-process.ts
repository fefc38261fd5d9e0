/** The process that bundles the workflows. */
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { modulePath } from "../../local/base/module-path.ts";
import type { BundleSettings } from "./bundle.ts";
import { workflowCode } from "./code.ts";

const { path, filesPath, ...settings } = JSON.parse(process.argv[2] ?? "{}") as BundleSettings;
const files = new Set([fileURLToPath(import.meta.url), modulePath(import.meta.url, "code")]);
const code = await workflowCode(settings, [
  ({ hooks }) =>
    hooks.done.tap("files", ({ compilation }) => {
      for (const file of compilation.fileDependencies) files.add(file);
    }),
]);
await writeFile(path, code);
// It names folders too, and what Temporal adds, which is no file.
const isFile = (name: string) => statSync(name, { throwIfNoEntry: false })?.isFile();
await writeFile(filesPath, JSON.stringify([...files].filter(isFile)));
