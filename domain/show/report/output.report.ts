/** The result as a JSON value of the request's schema. */

import { wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { type Block, code, heading, paragraph, said } from "./blocks.ts";

export function outputSections({ output }: Result, debate: Debate): Block[] {
  if (output === undefined) return [];
  const { say } = wordsOf(debate);
  return [
    heading(3, say("The result as JSON")),
    code(JSON.stringify(output.value, null, 2)),
    paragraph(say("Written by "), said(output.model)),
  ];
}
