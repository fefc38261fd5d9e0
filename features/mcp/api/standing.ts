/** A debate as tools show it: where it stands, and what it came to. */

import type { Client, Debate } from "../../../api/client/index.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { importedLines } from "../../../domain/show/export/imported-lines.export.ts";
import { claimSections } from "../../../domain/show/report/claims.report.ts";
import { conclusionSections } from "../../../domain/show/report/conclusion.report.ts";
import { readEarned } from "../../../domain/show/report/earned.report.ts";
import { placesIn } from "../../../domain/show/report/names.report.ts";
import { plainText } from "../../../domain/show/report/plain.report.ts";
import type { ToolValue } from "./results.mcp.ts";

/** The parts of a debate that a model needs. The whole is long. */
const STANDING = [
  "id",
  "topic",
  "format",
  "status",
  "phase",
  "round",
  "maxRounds",
  "allowed",
  "pending",
  "problems",
  "error",
  "imported",
] as const;

export function standing(debate: Debate): ToolValue {
  return {
    value: {
      ...Object.fromEntries(STANDING.map((field) => [field, debate[field]])),
      participants: debate.participants.map(({ id, name, model, position, status }) => {
        return { id, name, model, position, status };
      }),
      costUsd: debate.cost.totalUsd,
      hasResult: debate.result !== null,
      transcript: debate.links.transcript,
    },
  };
}

export async function outcome(client: Client, debate: Debate): Promise<ToolValue> {
  const { id, status, result, error, participants } = debate;
  const names = Object.fromEntries(participants.map((participant) => [participant.id, participant.name]));
  const { imported } = debate;
  const words = wordsOf(debate);
  const earned = await readEarned(debate, () => client.levels());
  const tale = { debate, words, turns: [], earned };
  const told = result?.conclusion ? [...conclusionSections(result, tale), ...claimSections(result, tale)] : [];
  const origin = imported ? [...importedLines(imported, words), ""] : [];
  const first = [...origin, plainText(placesIn(told, { words }), words)].join("\n");
  return {
    value: {
      ...(imported && { imported }),
      id,
      status,
      isOver: isTerminal(status),
      result,
      error,
      participants: names,
    },
    first,
  };
}
