/** `@parley-debates/client` as somebody gets it who installs it and nothing else. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endProcess } from "../../../infra/local/base/processes.ts";
import { filesBelow, nodeOfMachine, packInto } from "../../support/packages.ts";
import { addressOf, spawnParley } from "../../support/servers/parley.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TSC = join(ROOT, "node_modules", ".bin", "tsc");
const STRICT = "--ignoreConfig --noEmit --strict --module nodenext --target es2022".split(" ");
const run = promisify(execFile);

/** A project that has nothing but the installed package. */
let project: string;
let installed: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "parley-client-"));
  const tarball = await packInto(project, "@parley-debates/client");
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project });
  installed = join(project, "node_modules/@parley-debates/client");
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Fails with what the compiler says. */
async function check(files: string[], options: string[]): Promise<void> {
  const checked = run(TSC, [...STRICT, ...options, ...files], { cwd: project });
  await expect(checked.catch((error: { stdout: string }) => Promise.reject(new Error(error.stdout)))).resolves.toEqual({
    stdout: "",
    stderr: "",
  });
}

test("the package is one file of code, its types, its licence and a page, and it has no dependency", async () => {
  const files = await filesBelow(installed);
  expect(files.filter((name) => !name.endsWith(".d.ts"))).toEqual([
    "README.md",
    "dist/LICENSE",
    "dist/index.js",
    "package.json",
  ]);
  expect(await filesBelow(join(project, "node_modules"))).not.toContain("zod/package.json");
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as object;
  for (const name of ["dependencies", "peerDependencies", "optionalDependencies"])
    expect(manifest).not.toHaveProperty(name);
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(manifest).toMatchObject({ version });
});

test("it runs a debate on the Node of this machine", async () => {
  const server = spawnParley({ dataDir: join(project, "data") });
  try {
    const user = `import { createClient, ParleyProblem } from "@parley-debates/client";
      const client = createClient({ baseUrl: process.argv[2] });
      const { id } = await client.create({ topic: "Trams", maxRounds: 1 });
      const types = [];
      for await (const { type } of client.events(id, { deltas: false })) types.push(type);
      const { status, result } = await client.waitForResult(id, { timeoutMs: 60_000 });
      const { status: missing } = await client.get("deb-20260101-000000-AAAAAA").catch((problem) => problem);
      console.log(JSON.stringify({ status, type: result.type, last: types.at(-1), missing }));`;
    await writeFile(join(project, "user.js"), user);
    const { stdout } = await run(await nodeOfMachine(), ["user.js", await addressOf(server)], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({
      status: "completed",
      type: "verdict",
      last: "debate.completed",
      missing: 404,
    });
  } finally {
    if (server.pid) await endProcess(server.pid, 20_000);
  }
});

test("its types stand alone, without the compiler's leniency for libraries", async () => {
  await writeFile(join(project, "alone.ts"), 'export * from "@parley-debates/client";');
  await check(["alone.ts"], ["--skipLibCheck", "false", "--lib", "es2022,dom", "--types", ""]);
  const types = (await filesBelow(installed)).filter((name) => name.endsWith(".d.ts"));
  const texts = await Promise.all(types.map((name) => readFile(join(installed, name), "utf8")));
  const imported = texts.flatMap((text) => [...text.matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from));
  // The example in its docstring names the package itself.
  for (const from of imported) expect(from).toMatch(/^\.\/[\w.-]+\.js$/);
});

test("its types are the domain's own", async () => {
  const same = `import type { Wire as Own } from "${join(ROOT, "api/client/wire.client.ts")}";
    import type { Wire } from "./node_modules/@parley-debates/client/dist/wire.client.js";
    type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
    type Differing = { [K in keyof Own | keyof Wire]: Mutual<Own[K & keyof Own], Wire[K & keyof Wire]> extends true ? never : K };
    export const none: Differing[keyof Differing][] = [];
    export const nothing: [Differing[keyof Differing]] extends [never] ? true : Differing[keyof Differing] = true;`;
  await writeFile(join(project, "same.ts"), same);
  const options = "--skipLibCheck --allowImportingTsExtensions --lib esnext,dom --types node --typeRoots".split(" ");
  await check(["same.ts"], [...options, join(ROOT, "node_modules/@types")]);
});

test("a user's TypeScript sees the types and its mistakes, and the guide's example is right", async () => {
  await mkdir(join(project, "node_modules/@types"), { recursive: true });
  await symlink(join(ROOT, "node_modules/@types/node"), join(project, "node_modules/@types/node"));
  await symlink(join(ROOT, "node_modules/undici-types"), join(project, "node_modules/undici-types"));
  const right = `import { createClient, type Debate, type DebateEvent, ParleyProblem } from "@parley-debates/client";
    const client = createClient({ baseUrl: "http://127.0.0.1:3000" });
    const debate: Debate = await client.create({ topic: "t", participants: [{ name: "Ada", model: "demo/debater" }] });
    const speeches: string[] = [];
    for await (const event of client.events(debate.id, { types: ["turn.delta"] }))
      if (event.type === "turn.delta") speeches.push(event.text);
    const event: DebateEvent["type"] = "result.completed";
    const { result } = await client.waitForResult(debate.id, { timeoutMs: 1000 });
    const summary: string | undefined = result?.type === "verdict" ? result.verdict.summary : undefined;
    const report: string = await client.transcript(debate.id, "markdown");
    const status: number = new ParleyProblem({ status: 0, body: {} }).status;
    export { event, report, speeches, status, summary };`;
  // Each of these would be fine if the types had become \`any\`.
  const wrong = `import { createClient } from "@parley-debates/client";
    const client = createClient({ baseUrl: "http://127.0.0.1:3000" });
    const debate = await client.get("deb-1");
    // @ts-expect-error a status is one of a list
    export const isOdd = debate.status === "odd";
    // @ts-expect-error a topic is text
    await client.create({ topic: 1, participants: [] });
    // @ts-expect-error events have no such type
    client.events("deb-1", { types: ["turn.odd"] });`;
  const guide = await readFile(join(ROOT, "docs/clients.md"), "utf8");
  const [, shown = ""] = /<!-- client -->\n```ts\n([\s\S]*?)```\n<!-- \/client -->/.exec(guide) ?? [];
  const [, page = ""] = /```ts\n([\s\S]*?)```/.exec(await readFile(join(installed, "README.md"), "utf8")) ?? [];
  for (const example of [shown, page]) expect(example).toContain("createClient(");
  for (const [name, text] of Object.entries({ guide: shown, page, right, wrong }))
    await writeFile(join(project, `${name}.ts`), text);
  await check(["guide.ts", "page.ts", "right.ts", "wrong.ts"], ["--lib", "es2022", "--types", "node"]);
});
