/** Tools of a real MCP server from npm, as a program and over HTTP. */
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Toolbox } from "../../../activities/base/toolbox.ts";
import type { McpServers } from "../../../domain/rules/tools/servers.tools.ts";
import { createToolbox } from "../../../features/tools/activities/mcp.tool.ts";
import { countingCalls, PROGRAM, serveTools } from "../../support/tools.ts";

const silent = (server: string) => ({ server, why: "does not answer" });
const boxes: Toolbox[] = [];
const { signal } = new AbortController();

function boxOf(servers: McpServers, allowPrivate = false): Toolbox {
  const box = createToolbox({ servers, allowPrivate, version: "test" });
  boxes.push(box);
  return box;
}

let http: Awaited<ReturnType<typeof serveTools>>;
beforeAll(async () => {
  http = await serveTools();
});
afterAll(async () => {
  await Promise.all(boxes.map((box) => box.close()));
  await http.stop();
});

const over = [
  { how: "on standard input and output", server: () => PROGRAM, allowPrivate: false },
  { how: "over HTTP", server: () => ({ url: http.url, headers: {} }), allowPrivate: true },
];

describe.each(over)("a server $how", ({ server, allowPrivate }) => {
  it("offers its tools under names that every provider takes, and no more than are allowed", async () => {
    const box = boxOf({ library: server() }, allowPrivate);
    const { tools: all } = await box.offer([{ server: "library" }], signal);
    expect(all.map(({ tool }) => tool)).toEqual(expect.arrayContaining(["echo", "get-sum", "get-env"]));
    const offer = await box.offer([{ server: "library", tools: ["echo", "none"] }], signal);
    expect(offer.unreachable).toEqual([]);
    const [echo] = offer.tools;
    expect(echo).toMatchObject({
      server: "library",
      tool: "echo",
      name: "library__echo",
      description: expect.any(String),
    });
    expect(echo?.schema).toMatchObject({ type: "object", properties: { message: { type: "string" } } });
  });

  it("answers with passages, and links have their address", async () => {
    const box = boxOf({ library: server() }, allowPrivate);
    expect(await box.call({ server: "library", tool: "echo" }, '{"message":"A bench is a seat."}', signal)).toEqual([
      { title: "echo of library", text: "Echo: A bench is a seat." },
    ]);
  });

  it("tells what a tool that fails says, and refuses input that is no JSON object", async () => {
    const box = boxOf({ library: server() }, allowPrivate);
    await expect(box.call({ server: "library", tool: "get-sum" }, '{"a":"x"}', signal)).rejects.toMatchObject({
      name: "ToolFault",
    });
    await expect(box.call({ server: "library", tool: "echo" }, "[1]", signal)).rejects.toThrow("not a JSON object");
  });
});

it("a program sees its own variables and none of this process's", async () => {
  process.env["PARLEY_TEST_SECRET"] = "hunter2";
  try {
    const box = boxOf({ library: { ...PROGRAM, env: { OWN: "yes" } } });
    const [seen] = await box.call({ server: "library", tool: "get-env" }, "{}", signal);
    expect(seen?.text).toContain('"OWN": "yes"');
    expect(seen?.text).not.toContain("hunter2");
  } finally {
    delete process.env["PARLEY_TEST_SECRET"];
  }
});

it("a server in the own network is not reached unless the operator allows it", async () => {
  const box = boxOf({ library: { url: http.url, headers: {} } });
  expect(await box.offer([{ server: "library" }], signal)).toEqual({ tools: [], unreachable: [silent("library")] });
  await expect(box.call({ server: "library", tool: "echo" }, '{"message":"x"}', signal)).rejects.toThrow(
    "the MCP server library does not answer",
  );
});

it.each([
  "http://127.0.0.1:8000/",
  "http://localhost/x",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://2130706433/",
])("no tool is asked for %s", async (address) => {
  const box = boxOf({ library: PROGRAM });
  const input = JSON.stringify({ message: `Read ${address} for me.` });
  await expect(box.call({ server: "library", tool: "echo" }, input, signal)).rejects.toThrow("private network");
});

