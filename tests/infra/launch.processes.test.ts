import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const INFRA = fileURLToPath(new URL("../../infra", import.meta.url));

/** A project with the real launcher and a pinned Node that only says what it was asked to do. */
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-launch-"));
  await mkdir(join(root, "infra"));
  for (const file of ["launch.mjs", "pinned-node.mjs", "relay.mjs"])
    await copyFile(join(INFRA, file), join(root, "infra", file));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function script(path: string, body: string): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
}

/** Where npm unpacks the Node of this platform. */
const pinnedNode = () => join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");

async function install(body: string): Promise<void> {
  await script(pinnedNode(), body);
  await writeFile(join(root, "node_modules", ".package-lock.json"), "{}");
}

function launch(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [join(root, "infra", "launch.mjs"), ...args], {
    env: { PATH: `${join(root, "path")}:/usr/bin:/bin`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function finish(child: ChildProcess): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk));
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, err };
}

test.each([
  ["debate", ["infra/cli/parley.command.ts", "debate"]],
  ["parley", ["infra/cli/parley.command.ts"]],
  ["judge-audit", ["features/audit/infra/judge-audit.ts"]],
])("%s starts its program on the pinned Node, with the arguments as they are", async (target, [file, ...preset]) => {
  await install('for argument in "$@"; do echo "$argument"; done');
  const { code, out } = await finish(launch([target, "a topic", "--json"]));
  expect(code).toBe(0);
  expect(out.trim().split("\n")).toEqual([join(root, file ?? ""), ...preset, "a topic", "--json"]);
});

test.each([
  ["server", "infra/server.ts"],
  ["api", "infra/api.ts"],
  ["worker", "infra/worker-main.ts"],
])(
  "%s runs on the pinned Node with little memory to spare, unless the environment allows more",
  async (target, file) => {
    await install('echo "$MALLOC_ARENA_MAX"; for argument in "$@"; do echo "$argument"; done');
    const started = async (env: NodeJS.ProcessEnv) =>
      (await finish(launch([target, "--json"], env))).out.trim().split("\n");
    const command = [join(root, file), "--json"];
    expect(await started({})).toEqual(["2", "--max-semi-space-size=16", ...command]);
    const more = { NODE_OPTIONS: "--max-semi-space-size=64", MALLOC_ARENA_MAX: "8" };
    expect(await started(more)).toEqual(["8", ...command]);
  },
);

test("tests run once, without .env, whose settings are one person's", async () => {
  await install('for argument in "$@"; do echo "$argument"; done');
  await writeFile(join(root, ".env"), "PORT=0\n");
  const { out } = await finish(launch(["test", "tests/domain"]));
  expect(out.trim().split("\n")).toEqual([join(root, "node_modules/vitest/vitest.mjs"), "run", "tests/domain"]);
});

test("`npm test -- unit` names a project of the tests", async () => {
  await install('for argument in "$@"; do echo "$argument"; done');
  const { out } = await finish(launch(["test", "unit", "tests/domain"]));
  expect(out.trim().split("\n").slice(1)).toEqual(["run", "--project", "unit", "tests/domain"]);
});

test("a .env file in the project is loaded by Node itself", async () => {
  await install('echo "$1"');
  await writeFile(join(root, ".env"), "PORT=0\n");
  expect((await finish(launch(["server"]))).out).toBe(`--env-file=${join(root, ".env")}\n`);
});

test.each([[[]], [["toString"]], [["serve"]]])(
  "the target %j is refused with the usage and exit code 2",
  async (args) => {
    const { code, err } = await finish(launch(args));
    expect(code).toBe(2);
    expect(err).toContain("server|api|worker|debate|parley");
  },
);

test("the exit code is passed on", async () => {
  await install("exit 4");
  expect((await finish(launch(["server"]))).code).toBe(4);
});

test("a program that a signal ended counts as 128 and the signal's number", async () => {
  await install("kill -TERM $$");
  expect((await finish(launch(["server"]))).code).toBe(143);
});

test("a signal to the launcher goes on to the program, whose exit code counts", async () => {
  await install(`trap 'echo told; exit 7' TERM\necho ready\nwhile :; do sleep 0.05; done`);
  const child = launch(["server"]);
  const finished = finish(child);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  expect(await finished).toMatchObject({ code: 7, out: "ready\ntold\n" });
});

test("when npm and its shell are gone, the program is told to end", async () => {
  await install(`trap 'echo told; exit 0' TERM\necho ready\nwhile :; do sleep 0.05; done`);
  const command = `"${process.execPath}" "${join(root, "infra", "launch.mjs")}" server & wait`;
  const shell = spawn("/bin/sh", ["-c", command], {
    env: { PATH: "/usr/bin:/bin", npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const finished = finish(shell);
  await once(shell.stdout, "data");
  shell.kill("SIGKILL");
  // The pipe closes once the program, which still holds it, has ended.
  expect((await finished).out).toBe("ready\ntold\n");
});

/** What npm prints on an older Node: thirty lines that do no harm. */
const WARNINGS = 'i=0; while [ $i -lt 30 ]; do echo "npm warn EBADENGINE $i" >&2; i=$((i+1)); done';

test("what is missing is installed first: one line before, one after, none of npm's own", async () => {
  const node = pinnedNode();
  await script(
    join(root, "path", "npm"),
    `${WARNINGS}; echo "npm $*"; mkdir -p "$(dirname ${node})"; printf '#!/bin/sh\\necho started\\n' > ${node}; chmod 755 ${node}; pwd > ${root}/where; echo "$*" >> ${root}/where`,
  );
  const { code, out, err } = await finish(launch(["server"]));
  expect({ code, out }).toEqual({ code: 0, out: "started\n" });
  expect(err).toMatch(/^installing what Parley needs \(once, about a minute\)\ninstalled in \d+ s\n$/);
  expect(await readFile(join(root, "where"), "utf8")).toMatch(/parley-launch-\w+\nci --no-audit --no-fund\n$/);
});

test("an installation that fails shows all that npm said, and ends the launch with its exit code", async () => {
  await script(join(root, "path", "npm"), `${WARNINGS}; echo "npm error: the disk is full"; exit 9`);
  const { code, out, err } = await finish(launch(["server"]));
  expect([code, out]).toEqual([9, ""]);
  for (const line of ["npm warn EBADENGINE 0\n", "npm warn EBADENGINE 29\n", "npm error: the disk is full\n"])
    expect(err).toContain(line);
  expect(err).toContain("`npm ci` failed; see above\n");
});
