/** What scripted models conclude, in the shape that a request's schema asks for. */
import type { AskedConclusion } from "../../../domain/prompts/conclusion/schema.prompt.ts";
import type { ModelRequest } from "./request.ts";

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
}

/** A conclusion without a fault, alone or as the field `conclusion` of a reply; changed as a test wants it. */
export function conclusionOf(
  request: Pick<ModelRequest, "schema" | "messages">,
  {
    answer,
    ...changes
  }: Omit<Partial<AskedConclusion>, "answer"> & { answer?: Partial<AskedConclusion["answer"]> } = {},
): AskedConclusion {
  const whole = (request.schema ?? schemaIn(request.messages.at(-1)?.content ?? "")) as Schema;
  const { properties = {} } = whole.properties?.["conclusion"] ?? whole;
  const ids = properties["cruxes"]?.items?.properties?.["points"]?.items?.properties?.["by"]?.enum ?? [];
  const [, answered = ""] = /To the question itself the judges answer ([a-z0-9-]+) \(/.exec(textOf(request)) ?? [];
  const holder = ids.includes(answered) ? answered : null;
  const stance = answered === "for" || answered === "against" ? answered : "mixed";
  const hasStance = properties["answer"]?.properties?.["stance"] !== undefined;
  const hasRefs = properties["evidence"]?.items?.properties?.["refs"] !== undefined;
  const turns = turnIdsIn(request.messages);
  const [turn = null] = turns;
  return {
    answer: {
      text: "Price them first, and ban later.",
      holder,
      whyOther: holder === null && !(hasStance && stance !== "mixed") ? "It joins both." : null,
      ...(hasStance && { stance }),
      ...answer,
    },
    cruxes: [
      {
        question: "Who pays?",
        kind: "value",
        points: ids.map((by) => ({ by, point: "Those who drive.", turn })),
        unanswered: null,
        prevailed: holder ?? sideOf(request, stance),
      },
    ],
    wouldChange: [{ observation: "Fares rise.", effect: "The poor stay at home." }],
    evidence: turns.slice(0, 1).map((id) => ({
      claim: "Streets are full.",
      turnIds: [id],
      ...(hasRefs && { refs: [], quotes: [], status: "unverified" as const }),
    })),
    minority: { case: "Freedom to drive.", holders: ids.slice(0, 1) },
    nextSteps: [{ action: "Count the cars.", crux: 1 }],
    ...changes,
  };
}

/** The field of a reply that has more, where one is asked for. */
export function conclusionWithin(request: Pick<ModelRequest, "schema" | "messages">): { conclusion: object } | null {
  const { properties } = (request.schema ?? {}) as Schema;
  return properties?.["conclusion"] ? { conclusion: conclusionOf(request) } : null;
}

function textOf({ messages }: Pick<ModelRequest, "messages">): string {
  return messages.map(({ content }) => content).join("\n");
}

/** The first who speaks for it. */
function sideOf(request: Pick<ModelRequest, "messages">, stance: string): string | null {
  return new RegExp(`side="${stance}" id="([^"]+)"`).exec(textOf(request))?.[1] ?? null;
}

/** Ids of the turns that the prompt shows. */
function turnIdsIn(messages: ModelRequest["messages"]): string[] {
  return [...textOf({ messages }).matchAll(/<turn(?:-\w+)? [^>]*id="([^"]+)">/g)].map(([, id = ""]) => id);
}

function schemaIn(text: string): object {
  return JSON.parse(/(?<=The JSON Schema.*\n)\{.*\}$/m.exec(text)?.[0] ?? "{}") as object;
}
