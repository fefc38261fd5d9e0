/** Parley as a server of the Model Context Protocol, on top of the typed client. HTTP and standard input share it. */
import type { McpServer, McpServerFactory } from "@modelcontextprotocol/server";
import type { Client } from "../../../api/client/index.ts";
import { exchangeOf, TASKS_EXTENSION } from "./exchange.ts";
import { registerPrompts } from "./prompts.mcp.ts";
import { registerResources } from "./resources.ts";
import { toolResult } from "./results.mcp.ts";
import { registerTasks } from "./tasks.mcp.ts";
import { TOOLS } from "./tools.mcp.ts";

const INSTRUCTIONS =
  "Parley runs debates between language models. start_debate takes a topic; get_result with waitSeconds has what the debate came to, with the support of its answer. A debate takes minutes: ask again while isOver is false. While pending is not null, the debate waits for answers (answer_questions) or a decision (decide).";

export interface Host {
  version: string;
  /** The client that acts for the caller of this request. Rejects with a sentence for people. */
  find: (request: Request | undefined) => Promise<Client>;
}

/** Loads the SDK, which takes as long as the rest of the API, only once somebody uses it. */
export async function createServers({ version, find }: Host): Promise<McpServerFactory> {
  const { McpServer } = await import("@modelcontextprotocol/server");
  return ({ era, requestInfo }) => {
    const isModern = era === "modern";
    const capabilities = {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false },
      ...(isModern && { extensions: { [TASKS_EXTENSION]: {} } }),
    };
    const server = new McpServer(
      { name: "parley", title: "Parley", version },
      { capabilities, instructions: INSTRUCTIONS },
    );
    const client = () => find(requestInfo);
    registerTools(server, client);
    registerPrompts(server, client);
    registerResources(server, client);
    if (isModern) registerTasks(server, client);
    return server;
  };
}

function registerTools(server: McpServer, find: () => Promise<Client>): void {
  for (const { name, call, ...description } of TOOLS)
    server.registerTool(name, description, (input, ctx) =>
      toolResult(async () => call(exchangeOf(await find(), { ctx, server: server.server }), input)),
    );
}
