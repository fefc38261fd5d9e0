/** A real MCP server from npm, as a program and over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createServer as createHttpServer, request } from "node:http";
import { createServer } from "node:net";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { McpServers } from "../../domain/rules/tools/servers.tools.ts";

const EVERYTHING = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

/** Its program on standard input and output. */
export const PROGRAM = { command: process.execPath, args: [EVERYTHING, "stdio"], env: {} } satisfies McpServers[string];

/** The same over HTTP, on a free port or on that of one that has ended. */
export async function serveTools(again?: number): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const port = again ?? (await freePort());
  const child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** Stands before a server, and counts the calls of tools that reach it. */
export async function countingCalls(server: string): Promise<CountedCalls> {
  const calls: string[] = [];
  const came = new EventEmitter();
  const front = createHttpServer((req, res) => {
    void (async () => {
      const body = await readText(req);
      if (body.includes('"tools/call"')) {
        calls.push(body);
        came.emit("call");
      }
      const headers = { ...req.headers, host: new URL(server).host };
      const onward = request(server, { method: req.method ?? "POST", headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      });
      onward.on("error", () => res.destroy());
      res.on("close", () => onward.destroy());
      onward.end(body);
    })();
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  return {
    url: `http://127.0.0.1:${(front.address() as { port: number }).port}/mcp`,
    calls,
    async arrived(count) {
      while (calls.length < count) await once(came, "call");
    },
    stop() {
      front.close();
      front.closeAllConnections();
    },
  };
}

interface CountedCalls {
  url: string;
  calls: string[];
  /** Settles when so many calls have come. */
  arrived(count: number): Promise<void>;
  stop(): void;
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
