/** The MCP servers of the operator, as `MCP_SERVERS` has them. */
import { z } from "zod";
import { isPlaceholder } from "../../base/text/placeholder.ts";
import { SERVER_NAME } from "../../shapes/schemas/tool-request.ts";

const texts = z.record(z.string(), z.string());

const Program = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
});

const Address = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: texts.default({}),
});

export const McpServers = z.record(
  z.string().regex(SERVER_NAME, "must be letters, digits, - and _"),
  z.union([Program, Address]),
);
export type McpServers = z.infer<typeof McpServers>;
export type McpServer = McpServers[string];

/** Throws without repeating what it read: it may hold keys. */
export function parseMcpServers(text: string): McpServers {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    throw new Error("must be JSON");
  }
  const parsed = McpServers.safeParse(value);
  if (parsed.success) return withoutPlaceholders(parsed.data);
  const [first] = parsed.error.issues;
  const name = String(first?.path[0] ?? "");
  const where = SERVER_NAME.test(name) ? ` (at ${name})` : "";
  throw new Error(
    `must be {"<name>": {"command", "args"?, "env"?} or {"url", "headers"?}}, names of letters, digits, - and _${where}`,
  );
}

function withoutPlaceholders(servers: McpServers): McpServers {
  for (const [name, server] of Object.entries(servers))
    for (const [field, value] of Object.entries("url" in server ? server.headers : server.env))
      if (isPlaceholder(value)) throw new Error(`has still the placeholder of the documents (at ${name}, ${field})`);
  return servers;
}
