/** Parley as an MCP server: tools on top of the typed client. Standard output belongs to the protocol. */
import { once } from "node:events";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Client } from "../../api/client/index.ts";
import { version } from "../version.ts";
import { toolResult } from "./results.ts";
import { TOOLS } from "./tools.ts";

/** Finds the Parley to talk to; rejects with a sentence for people when there is none. */
export type FindClient = () => Promise<Client>;

/** Serves until standard input ends. */
export async function serveMcp(find: FindClient): Promise<void> {
  const ended = Promise.race([once(process.stdin, "end"), once(process.stdin, "close")]);
  const served = serveStdio(() => createMcpServer(find));
  await ended;
  await served.close();
}

function createMcpServer(find: FindClient): McpServer {
  const server = new McpServer({ name: "parley", version: version() });
  for (const { name, call, ...description } of TOOLS)
    server.registerTool(name, description, (input) => toolResult(async () => call(await find(), input)));
  return server;
}
