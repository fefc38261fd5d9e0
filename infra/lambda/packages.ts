/** Builds the functions' packages: bundled code, and the files that bundling cannot include. */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { writePages } from "../../api/pages/bundle.pages.ts";
import { FAILURE_CONVERTER } from "../codec/data-converter.ts";
import { workflowInterceptors } from "../telemetry/temporal.telemetry.ts";
import { workflowCode } from "../workers/bundle/code.ts";
import { BUNDLES } from "./workflow-bundle.ts";

export type Architecture = "x64" | "arm64";

const ROOT = dirname(dirname(import.meta.dirname));
export const PACKAGES = { api: join(ROOT, ".infra/packages/api"), worker: join(ROOT, ".infra/packages/worker") };
const require = createRequire(import.meta.url);
const ofWorker = createRequire(require.resolve("@temporalio/worker"));

/** Started by path, beside the code. */
const TASKS = join(ROOT, "infra/tasks/child.task.ts");
/** 2.8 MB of vocabulary, needed by the code and by its process for tasks: one file serves both. */
const TOKENIZER = "gpt-tokenizer/encoding/o200k_base";
const TOKENIZER_FILE = fileURLToPath(import.meta.resolve(TOKENIZER));
/** Files loaded by name, beside the code. */
const LOADED_BY_PATH = { "failure-converter": FAILURE_CONVERTER };

/** CommonJS modules expect these; a bundle of ECMAScript modules lacks them. */
const BANNER = [
  'import { createRequire as __createRequire } from "node:module";',
  "const require = __createRequire(import.meta.url);",
  "const __filename = import.meta.filename;",
  "const __dirname = import.meta.dirname;",
].join("\n");

export async function buildApi(folder: string): Promise<void> {
  await begin(folder);
  await bundle(folder, { index: join(ROOT, "infra/lambda/api.lambda.ts"), ...LOADED_BY_PATH });
  // Bundled separately: shared chunks would create schemas before the API has extended Zod.
  await bundle(folder, { "child.task": TASKS });
  await bundle(folder, { tokenizer: TOKENIZER_FILE });
  await writePages(join(folder, "served"));
  await copyFiles(ROOT, folder, ["README.md", "CHANGELOG.md", "SECURITY.md"]);
  await cp(join(ROOT, "docs"), join(folder, "docs"), { recursive: true });
  await copyFiles(
    dirname(require.resolve("swagger-ui-dist/package.json")),
    join(folder, "node_modules/swagger-ui-dist"),
    ["package.json", "swagger-ui.css", "swagger-ui-bundle.js"],
  );
}

/** The workers as a function (`index`) and as a service (`service`), the look at their queues (`queues`): code, workflows, Temporal's native part. */
export async function buildWorker(folder: string, architecture: Architecture): Promise<void> {
  await begin(folder);
  await Promise.all([
    bundle(folder, {
      ...LOADED_BY_PATH,
      index: join(ROOT, "infra/lambda/worker.lambda.ts"),
      service: join(ROOT, "infra/fargate/workers.ts"),
      queues: join(ROOT, "infra/lambda/queues.ts"),
      tokenizer: TOKENIZER_FILE,
      // Loaded by name, as a thread.
      "workflow-worker-thread": require.resolve("@temporalio/worker/lib/workflow/workflow-worker-thread.js"),
    }),
    bundleWorkflows(join(folder, BUNDLES.plain)),
    bundleWorkflows(join(folder, BUNDLES.encrypted), { failureConverterPath: FAILURE_CONVERTER }),
    copyNative(folder, architecture),
    // The source-map consumer reads it beside itself.
    copyFiles(join(dirname(ofWorker.resolve("source-map/package.json")), "lib"), folder, ["mappings.wasm"]),
    cp(join(ROOT, "infra/fargate/Dockerfile"), join(folder, "Dockerfile")),
  ]);
}

/** An empty folder as the package `parley`, so that the code finds its version. */
async function begin(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { name, version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Record<string, string>;
  const manifest = { name, version, type: "module", exports: { "./package.json": "./package.json" } };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
}

async function bundle(outdir: string, entryPoints: Record<string, string>): Promise<void> {
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunk-[hash]",
    platform: "node",
    target: "node24",
    format: "esm",
    // Names stay, because errors are compared by name.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    banner: { js: BANNER },
    // An optional logger of Temporal's package, and what makes the pages' files, which are there already.
    external: ["@aws-lambda-powertools/logger", "rolldown"],
    plugins: [withoutBundler, clientAlone, englishAlone, sharedTokenizer],
    logLevel: "error",
  });
}

/** The workflow bundler (webpack, 60 MB) is useless where workflows are prebuilt. */
const withoutBundler: Plugin = {
  name: "without-bundler",
  setup(building) {
    building.onLoad({ filter: /@temporalio[\\/]worker[\\/]lib[\\/]workflow[\\/]bundler\.js$/ }, () => ({
      contents: "exports.defaultWorkflowInterceptorModules = [];",
      loader: "js",
    }));
  },
};

/**
 * Of undici, the AWS clients need the HTTP client; the rest, such as fetch and mocks, is three quarters of it. Both of
 * Lambda's processors run its faster parser, so the other one is not there, nor is HTTP/2, which has to be switched on.
 */
const clientAlone: Plugin = {
  name: "client-alone",
  setup(building) {
    building.onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, () => ({
      contents: `
        const Dispatcher = require("./lib/dispatcher/dispatcher");
        const Agent = require("./lib/dispatcher/agent");
        const { getGlobalDispatcher } = require("./lib/global");
        Object.assign(Dispatcher.prototype, require("./lib/api"));
        module.exports = { Agent, Dispatcher, getGlobalDispatcher };`,
      loader: "js",
    }));
    building.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, () => ({
      contents: `module.exports = require("./llhttp_simd-wasm.js");`,
      loader: "js",
    }));
    building.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: `module.exports = () => { throw new Error("HTTP/2 is not in this package"); };`,
      loader: "js",
    }));
  },
};

/** Of Zod's messages in 50 languages, those that callers get. */
const englishAlone: Plugin = {
  name: "english-alone",
  setup(building) {
    building.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from "./en.js";`,
      loader: "js",
    }));
  },
};

/** The functions' code reads `tokenizer.js` beside itself; that file's own bundle is the only one that has the vocabulary. */
const sharedTokenizer: Plugin = {
  name: "shared-tokenizer",
  setup(building) {
    building.onResolve({ filter: /^gpt-tokenizer\// }, ({ path, kind }) =>
      kind === "entry-point" || path !== TOKENIZER ? null : { path: "./tokenizer.js", external: true },
    );
  },
};

async function bundleWorkflows(path: string, converter: { failureConverterPath?: string } = {}): Promise<void> {
  await writeFile(path, await workflowCode({ ...converter, interceptorModules: workflowInterceptors() }));
}

/** Temporal's native part for this architecture on Linux only: each of the five has about 27 MB. */
async function copyNative(folder: string, architecture: Architecture): Promise<void> {
  const target = `${architecture === "arm64" ? "aarch64" : "x86_64"}-unknown-linux-gnu`;
  const bridge = dirname(ofWorker.resolve("@temporalio/core-bridge/package.json"));
  await copyFiles(join(bridge, "releases", target), join(folder, "releases", target), ["index.node"]);
}

async function copyFiles(from: string, to: string, names: string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  await Promise.all(names.map((name) => cp(join(from, name), join(to, name))));
}
