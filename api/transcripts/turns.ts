/** One turn, with the exact prompt that was sent. */

import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { isSpoken, shownTo, turnOf, withInterjections } from "../../domain/interjections.ts";
import { isTerminal } from "../../domain/lifecycle.ts";
import { type Prompt, promptText } from "../../domain/prompts/prompt.ts";
import { rebuildPrompt } from "../../domain/prompts/rebuild.ts";
import { NOTES, SUMMARIES, TURNS } from "../../domain/records/kinds.ts";
import { Turn } from "../../domain/schemas/turn.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import { listQuestions, listRetrieved } from "../../store/records/combined.ts";
import { keyOf } from "../debates/debates.ts";
import { recordIn } from "../debates/generations.ts";
import { readLog } from "../events/pages.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.ts";
import type { Services } from "../services.ts";

const TurnWithPrompt = Turn.extend({
  prompt: z
    .object({
      system: z.string().meta({ description: "The system prompt" }),
      messages: z
        .array(
          z.object({
            role: z.enum(["user", "assistant"]).meta({ description: "`assistant`: the model's own words" }),
            content: z.array(z.string()).meta({ description: "The message in its pieces" }),
          }),
        )
        .meta({ description: "The messages after it, in their order" }),
      source: z.enum(["built-in", "custom"]).meta({ description: "Of the system prompt" }),
    })
    .nullable()
    .meta({
      description:
        "Its SHA-256 is the turn's `promptSha256`. While the debate runs, the key in its marks is shown as `…`. null if it cannot be rebuilt, as in an imported debate",
    }),
}).meta({ id: "TurnWithPrompt" });

const HIDDEN_KEY = "…";

export const getTurn = defineRoute({
  at: "GET /v1/debates/{id}/turns/{turnId}",
  operationId: "getTurn",
  summary: "Read a turn with the exact prompt that was sent",
  replies: { 200: json(TurnWithPrompt, "The turn") },
  async answer(c, services) {
    const { turnId } = c.req.valid("param");
    const present = await services.debates.requested(c);
    const generation = Number(/^g([1-9]\d{0,2})-/.exec(turnId)?.[1] ?? present.state.generation);
    const record = await recordIn(services.store, present, generation);
    const turn = await turnIn(services, { record, turnId });
    if (!turn) throw new ParleyError("not-found", `this debate has no turn ${turnId.slice(0, 80)}`);
    const prompt = isSpoken(turn) ? await promptOf(services, { record, turn }) : null;
    const shown = prompt && shownPrompt(prompt, record);
    return c.json({ ...turn, prompt: shown }, 200);
  },
});

/** Hides the key of the marks while the debate runs: a participant who knew it could forge them. */
function shownPrompt({ system, messages, source }: Prompt, { config, state }: DebateRecord) {
  const { fenceKey } = config;
  if (fenceKey === undefined || isTerminal(state.status)) return { system, messages, source };
  const hide = (text: string) => text.replaceAll(fenceKey, HIDDEN_KEY);
  return {
    system: hide(system),
    messages: messages.map(({ role, content }) => ({ role, content: content.map(hide) })),
    source,
  };
}

async function turnIn({ store }: Services, { record, turnId }: { record: DebateRecord; turnId: string }) {
  const debate = keyOf(record);
  const remark = record.state.interjections?.find(({ id }) => id === turnId);
  if (!remark) return store.records.get(debate, TURNS, { id: turnId });
  const text = await store.records.get(debate, NOTES, { note: remark.note });
  return text === null ? null : turnOf(remark, text);
}

async function promptOf({ store }: Services, { record, turn }: { record: DebateRecord; turn: Turn }) {
  const debate = keyOf(record);
  const generation = Number(/^g(\d+)/.exec(turn.id)?.[1]);
  const [spoken, summaries, templates, questions, events] = await Promise.all([
    store.records.list(debate, TURNS, { generation }),
    store.records.list(debate, SUMMARIES, { generation }),
    record.config.retrieval ? listRetrieved(store.records, debate, generation) : [],
    record.config.clarifications ? listQuestions(store.records, debate, generation) : null,
    turn.attempt > 1 ? readLog(store.log, debate) : [],
  ]);
  const remarks = shownTo(record.state.interjections, turn.participantId);
  const turns = await withInterjections(spoken, remarks, (note) => store.records.get(debate, NOTES, { note }));
  const faults = events.flatMap((e) =>
    e.type === "turn.failed" && e.data.turnId === turn.id && e.data.kind === "invalid_response" ? [e.data.message] : [],
  );
  const config = questions ? { ...record.config, clarified: questions } : record.config;
  const wasSent = (prompt: Prompt) => hashOf(prompt) === turn.promptSha256;
  return rebuildPrompt({ config, turn, turns, summaries, templates: templates ?? [], faults, wasSent });
}

function hashOf(prompt: Prompt): string {
  return createHash("sha256").update(promptText(prompt)).digest("hex");
}
