/** What is wrong with the tools that a request names. */
import { type Catalogue, parseModel } from "../../shapes/catalogue/catalogue.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { ToolRequest } from "../../shapes/schemas/tool-request.ts";
import type { DebateRequest } from "../request/debate-request.ts";
import { judgeModel } from "../seats/judge-model.ts";

interface Place {
  pointer: string;
  tools: ToolRequest[];
  /** Models that are given these tools. */
  models: string[];
}

export function toolProblems(request: Partial<DebateRequest>, catalogue: Catalogue): Problem[] {
  return placesOf(request, catalogue).flatMap(({ pointer, tools, models }) =>
    tools.flatMap((tool, i) => [
      ...repeated(tool, tools.slice(0, i)).map((detail) => ({ pointer: `${pointer}/${i}`, detail })),
      ...(tool.type === "mcp"
        ? serverProblems(tool, `${pointer}/${i}/server`, catalogue)
        : searchProblems(tool, `${pointer}/${i}`, { models, catalogue })),
    ]),
  );
}

function placesOf(request: Partial<DebateRequest>, catalogue: Catalogue): Place[] {
  const { participants = [], judge, format, tools = [] } = request;
  const judges = format ? judgeModel({ ...request, format, participants }, catalogue) : null;
  const seats = [
    ...participants.map((p, i) => ({
      pointer: `/participants/${i}/tools`,
      own: p.tools,
      model: modelNameIn(p.model),
    })),
    ...(judges ? [{ pointer: "/judge/tools", own: judge?.tools, model: judges }] : []),
  ];
  const without = seats.filter(({ own }) => own === undefined).map(({ model }) => model);
  return [
    { pointer: "/tools", tools, models: without },
    ...seats.map(({ pointer, own = [], model }) => ({ pointer, tools: own, models: [model] })),
  ];
}

function repeated(tool: ToolRequest, before: ToolRequest[]): string[] {
  const isSame = (other: ToolRequest) =>
    other.type === tool.type && (other.type !== "mcp" || tool.type !== "mcp" || other.server === tool.server);
  return before.some(isSame) ? ["stands there already"] : [];
}

function serverProblems({ server }: { server: string }, pointer: string, catalogue: Catalogue): Problem[] {
  const known = catalogue.servers();
  if (known.includes(server)) return [];
  const detail =
    known.length === 0
      ? "no MCP server is configured: set MCP_SERVERS"
      : `there is no MCP server ${server}, only ${known.join(", ")}`;
  return [{ pointer, detail }];
}

function searchProblems(
  { blockedDomains }: Extract<ToolRequest, { type: "web_search" }>,
  pointer: string,
  { models, catalogue }: { models: string[]; catalogue: Catalogue },
): Problem[] {
  const providers = new Set(models.flatMap((model) => parseModel(model)?.provider ?? []));
  return [...providers].flatMap((id): Problem[] => {
    const info = catalogue.provider(id);
    if (!info) return [];
    if (!info.search) return [{ pointer, detail: `${info.name} has no web search of its own: give tools to others` }];
    if (blockedDomains && !info.search.blocks)
      return [{ pointer: `${pointer}/blockedDomains`, detail: `${info.name}'s search cannot block domains` }];
    return [];
  });
}
