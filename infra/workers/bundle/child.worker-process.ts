/** The process that bundles the workflows. */
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { modulePath } from "../../local/base/module-path.ts";
import type { BundleSettings } from "./bundle.ts";

const { path, filesPath, interceptorModules, ...converter } = JSON.parse(process.argv[2] ?? "{}") as BundleSettings;
const at = (name: string) => modulePath(import.meta.url, `../../../workflows/${name}`);
const files = new Set([fileURLToPath(import.meta.url)]);
const { code } = await bundleWorkflowCode({
  ...converter,
  workflowsPath: at("index"),
  preloadModules: [at("preload")],
  workflowInterceptorModules: interceptorModules,
  // Stacks need places, not the sources themselves, which are 40 % of the file.
  webpackConfigHook: (webpack) => ({
    ...webpack,
    devtool: "inline-nosources-source-map",
    plugins: [
      ...(webpack.plugins ?? []),
      ({ hooks }) =>
        hooks.done.tap("files", ({ compilation }) => {
          for (const file of compilation.fileDependencies) files.add(file);
        }),
    ],
  }),
  logger: new DefaultLogger("WARN"),
});
await writeFile(path, code);
// It names folders too, and what Temporal adds, which is no file.
const isFile = (name: string) => statSync(name, { throwIfNoEntry: false })?.isFile();
await writeFile(filesPath, JSON.stringify([...files].filter(isFile)));
