/** Decisions, and debates without a ruling. */

import { type Words, wordsOf } from "../../base/words/words.ts";
import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Decision } from "../../shapes/schemas/decision.ts";
import type { UnjudgedResult } from "../../shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, list, paragraph } from "./blocks.ts";
import { ENDINGS } from "./verdict.report.ts";

export function unjudgedSections({ endedBy }: UnjudgedResult, debate: Pick<Debate, "format" | "language">): Block[] {
  const { say, word } = wordsOf(debate);
  const missing = word(protocolOf(debate).conclusion.missing);
  return [
    heading(2, say("Nobody ruled")),
    paragraph(say("The judge failed, so {missing}. What was said stands below.", { missing })),
    paragraph(say("The debate ended because {reason}.", { reason: say(ENDINGS[endedBy]) })),
  ];
}

export function decisionSections({ decisions, debate }: Pick<TranscriptExport, "decisions" | "debate">): Block[] {
  if (decisions.length === 0) return [];
  const words = wordsOf(debate);
  return [heading(2, words.say("What was decided")), list(decisions.map((decision) => line(decision, words)))];
}

function line({ id, question, options, made }: Decision, { say }: Words): string {
  const label = options.find((option) => option.id === made?.option)?.label ?? made?.option;
  const params = Object.entries(made?.params ?? {}).map(([name, value]) => `${name} ${value}`);
  const detail = params.length > 0 ? ` (${params.join(", ")})` : "";
  if (!made) return `${id}: ${question} ${say("Nothing was decided.")}`;
  const who = say(made.by === "owner" ? "Its owner decided" : "Nobody decided in time, so the default was taken");
  return `${id}: ${question} ${who}: ${label}${detail}.`;
}
