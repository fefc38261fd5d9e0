/** What `npm start` opens on this machine, and what it leaves in the data folder, is for this user and not for web pages. */
import { chmod, readdir, readFile, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../infra/base/config.infra-base.ts";
import { LOOPBACK } from "../../../infra/base/ports.infra-base.ts";
import { folderSecret } from "../../../infra/local/base/secret.local-base.ts";
import { type Stack, startStack } from "../../../infra/local/stack.local.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { ask, FROM_A_PAGE } from "../../support/page-request.ts";

const running = new AsyncDisposableStack();
let dataDir: string;
let stack: Stack;
let ui: string;
beforeAll(async () => {
  dataDir = await temporaryFolder(running);
  await (await start()).stop();
  // The API makes it.
  await folderSecret(dataDir);
  await openToAll();
  stack = running.adopt(await start(), (it) => it.stop());
  ui = stack.temporalUiUrl as string;
});
afterAll(() => running.disposeAsync());

function start(): Promise<Stack> {
  return startStack(loadConfig({ PARLEY_DATA_DIR: dataDir }), {
    progress: () => {},
    logger: pino({ level: "silent" }),
    demo: true,
  });
}

/** A folder that everyone may read. */
async function openToAll(): Promise<void> {
  for (const name of [".", "dynamodb"]) await chmod(join(dataDir, name), 0o755);
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const file of entries.filter((entry) => entry.isFile())) await chmod(join(file.parentPath, file.name), 0o644);
}

const NAMESPACES = "/api/v1/namespaces";

test("The data folder and everything in it is for this user alone, also what stood open before.", async () => {
  const names = [".", ...(await readdir(dataDir, { recursive: true }))];
  expect(names).toEqual(
    expect.arrayContaining([
      "secret",
      "receipt-key",
      "dynamodb.key",
      "stack.json",
      "temporal.db-wal",
      "dynamodb/CURRENT",
    ]),
  );
  const modes = await Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077]));
  expect(Object.fromEntries(modes)).toEqual(Object.fromEntries(names.map((name) => [name, 0])));
});

test.runIf(process.platform === "linux")(
  "The engine's key is on no command line, which other users may read.",
  async () => {
    const key = stack.dynamodbKey as string;
    for (const pid of await ownPids()) expect(await readFile(`/proc/${pid}/cmdline`, "utf8")).not.toContain(key);
  },
);

test("Temporal's UI is served to its user: the page, what it reads and what it changes.", async () => {
  const page = await ask(ui);
  expect(page.headers["content-type"]).toContain("text/html");
  expect((await ask(`${ui}${NAMESPACES}`)).text).toContain('"default"');
  expect((await ask(`${ui}/`, { headers: { host: "localhost:9000" } })).status).toBe(200);
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect((await ask(`${ui}/namespaces/default/workflows`, { headers: link })).status).toBe(200);

  const csrf = /_csrf=([^;]+)/.exec(String(page.headers["set-cookie"]))?.[1] as string;
  const headers = {
    origin: ui,
    "sec-fetch-site": "same-origin",
    cookie: `_csrf=${csrf}`,
    "x-csrf-token": csrf,
    "content-type": "application/json",
  };
  const cancel = `${ui}${NAMESPACES}/default/workflows/not-there/cancel`;
  expect(await ask(cancel, { method: "POST", headers, body: "{}" })).toMatchObject({ status: 404 });
});

test.each(Object.entries(FROM_A_PAGE))("Temporal's UI refuses a page %s.", async (_, headers) => {
  const answer = await ask(`${ui}${NAMESPACES}`, { headers });
  expect(answer.status).toBe(403);
  expect(answer.text).not.toContain("default");
  expect((await ask(ui, { method: "POST", headers, body: "{}" })).status).toBe(403);
});

/** `temporal.json` and `dynalite.json` name the processes beside this one. */
async function ownPids(): Promise<number[]> {
  const records = await Promise.all(
    ["temporal", "dynalite"].map((name) => readFile(join(dataDir, `${name}.json`), "utf8")),
  );
  return records.map((text) => (JSON.parse(text) as { pid: number }).pid);
}

/** Sockets that listen, by address and port, from the system's own tables. */
async function listening(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => "")));
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const rows = (await readFile(`/proc/${pid}/net/tcp`, "utf8")).trim().split("\n").slice(1);
  return rows.flatMap((row) => {
    const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/);
    const [address = "", port = ""] = local.split(":");
    const bytes = address.match(/../g)?.toReversed() ?? [];
    const isOpen = state === "0A" && inodes.has(inode);
    return isOpen ? [`${bytes.map((byte) => Number.parseInt(byte, 16)).join(".")}:${Number.parseInt(port, 16)}`] : [];
  });
}

test.runIf(process.platform === "linux")(
  "No socket of the stack answers a web page, except Temporal's own metrics.",
  async () => {
    const pids = [process.pid, ...(await ownPids())];
    const sockets = (await Promise.all(pids.map(listening))).flat();
    const known = [ui, stack.demo?.url, stack.dynamodbEndpoint].map((url) => new URL(url as string).host);
    expect(sockets).toEqual(expect.arrayContaining([...known, stack.temporal.address]));
    // The real UI stands where no page finds it; the rest is told apart by what it answers.
    const findable = sockets.filter((socket) => socket.startsWith(`${LOOPBACK}:`));
    expect(sockets.length - findable.length).toBe(1);
    const answered = await Promise.all(findable.flatMap(answersTo));
    expect(new Set(answered.flatMap((answer) => answer ?? []))).toEqual(new Set(["/metrics"]));
  },
);

/** The paths at which a page gets an answer. */
function answersTo(socket: string): Promise<string | null>[] {
  return Object.values(FROM_A_PAGE).flatMap((headers) =>
    ["/", NAMESPACES, "/metrics", "/__aimock/journal", "/debug/pprof/"].map(async (path) => {
      const { status } = await ask(`http://${socket}${path}`, { headers });
      return [0, 403, 404].includes(status) ? null : path;
    }),
  );
}

test.runIf(process.platform === "linux")("Temporal's HTTP API starts no workflow for anybody.", async () => {
  const [temporal = 0] = await ownPids();
  const body = JSON.stringify({ workflowType: { name: "planted" }, taskQueue: { name: "planted" } });
  const path = `${NAMESPACES}/default/workflows/planted`;
  // Plain text is what a page may send without asking first.
  const request = { method: "POST", headers: { "content-type": "text/plain" }, body };
  const answers = (await listening(temporal)).map((socket) => ask(`http://${socket}${path}`, request));
  expect((await Promise.all(answers)).map(({ status }) => status)).not.toContain(200);
  expect((await ask(`${ui}${path}`)).status).toBe(404);
});
