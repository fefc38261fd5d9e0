/** A request's schema, and replies that fit it. */
import { SHAPE } from "../../../domain/prompts/output/output.prompt.ts";
import type { ModelReplyScript, ModelRequest } from "../models/server.ts";

export const OUTPUT = {
  name: "ruling",
  schema: {
    type: "object",
    properties: {
      winner: { type: ["string", "null"], description: "Who argued best" },
      score: { type: "number", minimum: 0, maximum: 100 },
    },
    required: ["winner", "score"],
    additionalProperties: false,
  },
};

export const RULING = { winner: "Ben", score: 74 };

export function asksForOutput({ messages }: Pick<ModelRequest, "messages">): boolean {
  return messages.at(-1)?.content.includes(SHAPE) ?? false;
}

/** The replies in turn, and the last one from then on; `script` answers everything else. */
export function shaping<R extends ModelRequest>(
  script: (request: R) => ModelReplyScript,
  ...replies: ModelReplyScript[]
) {
  let asked = 0;
  return (request: R): ModelReplyScript => {
    if (!asksForOutput(request)) return script(request);
    asked += 1;
    return { usage: { input: 300, output: 30 }, ...(replies[asked - 1] ?? replies.at(-1) ?? { json: RULING }) };
  };
}
