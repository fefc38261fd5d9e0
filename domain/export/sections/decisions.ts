/** Decisions, and debates without a ruling. */
import type { Decision } from "../../faults/decision.ts";
import { protocolOf } from "../../protocols/registry.ts";
import type { Debate } from "../../schemas/debate.ts";
import type { UnjudgedResult } from "../../schemas/result.ts";
import { type Block, heading, list, paragraph } from "../blocks.ts";
import type { TranscriptExport } from "../transcript.ts";
import { ENDINGS } from "./verdict.ts";

export function unjudgedSections({ endedBy }: UnjudgedResult, debate: Pick<Debate, "format">): Block[] {
  return [
    heading(2, "Nobody ruled"),
    paragraph(`The judge failed, so ${protocolOf(debate).conclusion.missing}. What was said stands above.`),
    paragraph(`The debate ended because ${ENDINGS[endedBy]}.`),
  ];
}

export function decisionSections({ decisions }: Pick<TranscriptExport, "decisions">): Block[] {
  return decisions.length === 0 ? [] : [heading(2, "What was decided"), list(decisions.map(line))];
}

function line({ id, question, options, made }: Decision): string {
  const label = options.find((option) => option.id === made?.option)?.label ?? made?.option;
  const params = Object.entries(made?.params ?? {}).map(([name, value]) => `${name} ${value}`);
  const detail = params.length > 0 ? ` (${params.join(", ")})` : "";
  if (!made) return `${id}: ${question} Nothing was decided.`;
  const who = made.by === "owner" ? "Its owner decided" : "Nobody decided in time, so the default was taken";
  return `${id}: ${question} ${who}: ${label}${detail}.`;
}
