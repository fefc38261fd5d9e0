/** The MCP server on standard input and output, which belong to the protocol. */
import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Client } from "../../../api/client/index.ts";
import { version } from "../../../infra/base/version.ts";
import { createServers } from "../api/server.mcp.ts";

/** Finds the Parley to talk to; rejects with a sentence for people when there is none. */
export type FindClient = () => Promise<Client>;

/** Serves until standard input ends. */
export async function serveMcp(find: FindClient): Promise<void> {
  const ended = Promise.race([once(process.stdin, "end"), once(process.stdin, "close")]);
  const served = serveStdio(await createServers({ version: version(), find }));
  await ended;
  await served.close();
}
