/** How a debate stands, as the answer to a request in OpenAI's format. */

import { OWNER } from "../../../api/access/reader.access.ts";
import type { Services } from "../../../api/base/services.ts";
import { answerable, writtenAnswer } from "../../../api/run/follow.run-api.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Usage } from "../../../domain/shapes/schemas/spend.schema.ts";
import { totalOf, usageOf } from "../../../domain/shapes/state/costs.state.ts";
import { type Answerable, answerValue } from "../../../domain/show/run/answer.run.ts";
import { isAtRest } from "../../../domain/show/run/standing.run.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import type { Asked } from "../domain/asked.openai.ts";
import { type Fusion, fusionOf } from "../domain/fusion.openai.ts";

type Parts = Pick<Services, "debates" | "store" | "transcripts" | "earned">;

interface Ended {
  usage: Usage;
  /** Of a request of OpenRouter's Fusion. */
  fusion?: Fusion;
}

export type Answered =
  | { status: "queued" | "in_progress" }
  | ({ status: "completed"; text: string } & Ended)
  /** It was stopped, or its client asked for its end; `text` is what it came to, if anything. */
  | ({ status: "cancelled"; text: string | null } & Ended)
  | ({ status: "failed"; message: string } & Ended);

export async function answeredBy(
  parts: Parts,
  { record, asked }: { record: DebateRecord; asked: Asked },
): Promise<Answered> {
  const { state } = record;
  if (!isAtRest(state)) return { status: state.startedAt === null ? "queued" : "in_progress" };
  const told = await answerable(parts, record);
  const ended: Ended = {
    usage: usageOf(totalOf(state)),
    ...(asked.fusion && { fusion: fusionOf(told) }),
  };
  const { result } = told.debate;
  if (asked.isCancelled || (state.status === "cancelled" && !result))
    return { status: "cancelled", text: result && (await textOf(parts, { record, asked, told, result })), ...ended };
  if (!result) return { status: "failed", message: told.debate.error?.message ?? "the debate failed", ...ended };
  const text = await textOf(parts, { record, asked, told, result });
  if (text !== null) return { status: "completed", text, ...ended };
  return { status: "failed", message: "the result could not be brought into the form of the JSON schema", ...ended };
}

interface Telling {
  record: DebateRecord;
  asked: Asked;
  told: Answerable;
  result: Result;
}

/** null: there is no value of the schema. */
async function textOf(
  { transcripts, earned }: Parts,
  { record, asked, told, result }: Telling,
): Promise<string | null> {
  const { format, verbosity } = asked;
  if (format.type === "json_object") return JSON.stringify(answerValue(result));
  if (format.type === "json_schema") return result.output ? JSON.stringify(result.output.value) : null;
  if (verbosity !== "high")
    return writtenAnswer({ earned }, { tale: told, result, tenant: record.tenant, isShort: verbosity === "low" });
  const owner = { tenant: record.tenant, key: "openai" };
  const bytes = await transcripts.read(await transcripts.edition({ record, format: "md", reader: OWNER }), owner);
  return new TextDecoder().decode(bytes).trimEnd();
}
