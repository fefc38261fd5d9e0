/** What an estimate assumes of the tools of a turn. */

import { ANSWER_TOKENS, searchOf, tokensOfCall } from "../../rules/tools/tooling.ts";
import type { Tooling } from "../../shapes/schemas/tool-request.ts";
import type { Case } from "../assumptions/cases.ts";

interface AssumedLookups {
  /** Of tools, each after a reply of its own. */
  calls: number;
  /** Tokens that each adds to what the model reads, and to what its reply has. */
  read: number;
  asked: number;
  /** Tokens of the exhibits that later prompts show. */
  found: number;
  /** Of the provider's own web. */
  searches: number;
}

/** Tokens of a passage that answers a question. */
const PASSAGE = 300;
/** Tokens of the reply that asks for a tool. */
const REQUEST = 60;

export function lookupsOf(tooling: Tooling | undefined, { name }: Case, maxOutput: number): AssumedLookups {
  if (!tooling || name === "lowest") return { calls: 0, read: 0, asked: 0, found: 0, searches: 0 };
  const isWorst = name === "worst";
  const calls = isWorst ? tooling.maxCalls : Math.min(2, tooling.maxCalls);
  return {
    calls,
    read: isWorst ? tokensOfCall(tooling) : PASSAGE,
    asked: isWorst ? maxOutput : Math.min(REQUEST, maxOutput),
    found: calls * (isWorst ? ANSWER_TOKENS : PASSAGE),
    searches: searchOf(tooling) ? calls : 0,
  };
}
