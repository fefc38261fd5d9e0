/** Parley without each of its features: its folder goes, and its line at each root. The rest type-checks, starts and debates. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyTree, PRODUCT, ROOT, type TreeCopy } from "../support/copies.ts";
import { FEATURES, needsOf } from "../support/features.ts";
import { sampleOf } from "../support/sample.ts";
import { addressOf, spawnParley } from "../support/servers/parley.ts";

const run = promisify(execFile);
/** What speaks of the whole API as a client does: types of what is gone are missing there. */
const CLIENTS = /^(api\/client|infra\/cli)\//;

/** Of one check of types, on a busy machine. */
const LONG_MS = 300_000;

/** One copy for all: TypeScript checks again only what a missing feature changes. */
let copy: TreeCopy;
let folder: string;
beforeAll(async () => {
  copy = await copyTree([...PRODUCT, "package.json"]);
  ({ folder } = copy);
  const { compilerOptions, exclude } = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, incremental: true },
      include: PRODUCT,
      exclude,
    }),
  );
  expect(await faults()).toEqual([]);
}, LONG_MS);
afterAll(() => copy[Symbol.asyncDispose]());

/** Of a sample two, another two with each commit. */
const sample = sampleOf(process.env.SAMPLE ? [`--sample=${process.env.SAMPLE}`] : []);
const TAKEN = FEATURES.filter((_, place) => sample.has(place, Math.ceil(FEATURES.length / 2)));

/** The feature and those that need it. */
function withThoseThatNeed(feature: string): string[] {
  const gone = new Set([feature]);
  for (const one of gone) for (const other of FEATURES) if (needsOf(other).includes(one)) gone.add(other);
  return [...gone];
}

/** Takes these folders out of the copy, and the lines that name them: how many in which file, beside the imports. */
async function takeOut(gone: string[]): Promise<{ file: string; lines: number }[]> {
  for (const feature of gone) await rm(join(folder, "features", feature), { recursive: true });
  const inGone = `features/(?:${gone.join("|")})/`;
  const imports = new RegExp(`^(?:import|export) (?:type )?\\{([^}]*)\\} from "[^"]*${inGone}[^"]*";\\n`, "gm");
  const lazy = new RegExp(`^.*import\\("[^"]*${inGone}.*\\n`, "gm");
  const changed: { file: string; lines: number }[] = [];
  for (const file of globSync("{api,activities,workflows,store,infra}/**/*.ts", { cwd: folder })) {
    if (CLIENTS.test(file)) continue;
    const before = await readFile(join(folder, file), "utf8");
    const names = [...before.matchAll(imports)].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
    const uses = new RegExp(
      `^ *(?:\\.\\.\\.|\\w+: )?(?:\\w+\\(\\w+, )?(?:${names.join("|")})(?:\\(\\w+\\))?\\)?,\\n`,
      "gm",
    );
    const imported = before.replaceAll(imports, "").replaceAll(lazy, "");
    const after = names.length > 0 ? imported.replaceAll(uses, "") : imported;
    if (after === before) continue;
    await writeFile(join(folder, file), after);
    changed.push({ file, lines: linesOf(imported) - linesOf(after) });
  }
  return changed;
}

const linesOf = (text: string) => text.split("\n").length;

/** What TypeScript says of the copy and its pages, without what clients miss. */
async function faults(): Promise<string[]> {
  const found = [
    ...(await faultsOf(".", "checked.json")),
    ...(await faultsOf("api/pages/browser", "checked-pages.json")),
  ];
  return found.filter((line) => !CLIENTS.test(line));
}

/** `known`: the file of what an earlier check found. */
async function faultsOf(project: string, known: string): Promise<string[]> {
  const checking = run(join(ROOT, "node_modules/.bin/tsc"), ["-p", project, "--tsBuildInfoFile", known], {
    cwd: folder,
  });
  const { stdout } = await checking.catch((error: { stdout: string }) => error);
  return stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
}

test.each(TAKEN)("Without %s", { timeout: LONG_MS }, async (feature) => {
  const gone = withThoseThatNeed(feature);
  const lines = await takeOut(gone);
  try {
    expect(await faults()).toEqual([]);
    for (const { file, lines: removed } of lines) expect(removed, file).toBeLessThanOrEqual(gone.length);
    expect(await debates()).toMatchObject({ status: "completed" });
  } finally {
    for (const path of [...gone.map((name) => `features/${name}`), ...lines.map(({ file }) => file)])
      await copy.restore(path);
  }
});

/** A debate of the copy's server, when it is over. */
async function debates(): Promise<unknown> {
  const server = spawnParley({ dataDir: join(folder, ".data"), server: join(folder, "infra/server.ts") });
  try {
    const participants = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));
    const asked = { topic: "Should cities ban cars?", maxRounds: 1, participants, judge: { model: "demo/judge" } };
    const address = await addressOf(server);
    // Its first page makes all of them.
    expect((await fetch(`${address}/debates/new`)).status).toBe(200);
    const response = await fetch(`${address}/v1/debates`, {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify(asked),
    });
    return await response.json();
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  }
}
