/** One turn, with the exact prompt that was sent. */

import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { unwritten } from "../../domain/play/beginning/orphans.beginning.ts";
import { NOTES, TURNS } from "../../domain/play/records/kinds.record.ts";
import { reduceLog } from "../../domain/play/state/reduce.ts";
import { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { isSpoken, turnOf } from "../../domain/shapes/state/interjections.state.ts";
import { type DebateRecord, keyOf } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { Services } from "../base/services.ts";
import { promptsOf } from "../debates/prompts.debates-api.ts";
import { readLog } from "../events/pages.event-api.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

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
    const prompt = isSpoken(turn) ? await promptIn(services, { record, turn }) : null;
    return c.json({ ...turn, prompt }, 200);
  },
});

async function turnIn({ store }: Services, { record, turnId }: { record: DebateRecord; turnId: string }) {
  const debate = keyOf(record);
  const remark = record.state.interjections?.find(({ id }) => id === turnId);
  if (!remark) return store.records.get(debate, TURNS, { id: turnId });
  const text = await store.records.get(debate, NOTES, { note: remark.note });
  return text === null ? null : turnOf(remark, text);
}

async function promptIn({ store }: Services, { record, turn }: { record: DebateRecord; turn: Turn }) {
  const generation = Number(/^g(\d+)/.exec(turn.id)?.[1]);
  const { promptOf } = await promptsOf(store, { record, generation });
  return promptOf(turn);
}

/**
 * The debate in an earlier generation, rebuilt from the log: a `reset` begins a new one. Returns the record itself for the
 * current generation.
 */
async function recordIn(
  store: Pick<Store, "log" | "getConfig">,
  record: DebateRecord,
  generation: number,
): Promise<DebateRecord> {
  if (generation >= record.state.generation) return record;
  const key = keyOf(record);
  const [events, first] = await Promise.all([readLog(store.log, key), store.getConfig(key)]);
  const resets = events.flatMap((e, i) => (e.type === "debate.status" && e.data.by === "reset" ? [i] : []));
  const state = reduceLog(unwritten(key, first ?? record.config), events.slice(0, resets[generation - 1]));
  const { revision } = state;
  const config = await store.getConfig({ ...key, generation, ...(revision && { revision }) });
  return { ...record, config: config ?? record.config, state };
}