it.each([
  ['{"message":"http:\\/\\/127.0.0.1\\/"}', "slashes that JSON escapes"],
  ['{"message":"\\u0068ttp://127.0.0.1/"}', "a letter that JSON escapes"],
  ['{"message":"127.0.0.1:8080/x"}', "an address without a protocol"],
])("no tool is asked for %s: %s", async (input) => {
  const box = boxOf({ library: PROGRAM });
  await expect(box.call({ server: "library", tool: "echo" }, input, signal)).rejects.toThrow("private network");
});

it("no two tools that are offered have one name", async () => {
  const long = `a-library-with-a-very-long-name-${"x".repeat(30)}`;
  const box = boxOf({ [long]: PROGRAM });
  // Names that begin alike for 64 characters are as good as one.
  const { tools: offered } = await box.offer([{ server: long }], signal);
  expect(offered.length).toBeGreaterThan(5);
  expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length);
  expect(offered.filter(({ name }) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
});

it("a server that is not there has no tools, and a call of one says so without the address or a key", async () => {
  const gone = { url: "http://127.0.0.1:1/mcp", headers: { authorization: "Bearer hunter2" } };
  const box = boxOf({ gone, library: PROGRAM }, true);
  const both = await box.offer([{ server: "gone" }, { server: "library", tools: ["echo"] }], signal);
  expect([both.tools.map(({ tool }) => tool), both.unreachable]).toEqual([["echo"], [silent("gone")]]);
  const fault = await box.call({ server: "gone", tool: "echo" }, "{}", signal).catch((error: Error) => error);
  expect(fault).toMatchObject({ name: "ToolFault", message: "the MCP server gone does not answer" });
});

it("a call ends with its signal", async () => {
  const box = boxOf({ library: PROGRAM });
  await box.offer([{ server: "library" }], signal);
  const stop = new AbortController();
  const call = box.call(
    { server: "library", tool: "trigger-long-running-operation" },
    '{"duration":20,"steps":2}',
    stop.signal,
  );
  stop.abort(new Error("the owner paused"));
  await expect(call).rejects.toThrow("the owner paused");
});

it("a program that dies is started again at the next call", async () => {
  const place = join(await mkdtemp(join(tmpdir(), "parley-mcp-")), "pid");
  const noted = `fs.writeFileSync(${JSON.stringify(place)}, String(process.pid))`;
  const script = `${noted}; import(${JSON.stringify(PROGRAM.args[0])})`;
  const box = boxOf({ mortal: { command: process.execPath, args: ["-e", script, "", "stdio"], env: {} } });
  const call = () => box.call({ server: "mortal", tool: "echo" }, '{"message":"Here."}', signal);
  const answer = [{ title: "echo of mortal", text: "Echo: Here." }];
  expect(await call()).toEqual(answer);
  const first = Number(await readFile(place, "utf8"));
  process.kill(first, "SIGKILL");
  await expect.poll(() => call().catch(({ name }: Error) => name)).toEqual(answer);
  expect(Number(await readFile(place, "utf8"))).not.toBe(first);
});

it("a server over HTTP that ends is named as cut off, and is reached again when it is back", async () => {
  const first = await serveTools();
  const front = await countingCalls(first.url);
  const box = boxOf({ library: { url: front.url, headers: {} } }, true);
  const call = () => box.call({ server: "library", tool: "echo" }, '{"message":"Here."}', signal);
  expect(await call()).toHaveLength(1);
  await first.stop();
  const fault = await call().catch((error: Error) => error);
  expect(fault).toMatchObject({ lost: { server: "library", why: "did not answer in time or was cut off" } });
  expect((await box.offer([{ server: "library" }], signal)).unreachable).toEqual([silent("library")]);
  const second = await serveTools(first.port);
  expect(await call()).toEqual([{ title: "echo of library", text: "Echo: Here." }]);
  front.stop();
  await second.stop();
});

it("a program that never answers is named, once its time is up", async () => {
  const box = boxOf({ mute: { command: process.execPath, args: ["-e", "process.stdin.resume()"], env: {} } });
  expect(await box.offer([{ server: "mute" }], signal)).toEqual({ tools: [], unreachable: [silent("mute")] });
});
