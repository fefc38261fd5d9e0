/** The agent card: what other agents read of this one before they send it work. */
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";

interface Of {
  /** Where calls are sent. */
  url: string;
  documentationUrl: string;
  version: string;
  skills: readonly Pick<Preset, "name" | "description" | "request">[];
}

export function agentCard({ url, documentationUrl, version, skills }: Of) {
  return {
    name: "Parley",
    description:
      "Language models debate a question, and a judge says what the debate came to. It may ask before it begins.",
    version,
    documentationUrl,
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer", description: "A key of Parley" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/markdown", "application/json"],
    skills: skills.map(({ name, description, request: { format } }) => ({
      id: name,
      name,
      description: description ?? name,
      tags: ["debate", ...(typeof format === "string" ? [format] : [])],
    })),
  };
}
