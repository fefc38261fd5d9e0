/** A debate as tools show it: where it stands, and what it came to. */

import { z } from "zod";
import type { Client, Debate } from "../../../api/client/index.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { isTerminal, STATUSES } from "../../../domain/shapes/lifecycle.shape.ts";
import { picked } from "../../../domain/shapes/plan/picked.ts";
import { importedLines } from "../../../domain/show/export/imported-lines.export.ts";
import { claimSections } from "../../../domain/show/report/claims.report.ts";
import { conclusionSections } from "../../../domain/show/report/conclusion.report.ts";
import { readEarned } from "../../../domain/show/report/earned.report.ts";
import { placesIn } from "../../../domain/show/report/names.report.ts";
import { plainText } from "../../../domain/show/report/plain.report.ts";
import type { ToolValue } from "./results.mcp.ts";
import { transcriptLinks } from "./transcript-links.ts";

/** The parts of a debate that a model needs. The whole is long. */
const STANDING = [
  "topic",
  "format",
  "phase",
  "round",
  "maxRounds",
  "allowed",
  "pending",
  "problems",
  "error",
  "imported",
] as const;

const common = {
  id: z.string(),
  status: z.enum(STATUSES),
  shortened: z.boolean().meta({ description: "True: texts or lists are cut; resource links have the whole" }),
};

export const Standing = z.looseObject({
  ...common,
  pending: z.looseObject({ type: z.string() }).nullable().meta({ description: "What it waits for" }),
  allowed: z.array(z.string()).meta({ description: "Legal commands" }),
  hasResult: z.boolean(),
  costUsd: z.number().nullable(),
  transcript: z.string().meta({ description: "Address in the API" }),
});

export const Outcome = z.looseObject({
  ...common,
  isOver: z.boolean(),
  result: z.looseObject({ type: z.string() }).nullable().meta({
    description: "The debate's `result`, or its main fields; null: none yet",
  }),
  error: z.looseObject({}).nullable(),
  participants: z.record(z.string(), z.string()).meta({ description: "Names by id" }),
});

export function standing(debate: Debate): ToolValue {
  const { id, status, links, participants, cost, result } = debate;
  return {
    value: {
      ...picked(debate, STANDING),
      participants: participants.map((speaker) => picked(speaker, ["id", "name", "model", "position", "status"])),
      costUsd: cost.totalUsd,
      hasResult: result !== null,
    },
    cut: { whole: { id, status, transcript: links.transcript }, links: transcriptLinks(id) },
  };
}

/** Without ballots and usage, which only the whole result has. */
const MAIN = [
  "type",
  "conclusion",
  "verdict",
  "bench",
  "solution",
  "answer",
  "plurality",
  "council",
  "contested",
  "contestedBecause",
  "dissent",
  "endedBy",
  "costUsd",
] as const;
const LEAST = ["type", "contested", "endedBy", "costUsd"] as const;

export async function outcome(client: Client, debate: Debate): Promise<ToolValue> {
  const { id, status, result, error, participants, imported } = debate;
  const rest = {
    ...(imported && { imported }),
    error,
    participants: Object.fromEntries(participants.map((participant) => [participant.id, participant.name])),
  };
  return {
    first: await wordsFor(client, debate),
    value: { result, ...rest },
    cut: {
      ...(result && { forms: shorterForms(result).map((form) => ({ result: form, ...rest })) }),
      whole: { id, status, isOver: isTerminal(status) },
      links: transcriptLinks(id),
    },
  };
}

async function wordsFor(client: Client, debate: Debate): Promise<string> {
  const { result, imported } = debate;
  const words = wordsOf(debate);
  const earned = await readEarned(debate, () => client.levels());
  const tale = { debate, words, turns: [], earned };
  const told = result?.conclusion ? [...conclusionSections(result, tale), ...claimSections(result, tale)] : [];
  const origin = imported ? [...importedLines(imported, words), ""] : [];
  return [...origin, plainText(placesIn(told, { words }), words)].join("\n");
}

function shorterForms(result: NonNullable<Debate["result"]>): object[] {
  const { conclusion } = result;
  const main = picked(result as Partial<Record<(typeof MAIN)[number], unknown>>, MAIN);
  const least = picked(result, LEAST);
  if (!conclusion) return [main, least];
  const { answer, support, cruxes, minority } = conclusion;
  const brief = {
    answer: picked(answer, ["text", "holder", "stance"]),
    support: picked(support, ["level", "probability", "margin", "weakenedBy"]),
    cruxes: cruxes.map((crux) => picked(crux, ["question", "kind", "prevailed"])),
    ...picked(conclusion, ["wouldChange", "nextSteps"]),
    minority: minority && picked(minority, ["case", "holders"]),
  };
  const answerOnly = { answer: brief.answer, support: picked(support, ["level"]) };
  return [main, { ...least, conclusion: brief }, { ...least, conclusion: answerOnly }];
}
