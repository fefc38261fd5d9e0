/** The workflows' code in one file, as workers load it. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FAILURE_CONVERTER } from "../../codec/data-converter.ts";
import { bareEnvironment } from "../../local/base/processes.ts";
import type { CodeSettings } from "./code.ts";
import { bundler, keep, type Made, placeOf, takeKept } from "./kept.ts";

export interface BundleInput {
  /** Payloads are encrypted. */
  encrypted: boolean;
  /** Modules of interceptors for tracing: none when it is off, since traces enlarge what each cached workflow keeps. */
  interceptorModules: string[];
}

/** From the parent: JSON in the only argument. */
export interface BundleSettings extends CodeSettings {
  path: string;
  /** Where the bundler names the files that went into it. */
  filesPath: string;
}

/** Disposing deletes the file. */
export interface WorkflowBundle extends AsyncDisposable {
  codePath: string;
}

/**
 * Takes the kept bundle, or bundles in a process of its own, which ends: the bundler leaves 170 MiB behind where it ran.
 */
export async function bundleWorkflows({ encrypted, interceptorModules }: BundleInput): Promise<WorkflowBundle> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "parley-workflows-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const codePath = join(folder, "workflows.cjs");
  const filesPath = join(folder, "files.json");
  const how = { ...(encrypted && { failureConverterPath: FAILURE_CONVERTER }), interceptorModules };
  const kept = placeOf(how);
  if (!(await takeKept(kept, codePath))) await keep(kept, await bundle({ ...how, path: codePath, filesPath }));
  const made = starting.move();
  return { codePath, [Symbol.asyncDispose]: () => made.disposeAsync() };
}

async function bundle(settings: BundleSettings): Promise<Made> {
  const { path, filesPath } = settings;
  const env = bareEnvironment(process.env);
  const begun = Date.now();
  await promisify(execFile)(process.execPath, [bundler(), JSON.stringify(settings)], { env }).catch(fail);
  return { path, files: JSON.parse(await readFile(filesPath, "utf8")), begun };
}

/** The bundler names on standard error the modules that it could not bundle. */
function fail(cause: Error & { stdout?: string; stderr?: string }): never {
  const said = `${cause.stdout ?? ""}${cause.stderr ?? ""}`.trim() || cause.message;
  throw new Error(`the workflow code could not be bundled: ${said}`, { cause });
}
