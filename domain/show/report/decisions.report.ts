/** What the owner was asked to decide. */

import type { Words } from "../../base/words/english.words.ts";
import type { Decision } from "../../shapes/schemas/decision.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, list } from "./blocks.ts";

export function decisionSections({ decisions }: Pick<TranscriptExport, "decisions">, words: Words): Block[] {
  if (decisions.length === 0) return [];
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
