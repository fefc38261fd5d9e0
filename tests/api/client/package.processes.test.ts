/** The package as somebody gets it who installs it. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, scripted } from "../../support/models/scripted-server.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TSC = join(ROOT, "node_modules", ".bin", "tsc");
const run = promisify(execFile);

/** A project that has nothing but the unpacked package. */
let project: string;
let installed: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "parley-package-"));
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", project], { cwd: ROOT });
  installed = join(project, "node_modules", "parley");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", join(project, stdout.trim().split("\n").at(-1) ?? ""), "--strip-components=1"], {
    cwd: installed,
  });
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
}, 120_000);
afterAll(() => rm(project, { recursive: true, force: true }));

/** What npm would put beside the package. */
async function installDependencies(): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { dependencies: object };
  for (const name of Object.keys(dependencies)) {
    const place = join(project, "node_modules", name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(ROOT, "node_modules", name), place);
  }
  await mkdir(join(project, "node_modules", "@types"));
  await symlink(join(ROOT, "node_modules", "@types", "node"), join(project, "node_modules", "@types", "node"));
}

async function node(...args: string[]): Promise<string> {
  return (await run(process.execPath, args, { cwd: project })).stdout;
}

test("plain Node imports parley/client, without a single dependency, and it works", async () => {
  const { url } = await scripted(json({ id: "deb-1", status: "completed" }));
  const user = `import { createClient, ParleyProblem } from "parley/client";
    const client = createClient({ baseUrl: process.argv[2] });
    console.log(typeof ParleyProblem, (await client.get("deb-1")).status);`;
  await writeFile(join(project, "user.js"), user);
  expect(await node("user.js", url)).toBe("function completed\n");
});

test("only what is emitted is in the package, and no TypeScript but declarations", async () => {
  const files = await readdir(installed, { recursive: true });
  const sources = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  expect(sources).toEqual([]);
  expect((await readdir(installed)).toSorted()).toEqual([
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist",
    "docs",
    "package.json",
  ]);
});

test("a user's TypeScript sees the types and its mistakes, and the guide's example is right", async () => {
  await installDependencies();
  const right = `import { createClient, type Debate, type DebateEvent, ParleyProblem } from "parley/client";
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
  const wrong = `import { createClient } from "parley/client";
    const client = createClient({ baseUrl: "http://127.0.0.1:3000" });
    const debate = await client.get("deb-1");
    // @ts-expect-error a status is one of a list
    export const isOdd = debate.status === "odd";
    // @ts-expect-error a topic is text
    await client.create({ topic: 1, participants: [] });
    // @ts-expect-error events have no such type
    client.events("deb-1", { types: ["turn.odd"] });`;
  const guide = await readFile(join(installed, "docs/clients.md"), "utf8");
  const [, shown = ""] = /<!-- client -->\n```ts\n([\s\S]*?)```\n<!-- \/client -->/.exec(guide) ?? [];
  expect(shown).toContain("createClient(");
  await writeFile(join(project, "guide.ts"), shown);
  await writeFile(join(project, "right.ts"), right);
  await writeFile(join(project, "wrong.ts"), wrong);
  const options =
    "--ignoreConfig --noEmit --strict --module nodenext --target es2024 --lib es2024,dom --types node".split(" ");
  const checked = run(TSC, [...options, "guide.ts", "right.ts", "wrong.ts"], { cwd: project });
  await expect(checked.catch((error: { stdout: string }) => Promise.reject(new Error(error.stdout)))).resolves.toEqual({
    stdout: "",
    stderr: "",
  });
}, 60_000);

test("the command line runs from the package", async () => {
  const { bin } = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as { bin: { parley: string } };
  expect(await node(join(installed, bin.parley), "--help")).toContain("debate [options] [topic]");
  expect(await readFile(join(installed, bin.parley), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});
