/** How a debate stands, as the answer to a request in OpenAI's format. */

import { OWNER } from "../../../api/access/reader.access.ts";
import type { Services } from "../../../api/base/services.ts";
import { TURNS } from "../../../domain/play/records/kinds.record.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Usage } from "../../../domain/shapes/schemas/spend.schema.ts";
import { totalOf, usageOf } from "../../../domain/shapes/state/costs.state.ts";
import { readEarned } from "../../../domain/show/report/earned.report.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { answerJson, answerText, type Told } from "../domain/answer-text.ts";
import { type Asked } from "../domain/asked.openai.ts";

type Parts = Pick<Services, "debates" | "store" | "transcripts" | "earned">;

export type Answered =
  | { status: "queued" | "in_progress" }
  | { status: "completed"; text: string; usage: Usage }
  /** It was stopped, or its client asked for its end; `text` is what it came to, if anything. */
  | { status: "cancelled"; text: string | null; usage: Usage }
  | { status: "failed"; message: string; usage: Usage };

export async function answeredBy(
  parts: Parts,
  { record, asked }: { record: DebateRecord; asked: Asked },
): Promise<Answered> {
  const { state } = record;
  if (!isAtRest(record)) return { status: state.startedAt === null ? "queued" : "in_progress" };
  const usage = usageOf(totalOf(state));
  const told = await toldBy(parts, record);
  const { result } = told.debate;
  if (asked.isCancelled || (state.status === "cancelled" && !result))
    return { status: "cancelled", text: result && (await textOf(parts, { record, asked, told, result })), usage };
  if (!result) return { status: "failed", message: told.debate.error?.message ?? "the debate failed", usage };
  const text = await textOf(parts, { record, asked, told, result });
  if (text !== null) return { status: "completed", text, usage };
  return { status: "failed", message: "the result could not be brought into the form of the JSON schema", usage };
}

/** It is over, or it cannot go on unless its owner has it tried again: whoever waits here is no owner. */
export function isAtRest({ state }: DebateRecord): boolean {
  return isTerminal(state.status) || state.status === "error";
}

export async function toldBy(
  { debates, store }: Pick<Parts, "debates" | "store">,
  record: DebateRecord,
): Promise<Told> {
  const { generation } = record.state;
  const [debate, turns] = await Promise.all([
    debates.view(record),
    store.records.list(keyOf(record), TURNS, { generation }),
  ]);
  return { debate, turns };
}

interface Telling {
  record: DebateRecord;
  asked: Asked;
  told: Told;
  result: Result;
}

/** null: there is no value of the schema. */
async function textOf(
  { transcripts, earned }: Parts,
  { record, asked, told, result }: Telling,
): Promise<string | null> {
  const { format, verbosity } = asked;
  if (format.type === "json_object") return answerJson(result);
  if (format.type === "json_schema") return result.output ? JSON.stringify(result.output.value) : null;
  if (verbosity !== "high") {
    const rates = await readEarned(told.debate, () => earned(record.tenant));
    return answerText({ ...told, earned: rates }, result, { isShort: verbosity === "low" });
  }
  const owner = { tenant: record.tenant, key: "openai" };
  const bytes = await transcripts.read(await transcripts.edition({ record, format: "md", reader: OWNER }), owner);
  return new TextDecoder().decode(bytes).trimEnd();
}
