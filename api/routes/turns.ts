/** One turn, with the exact prompt that was sent for it. */
import { createHash } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { isSpoken, shownTo, turnOf, withInterjections } from "../../domain/interjections.ts";
import { type Prompt, promptText } from "../../domain/prompts/prompt.ts";
import { rebuildPrompt } from "../../domain/prompts/rebuild.ts";
import { Turn } from "../../domain/schemas/turn.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import type { App } from "../context.ts";
import { readLog } from "../event-pages.ts";
import { recordIn } from "../generations.ts";
import { answersJson } from "../negotiate.ts";
import { DebateParams, json, NoQuery, problems } from "../openapi.ts";
import type { Services } from "../services.ts";

const TurnWithPrompt = Turn.extend({
  prompt: z
    .object({
      system: z.string(),
      messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.array(z.string()) })),
      source: z.enum(["built-in", "custom"]).meta({ description: "Of the system prompt" }),
    })
    .nullable()
    .meta({ description: "Its SHA-256 is the turn's; null where it can not be rebuilt, as in an imported debate" }),
}).meta({ id: "TurnWithPrompt" });

const route = createRoute({
  method: "get",
  path: "/v1/debates/{id}/turns/{turnId}",
  operationId: "getTurn",
  summary: "Read a turn with the exact prompt that was sent",
  tags: ["Debates"],
  middleware: answersJson,
  request: {
    params: DebateParams.extend({
      turnId: z.string().meta({ param: { name: "turnId", in: "path" }, examples: ["g1-r2-t1"] }),
    }),
    query: NoQuery,
  },
  responses: {
    200: json(TurnWithPrompt, "The turn"),
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerTurns(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { id, turnId } = c.req.valid("param");
    const present = await services.debates.require(c.get("tenant"), id);
    const generation = Number(/^g([1-9]\d{0,2})-/.exec(turnId)?.[1] ?? present.state.generation);
    const record = await recordIn(services.store, present, generation);
    const turn = await turnIn(services, { record, turnId });
    if (!turn) throw new ParleyError("not-found", `this debate has no turn ${turnId.slice(0, 80)}`);
    const prompt = isSpoken(turn) ? await promptOf(services, { record, turn }) : null;
    const shown = prompt && { system: prompt.system, messages: prompt.messages, source: prompt.source };
    return c.json({ ...turn, prompt: shown }, 200);
  });
}

async function turnIn({ store }: Services, { record, turnId }: { record: DebateRecord; turnId: string }) {
  const debate = { tenant: record.tenant, debateId: record.id };
  const remark = record.state.interjections?.find(({ id }) => id === turnId);
  if (!remark) return store.getTurn(debate, turnId);
  const text = await store.getNote(debate, remark.note);
  return text === null ? null : turnOf(remark, text);
}

async function promptOf({ store }: Services, { record, turn }: { record: DebateRecord; turn: Turn }) {
  const debate = { tenant: record.tenant, debateId: record.id };
  const generation = Number(/^g(\d+)/.exec(turn.id)?.[1]);
  const [spoken, summaries, templates, questions, events] = await Promise.all([
    store.listTurns(debate, generation),
    store.listSummaries(debate, generation),
    record.config.retrieval ? store.getTemplates(debate, generation) : [],
    record.config.clarifications ? store.listQuestions(debate, generation) : null,
    turn.attempt > 1 ? readLog(store.log, debate) : [],
  ]);
  const remarks = shownTo(record.state.interjections, turn.participantId);
  const turns = await withInterjections(spoken, remarks, (note) => store.getNote(debate, note));
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
