/** `GET /.well-known/agent-card.json`: anybody may read what the agent can do. */
import { z } from "zod";
import { reply } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { BUILT_IN_PRESETS } from "../../presets/domain/built-in.ts";
import { agentCard } from "../domain/card.a2a.ts";

const AgentCard = z
  .looseObject({
    name: z.string().meta({ description: "The agent's name" }),
    description: z.string().meta({ description: "What it does" }),
    version: z.string().meta({ description: "The version of Parley" }),
    supportedInterfaces: z
      .array(z.looseObject({}))
      .meta({ description: "The address of the calls, with the protocol's version" }),
    capabilities: z.looseObject({}).meta({ description: "What it supports of the protocol" }),
    skills: z.array(z.looseObject({})).meta({ description: "The presets that come with Parley" }),
  })
  .meta({ id: "A2aAgentCard", description: "An agent card of A2A 1.0" });

export const getAgentCard = defineRoute({
  at: "GET /.well-known/agent-card.json",
  place: "none",
  operationId: "getAgentCard",
  tag: "A2A",
  summary: "The agent card, by which other agents find out what this one does",
  query: null,
  isJson: false,
  replies: { 200: reply(AgentCard, "The card", { "Cache-Control": "Anybody may keep it for an hour" }) },
  answer(c, { settings: { version, publicUrl }, links }) {
    const at = (path: string) => (publicUrl ? links.to(path) : new URL(path, c.req.url).href);
    c.header("Cache-Control", "public, max-age=3600");
    const places = { url: at("/a2a"), documentationUrl: at("/docs/guide/a2a") };
    return c.json(agentCard({ ...places, version, skills: BUILT_IN_PRESETS }), 200);
  },
});
