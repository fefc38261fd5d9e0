/** The process that bundles the workflows. */
import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import type { BundleSettings } from "./bundle.ts";

const { path, interceptorModules, ...converter } = JSON.parse(process.argv[2] ?? "{}") as BundleSettings;
const at = (name: string) =>
  fileURLToPath(new URL(`../../../workflows/${name}${extname(import.meta.url)}`, import.meta.url));
const { code } = await bundleWorkflowCode({
  ...converter,
  workflowsPath: at("index"),
  preloadModules: [at("preload")],
  workflowInterceptorModules: interceptorModules,
  // Stacks need places, not the sources themselves, which are 40 % of the file.
  webpackConfigHook: (webpack) => ({ ...webpack, devtool: "inline-nosources-source-map" }),
  logger: new DefaultLogger("WARN"),
});
await writeFile(path, code);
