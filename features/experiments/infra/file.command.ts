/** An experiment in a file: a body of `POST /v1/experiments`, whose items may stand in a file of their own. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { NewExperiment } from "../../../api/client/index.ts";
import { isObject } from "../../../domain/base/is-object.ts";
import { ConfigError } from "../../../infra/base/config.infra-base.ts";
import { itemsOfLines } from "../domain/items-text.experiment.ts";

/** Problems that are named at most. */
const MOST_PROBLEMS = 20;

/** Throws `ConfigError` for what cannot be read. The server checks the rest. */
export async function readExperimentFile(path: string): Promise<NewExperiment> {
  const body = jsonOf(await textOf(path), path);
  if (!isObject(body)) throw new ConfigError([`${path}: must be a JSON object`]);
  const { items } = body;
  if (!isObject(items)) return body as NewExperiment;
  const { file, ...others } = items;
  if (typeof file !== "string" || Object.keys(others).length > 0)
    throw new ConfigError([`${path} /items: must be a list, or { "file": "items.jsonl" }`]);
  return { ...body, items: await readItems(resolve(dirname(path), file)) } as NewExperiment;
}

async function readItems(path: string): Promise<unknown[]> {
  const { items, faults } = itemsOfLines(await textOf(path));
  if (faults.length > 0)
    throw new ConfigError(faults.slice(0, MOST_PROBLEMS).map((line) => `${path} line ${line}: is not JSON`));
  if (items.length === 0) throw new ConfigError([`${path}: there is no item in it`]);
  return items;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError([`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`]);
  }
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError([`${path} is not JSON`]);
  }
}
