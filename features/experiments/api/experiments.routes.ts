/** Experiments: create, list, read, command, extend, and read their results. */
import { z } from "@hono/zod-openapi";
import { answerStream, lastEventId, PLACE } from "../../../api/events/answer-stream.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { requireAcceptable } from "../../../api/http/negotiate.ts";
import { readPageOf } from "../../../api/http/paging.ts";
import { EVENT_STREAM, sseStream } from "../../../api/http/sse.http.ts";
import { header, json, PAGE_QUERY, pageReply, reply } from "../../../api/openapi/openapi.ts";
import { defineRoute, namedSchema } from "../../../api/openapi/route.openapi.ts";
import { isOver } from "../../../domain/shapes/experiment-status.ts";
import { TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import { optionsMoved } from "../domain/checks.experiment.ts";
import { CELLS, EXPERIMENTS, ITEMS } from "../domain/experiment-records.ts";
import { ArmsRequest, ExperimentRequest } from "../domain/request.experiment.ts";
import { resultsCsv, rowsOf } from "../domain/results.experiment.ts";
import {
  Experiment,
  ExperimentEstimate,
  ExperimentEvent,
  ExperimentItems,
  ExperimentList,
  ExperimentResults,
} from "../domain/schema.experiment.ts";
import { EXPERIMENT_COMMANDS, type ExperimentCommand } from "../workflows/messages.experiment.ts";
import { addArms, commandExperiment } from "./commands.experiment-api.ts";
import { createExperiment, requireRequest } from "./create.ts";
import { estimateExperiment } from "./estimate.experiment-api.ts";
import { progressFrames } from "./events.experiment-api.ts";
import { experimentView, findExperiment, requireExperiment, summaryOf } from "./experiments.experiment-api.ts";

const create = defineRoute({
  at: "POST /v1/experiments",
  place: "creates",
  operationId: "createExperiment",
  summary: "Start an experiment, or with `dryRun=true` estimate it",
  description:
    "Each arm answers each item, as an ordinary debate of yours or as a vote without a debate. All of it runs under one budget and survives restarts. A body may have 16 MiB.",
  query: {
    dryRun: z
      .enum(["true", "false"])
      .default("false")
      .meta({ description: "`true`: answers calls, tokens and cost, and starts nothing" }),
  },
  body: ExperimentRequest,
  replies: {
    200: json(ExperimentEstimate, "What it would take, for `dryRun=true`"),
    201: reply(Experiment, "The experiment", { Location: "Its address" }),
  },
  refuses: ["conflict", "quota-exceeded"],
  async answer(c, services) {
    const body = await readJson(c);
    const tenant = c.get("tenant");
    if (c.req.valid("query").dryRun === "true") {
      const request = await requireRequest(services, { tenant, body });
      const { warnings, ...figures } = await estimateExperiment(services, { tenant, request });
      const moved = optionsMoved(body as Partial<ExperimentRequest>).map(({ detail }) => detail);
      return c.json({ ...figures, warnings: [...moved, ...warnings] }, 200);
    }
    const by = { tenant, lease: c.get("lease"), by: c.get("caller")?.key };
    const stored = await createExperiment(services, { ...by, body });
    const view = await experimentView(services, stored);
    c.header("Location", view.links.self);
    return c.json(view, 201);
  },
});

const list = defineRoute({
  at: "GET /v1/experiments",
  operationId: "listExperiments",
  summary: "List the experiments, newest first",
  query: PAGE_QUERY,
  replies: { 200: pageReply(ExperimentList, "A page of experiments") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const tenant = c.get("tenant");
    const query = c.req.valid("query");
    const page = await readPageOf(c, services, {
      query,
      filter: { of: "experiments" },
      read: async (after) => {
        const range = { limit: query.limit, ...(after !== undefined && { after }) };
        const { values, isEnd } = await services.store.records.page({ tenant }, EXPERIMENTS, range);
        const found = await Promise.all(values.map(({ id }) => findExperiment(services, { tenant, experimentId: id })));
        const items = found.flatMap((stored) => (stored ? [summaryOf(stored, services.links)] : []));
        return { items, next: isEnd ? null : (values.at(-1)?.id ?? null) };
      },
    });
    return c.json(page, 200);
  },
});

const read = defineRoute({
  at: "GET /v1/experiments/{id}",
  place: "longReads",
  operationId: "getExperiment",
  summary: "Read an experiment: its progress, and its figures so far",
  replies: { 200: json(Experiment, "The experiment") },
  async answer(c, services) {
    const stored = await requireExperiment(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    return c.json(await experimentView(services, stored), 200);
  },
});

const ExperimentEventStream = z.string().meta({
  id: "ExperimentEventStream",
  description: "Server-sent events: id, event and data (an ExperimentEvent) of each change",
});

const events = defineRoute({
  at: "GET /v1/experiments/{id}/events",
  operationId: "followExperiment",
  tag: "Experiments",
  summary: "Follow an experiment's progress",
  description:
    "Server-sent events `experiment.updated`, each with the experiment as in the list: the present state first, then every change. The stream ends when the experiment is over.",
  query: { after: PLACE },
  headers: { "last-event-id": "Sent by browsers; takes precedence over `after`" },
  replies: {
    200: {
      description: "The changes",
      headers: { "X-Accel-Buffering": header("`no`") },
      content: { [EVENT_STREAM]: { schema: ExperimentEventStream } },
    },
    204: { description: "The reader has the last change of an experiment that is over" },
  },
  refuses: ["not-acceptable"],
  isJson: false,
  async answer(c, services): Promise<Response> {
    requireAcceptable(c, [EVENT_STREAM]);
    const after = lastEventId(c) ?? c.req.valid("query").after;
    const found = await requireExperiment(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    if (isOver(found.progress) && after >= found.progress.version) return c.body(null, 204);
    return answerStream(c, services, (circumstances) => {
      const frames = (signal: AbortSignal) => progressFrames(services, { found, after, signal });
      return sseStream({ ...circumstances, frames });
    });
  },
});

const SUMMARIES: Record<ExperimentCommand, string> = {
  pause: "Pause it and its debates; calls under way end",
  resume: "Resume it and its debates",
  stop: "Stop it for good; its debates under way are abandoned",
};

const commands = EXPERIMENT_COMMANDS.map((command) =>
  defineRoute({
    at: `POST /v1/experiments/{id}/${command}`,
    place: command === "resume" ? "commands" : "stops",
    operationId: `${command}Experiment`,
    summary: SUMMARIES[command],
    replies: { 200: json(Experiment, "The experiment after the command") },
    refuses: ["illegal-transition"],
    async answer(c, services) {
      const stored = await requireExperiment(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
      return c.json(await experimentView(services, await commandExperiment(services, stored, command)), 200);
    },
  }),
);

const extend = defineRoute({
  at: "POST /v1/experiments/{id}/arms",
  place: "creates",
  operationId: "addArms",
  summary: "Add arms, also to an experiment that is over; only what is new is bought",
  body: ArmsRequest,
  replies: { 200: json(Experiment, "The experiment with its new arms") },
  refuses: ["conflict", "illegal-transition"],
  async answer(c, services) {
    const body = await readJson(c);
    const stored = await requireExperiment(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    return c.json(
      await experimentView(services, await addArms(services, stored, { body, by: c.get("caller")?.key })),
      200,
    );
  },
});

const TYPES = { json: "application/json", csv: "text/csv" } as const;
const Csv = z.string().meta({ id: "ExperimentCsv", description: "One line for each cell, with a header" });

const results = defineRoute({
  at: "GET /v1/experiments/{id}/results",
  place: "longReads",
  operationId: "getExperimentResults",
  summary: "Read the outcome of every cell, as JSON or CSV",
  query: { as: z.enum(["json", "csv"]).optional().meta({ description: "Instead of the `Accept` header" }) },
  replies: {
    200: {
      description: "Cells with an outcome, by arm, item and repetition",
      headers: { Vary: header("`Accept`: the same address has several formats") },
      content: { ...json(ExperimentResults, "").content, [TYPES.csv]: { schema: Csv } },
    },
  },
  refuses: ["not-acceptable"],
  isJson: false,
  async answer(c, services): Promise<Response> {
    const { as } = c.req.valid("query");
    const type = as ? TYPES[as] : requireAcceptable(c, Object.values(TYPES));
    const { key, definition } = await requireExperiment(services, {
      tenant: c.get("tenant"),
      id: c.req.valid("param").id,
    });
    const { records } = services.store;
    const [cells, chunks] = await Promise.all([records.list(key, CELLS, {}), records.list(key, ITEMS, {})]);
    const rows = rowsOf(definition, { cells, items: chunks.flatMap(({ items }) => items) });
    c.header("Vary", "Accept");
    if (type === TYPES.json) return c.json({ items: rows }, 200);
    return c.body(resultsCsv(rows), 200, { "Content-Type": "text/csv; charset=utf-8" });
  },
});

const items = defineRoute({
  at: "GET /v1/experiments/{id}/items",
  place: "longReads",
  operationId: "getExperimentItems",
  summary: "Read the questions of an experiment",
  replies: { 200: json(ExperimentItems, "All its items") },
  async answer(c, services) {
    const { key } = await requireExperiment(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    const chunks = await services.store.records.list(key, ITEMS, {});
    const all = chunks.flatMap((chunk) => chunk.items);
    return c.json({ items: all.map((item) => ({ ...item, answers: item.answers ?? TEXT })) }, 200);
  },
});

export { list as listExperiments };

export const experimentRoutes = [
  namedSchema(Experiment),
  namedSchema(ExperimentEvent),
  create,
  list,
  read,
  events,
  ...commands,
  extend,
  items,
  results,
];
