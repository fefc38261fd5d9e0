/**
 * Begins the debate of a run: a preset, and a conversation whose last message is the topic. `domain/show/run/` describes a run;
 * features speak it in the words of their protocols.
 */
import { isObject } from "../../domain/base/is-object.ts";
import { overPreset } from "../../domain/play/beginning/over-preset.ts";
import type { Question } from "../../domain/rules/request/conversation.request.ts";
import { hasJudge } from "../../domain/rules/seats/judge-model.ts";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import type { FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Preset } from "../../domain/shapes/schemas/preset.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { Services } from "../base/services.ts";
import { startDebate } from "../debates/start.ts";
import type { QuotaKey } from "../quotas/admission.quota-api.ts";
import { leaseOf, type Once } from "./once.run-api.ts";

interface Beginning {
  tenant: string;
  /** Of the caller. */
  key: QuotaKey;
  preset: Preset;
  question: Question;
  /** Fields of a debate request, put over those of the preset. */
  fields: Record<string, unknown>;
  /** False: nobody answers questions or decides, so the debate does not ask. The preset's own policies stay. */
  isAnswered: boolean;
  once: Once;
}

/** Throws what the creation of a debate throws. A repeat of the run gets the same debate. */
export async function beginRun(services: Services, beginning: Beginning): Promise<DebateRecord> {
  const { tenant, key, preset, question, once, isAnswered } = beginning;
  // The run names its preset.
  const { preset: _other, ...fields } = beginning.fields;
  const { context: usual } = preset.request as { context?: string };
  const context = [usual, question.context].filter((text) => text !== undefined).join("\n\n");
  const applied = overPreset(preset, {
    ...(!isAnswered && { clarifications: null }),
    ...fields,
    ...(!isAnswered && { policies: unattended(preset, fields) }),
    start: true,
    topic: question.topic,
    ...(context !== "" && { context }),
  });
  return startDebate(services, { tenant, applied, lease: leaseOf(once), key });
}

function unattended({ request }: Preset, fields: Record<string, unknown>): object {
  const { policies, format: usual } = request as { policies?: object; format?: string };
  const format = fields["format"] ?? usual;
  // An unknown one is refused later.
  const isJudged = !FORMATS.includes(format as FormatName) || hasJudge(format as FormatName);
  return {
    onContextOverflow: "truncate",
    ...(isJudged && { onJudgeFailure: "continue" }),
    ...policies,
    ...(isObject(fields["policies"]) && fields["policies"]),
  };
}
