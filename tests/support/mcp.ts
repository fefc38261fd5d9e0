/** Programs of models: the official clients of the Model Context Protocol, over HTTP. */
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, type WithTasksOptions } from "@modelcontextprotocol/ext-tasks/client";

/** What a program asks the tool `start_debate` for. */
export const DEBATE = {
  topic: "Should cities ban cars?",
  format: "round-limited",
  maxRounds: 1,
  participants: [
    { name: "Ada", model: "openai/gpt-5.5", position: "for" },
    { name: "Ben", model: "anthropic/claude-sonnet-5", position: "against" },
  ],
  judge: { model: "openai/gpt-5.5" },
};

const MODERN = "2026-07-28";
const INFO = { name: "test", version: "1" };

interface Caller {
  url: string;
  token?: string | undefined;
}

interface Connecting extends Caller {
  /** `legacy`: a program of the revisions before 2026. */
  era?: "modern" | "legacy";
  capabilities?: ClientCapabilities;
  headers?: Record<string, string>;
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

export async function connectMcp(options: Connecting): Promise<Client> {
  const { url, token, era = "modern", capabilities = {}, headers = {}, fetch: send } = options;
  const mode = era === "modern" ? { pin: MODERN } : "legacy";
  const client = new Client(INFO, { capabilities, versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { ...headersOf(token), ...headers } },
    ...(send && { fetch: send }),
  });
  await client.connect(transport);
  return client;
}

/** Follows tasks: the official extension, which frames requests itself. */
export function followTasks(
  client: Client,
  { url, token, ...options }: Caller & Pick<WithTasksOptions, "onInputRequest">,
) {
  let id = 0;
  return createTaskSessionFromClient(client, {
    ...options,
    endpointId: url,
    v2RequestFraming: {
      protocolVersion: MODERN,
      clientInfo: INFO,
      clientCapabilities: { elicitation: { form: {} } },
    },
    rawDispatch: async (request, { signal } = {}) => {
      const message = { ...(request as { method: string; params: Record<string, string> }), jsonrpc: "2.0", id: ++id };
      const answer = await fetch(new URL("/mcp", url), { ...requestOf(message, { token }), ...(signal && { signal }) });
      const { result, error } = (await answer.json()) as { result: never; error?: never };
      return error ? { kind: "error", error } : { kind: "result", result };
    },
  });
}

interface Message {
  jsonrpc: string;
  id: number | string;
  method: string;
  params?: Record<string, unknown>;
}

/** A message as the revision of 2026 sends it. */
export function requestOf(
  message: Message,
  { token, headers }: Pick<Connecting, "token" | "headers"> = {},
): RequestInit {
  const { method, params = {} } = message;
  const name = params["taskId"] ?? params["name"] ?? params["uri"];
  return {
    method: "POST",
    headers: {
      ...headersOf(token),
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...headers,
    },
    body: JSON.stringify(message),
  };
}

/** A call with the metadata that each request of 2026 has. */
export function callOf(method: string, params: Record<string, unknown> = {}, capabilities: object = {}): Message {
  const prefix = "io.modelcontextprotocol";
  const meta = {
    [`${prefix}/protocolVersion`]: MODERN,
    [`${prefix}/clientInfo`]: INFO,
    [`${prefix}/clientCapabilities`]: capabilities,
  };
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } };
}

function headersOf(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
