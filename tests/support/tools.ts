/** A real MCP server from npm, as a program and over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { McpServers } from "../../activities/tools/settings.ts";

const EVERYTHING = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

/** Its program on standard input and output. */
export const PROGRAM = { command: process.execPath, args: [EVERYTHING, "stdio"], env: {} } satisfies McpServers[string];

/** The same over HTTP, on a free port. */
export async function serveTools(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function listening({ stderr }: ChildProcess): Promise<void> {
  let said = "";
  for await (const piece of stderr ?? []) {
    said += String(piece);
    if (said.includes("listening on port")) return;
  }
  throw new Error(`the MCP server did not start: ${said}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
