/** Tools of MCP servers: one connection for each server and process, made at its first use. */
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  type AllowedServer,
  type LostServer,
  type OfferedTool,
  ServerFault,
  type Toolbox,
  ToolFault,
} from "../../../activities/base/toolbox.ts";
import type { McpServer, McpServers } from "../../../domain/rules/tools/servers.tools.ts";
import { createOutsideFetch, requireOutside } from "./outside.tool.ts";
import { passagesOf } from "./passages.tool.ts";

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

  async function connect(name: string, { server, forget }: { server: McpServer; forget: () => void }) {
    const client = new Client({ name: "parley", version }, { versionNegotiation: { mode: "auto" } });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no events
    client.onclose = forget;
    const transport = transportOf(server, outside);
    try {
      await client.connect(transport, { timeout: CONNECT_MS });
      return { client, ...(await listed(client, name)) };
    } catch (error) {
      await transport.close().catch(() => {});
      throw error;
    }
  }

  function begin(name: string): Promise<Connection> {
    const server = servers[name];
    if (!server) throw new ServerFault({ server: name, why: "is not configured" });
    const forget = () => {
      if (open.get(name) === made) open.delete(name);
    };
    const made: Promise<Connection> = connect(name, { server, forget });
    made.catch(forget);
    open.set(name, made);
    return made;
  }

  /** Callers that need one server at once share its connection. A failed one is made again at the next use. */
  async function connected(name: string): Promise<Connection> {
    const connection = await (open.get(name) ?? begin(name)).catch(() => {
      throw new ServerFault({ server: name, why: "does not answer" });
    });
    if (Date.now() - connection.listedAt <= LISTED_MS) return connection;
    const again = await listed(connection.client, name).catch(() => null);
    if (again) return Object.assign(connection, again);
    await drop(name, connection.client);
    return connected(name);
  }

  /** The next use makes a new one: a server that was started anew knows no session of before. */
  async function drop(name: string, client: Client): Promise<void> {
    const current = await open.get(name)?.catch(() => null);
    if (current?.client === client) open.delete(name);
    await client.close().catch(() => {});
  }

  return {
    async offer(allowed, signal) {
      const unreachable: LostServer[] = [];
      const found = await Promise.all(
        allowed.map(async (one) => {
          try {
            const { tools } = await connected(one.server);
            return tools.filter(({ tool }) => isAllowed(tool, one));
          } catch (error) {
            if (!(error instanceof ServerFault)) throw error;
            unreachable.push(error.lost);
            return [];
          }
        }),
      );
      signal.throwIfAborted();
      return { tools: withOwnNames(found.flat()), unreachable };
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
        // The server has answered.
        if (error instanceof ProtocolError) throw new ToolFault("the tool failed");
        // A slow tool takes no connection from others.
        if (!isLate(error)) await drop(server, client);
        throw new ServerFault({ server, why: "did not answer in time or was cut off" });
      }
    },
    async close() {
      const all = await Promise.allSettled(open.values());
      open.clear();
      await Promise.allSettled(all.flatMap((one) => (one.status === "fulfilled" ? [one.value.client.close()] : [])));
    },
  };
}

function isLate(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
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
