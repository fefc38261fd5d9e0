/** What a request to a model held, whichever of the three APIs it came by. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

export interface ModelRequest {
  api: "responses" | "chat" | "anthropic";
  model: string;
  system: string;
  /** Blocks of one message are joined by an empty line. */
  messages: { role: "user" | "assistant"; content: string }[];
  /** What tools answered, oldest first. */
  toolResults: string[];
  /** Names of the tools that it may call. */
  tools: string[];
  /** The JSON Schema that was asked for, by whatever means; null for plain text. */
  schema: Record<string, unknown> | null;
  /** The tool that the model is forced to call. */
  tool: string | null;
  headers: IncomingHttpHeaders;
  path: string;
  /** As it stood on the wire. */
  body: Record<string, unknown>;
}

type Bag = Record<string, unknown>;

export function readModelRequest(req: IncomingMessage, raw: string): ModelRequest {
  const body = JSON.parse(raw || "{}") as Bag;
  const path = req.url ?? "";
  const api = path.endsWith("/responses") ? "responses" : path.endsWith("/messages") ? "anthropic" : "chat";
  const items = (body["input"] ?? body["messages"] ?? []) as Item[];
  const said = items.filter(
    (item) => item.role !== undefined && item.role !== "tool" && !hasResults(item) && !isCall(item),
  ) as {
    role: string;
    content: unknown;
  }[];
  const isSystem = ({ role }: { role: string }) => role === "system" || role === "developer";
  return {
    api,
    model: String(body["model"]),
    system: [body["instructions"] ?? body["system"], ...said.filter(isSystem).map((m) => m.content)]
      .map(textOf)
      .join(""),
    messages: said.filter((m) => !isSystem(m)).map((m) => ({ role: roleOf(m.role), content: textOf(m.content) })),
    toolResults: items.flatMap(resultsOf),
    tools: ((body["tools"] ?? []) as Bag[]).map(nameOf),
    schema: schemaOf(body),
    tool: toolOf(body),
    headers: req.headers,
    path,
    body,
  };
}

interface Item {
  role?: string;
  type?: string;
  content?: unknown;
  output?: unknown;
  tool_calls?: unknown;
}

const partsOf = ({ content }: Item) => (Array.isArray(content) ? (content as Bag[]) : []);
const hasResults = (item: Item) => partsOf(item).some((part) => part["type"] === "tool_result");
/** A reply that was not the last. */
const isCall = (item: Item) =>
  item.tool_calls !== undefined ||
  partsOf(item).some(({ type }) => type === "tool_use" || type === "server_tool_use" || type === "output_text");

function resultsOf(item: Item): string[] {
  if (item.type === "function_call_output") return [String(item.output)];
  if (item.role === "tool") return [String(item.content)];
  return partsOf(item).flatMap((part) => (part["type"] === "tool_result" ? [String(part["content"])] : []));
}

function nameOf(tool: Bag): string {
  return String(tool["name"] ?? (tool["function"] as Bag | undefined)?.["name"] ?? tool["type"]);
}

function roleOf(role: string): "user" | "assistant" {
  return role === "assistant" ? "assistant" : "user";
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("\n\n") : "";
}

function schemaOf(body: Bag): Bag | null {
  const at = (...path: string[]) => path.reduce<unknown>((value, key) => (value as Bag | undefined)?.[key], body);
  const tool = toolOf(body) === null ? undefined : (body["tools"] as Bag[] | undefined)?.[0];
  const found =
    at("text", "format", "schema") ??
    at("response_format", "json_schema", "schema") ??
    at("output_config", "format", "schema") ??
    tool?.["input_schema"] ??
    (tool?.["function"] as Bag | undefined)?.["parameters"];
  return (found as Bag | undefined) ?? null;
}

function toolOf(body: Bag): string | null {
  const choice = body["tool_choice"] as { name?: string; function?: { name?: string } } | undefined;
  return choice?.name ?? choice?.function?.name ?? null;
}
