/** Tools of MCP servers: one connection for each server and process, made at its first use. */
import { Client, SdkError, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createOutsideFetch, requireOutside } from "./outside.tool.ts";
import { passagesOf } from "./passages.tool.ts";
import { type AllowedServer, type OfferedTool, type Toolbox, ToolFault } from "./port.tool.ts";
import type { McpServer, McpServers } from "./settings.tool.ts";

export interface McpSettings {
  servers: McpServers;
  /** Servers and their tools may reach loopback and private addresses. */
  allowPrivate: boolean;
  version: string;
}

/** Milliseconds. */
const CONNECT_MS = 15_000;
const CALL_MS = 30_000;
const LISTED_MS = 300_000;
/** Characters of a tool's description in a prompt. */
const LONGEST_DESCRIPTION = 1_000;

interface Connection {
  client: Client;
  tools: OfferedTool[];
  listedAt: number;
}

export function createToolbox({ servers, allowPrivate, version }: McpSettings): Toolbox {
  const open = new Map<string, Promise<Connection>>();
  const outside = allowPrivate ? undefined : createOutsideFetch();

  async function connect(name: string, server: McpServer): Promise<Connection> {
    const client = new Client({ name: "parley", version }, { versionNegotiation: { mode: "auto" } });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no events
    client.onclose = () => open.delete(name);
    const transport = transportOf(server, outside);
    try {
      await client.connect(transport, { timeout: CONNECT_MS });
      return { client, ...(await listed(client, name)) };
    } catch (error) {
      await transport.close().catch(() => {});
      throw error;
    }
  }

  /** Callers that need one server at once share its connection. A failed one is made again at the next use. */
  async function connected(name: string): Promise<Connection> {
    const server = servers[name];
    if (!server) throw new ToolFault(`there is no MCP server ${name}`);
    const known = open.get(name);
    if (known) {
      const connection = await known;
      if (Date.now() - connection.listedAt > LISTED_MS)
        Object.assign(connection, await listed(connection.client, name).catch(() => ({ listedAt: Date.now() })));
      return connection;
    }
    const made = connect(name, server);
    open.set(name, made);
    try {
      return await made;
    } catch {
      open.delete(name);
      throw new ToolFault(`the MCP server ${name} does not answer`);
    }
  }

  return {
    async offer(allowed, signal) {
      const found = await Promise.all(
        allowed.map(async (one) => {
          const { tools } = await connected(one.server).catch(() => ({ tools: [] }));
          return tools.filter(({ tool }) => isAllowed(tool, one));
        }),
      );
      signal.throwIfAborted();
      return withOwnNames(found.flat());
    },
    async call({ server, tool }, input, signal) {
      const given = parsed(input);
      if (!allowPrivate) await requireOutside(given);
      const { client } = await connected(server);
      try {
        const result = await client.callTool({ name: tool, arguments: given }, { signal, timeout: CALL_MS });
        const passages = passagesOf(result, `${tool} of ${server}`);
        if (result.isError) throw new ToolFault(passages[0]?.text.slice(0, 500).toWellFormed() || "the tool failed");
        return passages;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ToolFault) throw error;
        throw new ToolFault(
          error instanceof SdkError
            ? `the MCP server ${server} did not answer in time or was cut off`
            : "the tool failed",
        );
      }
    },
    async close() {
      const all = await Promise.allSettled(open.values());
      open.clear();
      await Promise.allSettled(all.flatMap((one) => (one.status === "fulfilled" ? [one.value.client.close()] : [])));
    },
  };
}

/** A program gets its own environment and the few variables that every program needs, never this process's. */
function transportOf(server: McpServer, outside: ReturnType<typeof createOutsideFetch> | undefined): Transport {
  if ("command" in server) {
    const { command, args, env } = server;
    return new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr: "ignore" });
  }
  return new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: server.headers, redirect: "error" },
    ...(outside && { fetch: outside }),
  });
}

async function listed(client: Client, server: string): Promise<Pick<Connection, "tools" | "listedAt">> {
  const { tools } = await client.listTools(undefined, { timeout: CONNECT_MS });
  const offered = tools.map(
    ({ name, description = "", inputSchema }): OfferedTool => ({
      server,
      tool: name,
      name: callName(server, name),
      description: description.slice(0, LONGEST_DESCRIPTION),
      schema: inputSchema as Record<string, unknown>,
    }),
  );
  return { tools: offered, listedAt: Date.now() };
}

/** Characters of a tool's name in a call. */
const LONGEST_NAME = 64;

/** Providers take letters, digits, - and _. */
function callName(server: string, tool: string): string {
  return `${server}__${tool}`.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_NAME);
}

/** Providers refuse two tools of one name, and two names may differ only in what `callName` replaces or cuts off. */
function withOwnNames(tools: OfferedTool[]): OfferedTool[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    let { name } = tool;
    for (let n = 2; taken.has(name); n++) name = `${tool.name.slice(0, LONGEST_NAME - `_${n}`.length)}_${n}`;
    taken.add(name);
    return { ...tool, name };
  });
}

function isAllowed(tool: string, { tools }: AllowedServer): boolean {
  return tools === undefined || tools.includes(tool);
}

function parsed(input: string): Record<string, unknown> {
  try {
    const value = JSON.parse(input || "{}") as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new ToolFault("the input is not a JSON object");
}
