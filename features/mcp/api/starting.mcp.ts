/** Tools around a debate's start: what it would cost, its presets, and the start itself. */
import { z } from "zod";
import type { NewDebate } from "../../../api/client/index.ts";
import { isObject } from "../../../domain/base/is-object.ts";
import { seated } from "../../../domain/rules/seats/seated.ts";
import { AUTO, DEFAULT_DEBATE } from "../../../domain/shapes/format-names.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { standing } from "./standing.ts";
import { startedTask } from "./tasks.mcp.ts";
import { defineTool, PAGE, READING } from "./tool.mcp.ts";

type Help = { description: string };

/** A field that models are shown as `schema`. Any value passes: the API checks it, and its errors name the place. */
function shown(schema: z.ZodType, help?: Help) {
  const { $schema: _dialect, ...fields } = z.toJSONSchema(schema, { io: "input" });
  return z
    .unknown()
    .optional()
    .meta({ ...fields, ...help });
}

const model = z
  .union([z.string(), z.looseObject({ model: z.string(), temperature: z.number().optional() })])
  .meta({ description: "`provider/model`, or an object with its options" });

const Speaker = z.looseObject({
  name: z.string(),
  model,
  position: z.string().optional().meta({ description: "What it argues for" }),
});

const Main = z.looseObject({
  topic: shown(z.string(), { description: "The question or motion. Needed, unless the preset has one" }),
  context: shown(z.string(), { description: "Background that all participants read" }),
  preset: shown(z.string(), { description: "A saved request from list_presets; fields here are put over it" }),
  format: shown(z.string().default(DEFAULT_DEBATE.format), {
    description: `One of GET /v1/formats, as free-form, round-limited, oxford, question; ${AUTO} chooses by the answers`,
  }),
  participants: shown(z.array(Speaker), {
    description: "Left out: as few as the format takes, on the models of the server's providers",
  }),
  maxRounds: shown(z.int().min(1), { description: "Left out: the format's own number" }),
  judge: shown(z.looseObject({ model }), { description: "Who rules. Left out: the server's default" }),
  answers: shown(
    z.looseObject({
      type: z.enum(["choice", "number", "text"]),
      options: z.array(z.string()).optional().meta({ description: "Of a choice: 2 to 26 texts" }),
    }),
    { description: "For a question whose answers are counted: their form" },
  ),
  limits: shown(z.looseObject({ maxCostUsd: z.number().optional() }), {
    description: "maxCostUsd: no call is made that might pass it",
  }),
  options: z.record(z.string(), z.unknown()).optional().meta({
    description:
      "Any other field of POST /v1/debates, by its name, such as clarifications, exhibits, tags, output. Fields beside `options` win",
  }),
});

const NewDebateInput = Main.extend({
  language: shown(z.string(), { description: "BCP-47 tag, as de or pt-BR. Left out: the topic's" }),
  idempotencyKey: z.string().optional().meta({
    description: "Calls with the same key and fields start one debate: send it again after a lost answer",
  }),
});

export const STARTING_TOOLS = [
  defineTool({
    name: "start_debate",
    title: "Start a debate",
    description:
      "Starts a debate between language models on a topic and answers at once with its id. It takes minutes and costs money; get_result has the judge's ruling.",
    inputSchema: NewDebateInput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    call: async ({ client, followsTasks }, { idempotencyKey, ...input }) => {
      const debate = await client.create(requestIn(input), { ...(idempotencyKey !== undefined && { idempotencyKey }) });
      return followsTasks && !isTerminal(debate.status) ? startedTask(debate) : standing(debate);
    },
  }),
  defineTool({
    name: "estimate_debate",
    title: "Estimate a debate",
    description:
      "Calls, tokens and cost of a debate with these fields, as for start_debate: lowest, likely, worst. Starts nothing and spends nothing; problems says what start_debate would refuse.",
    inputSchema: Main,
    annotations: READING,
    call: async ({ client }, input) => ({ value: { ...(await client.estimate(requestIn(input))) } }),
  }),
  defineTool({
    name: "list_presets",
    title: "List the presets",
    description: "Saved debate requests: start_debate takes a preset by its name. hasTopic: it needs no topic.",
    inputSchema: z.object(PAGE),
    annotations: READING,
    call: async ({ client }, page) => {
      const { items, nextCursor } = await client.presets.list(page);
      const presets = items.map(({ name, version, description = null, builtIn, request }) => {
        return { name, version, description, builtIn, format: request["format"] ?? null, hasTopic: "topic" in request };
      });
      return { value: { presets, nextCursor } };
    },
  }),
];

/** As the API takes it, with the sides and roles that the format wants. */
function requestIn({ options, ...fields }: z.infer<typeof Main>): NewDebate {
  const request: Record<string, unknown> = { ...options, ...fields };
  const { participants, preset, format = preset === undefined ? DEFAULT_DEBATE.format : undefined } = request;
  const isListed = Array.isArray(participants) && participants.every(isObject);
  const seats = isListed ? seated({ format, participants } as Parameters<typeof seated>[0]) : { participants };
  return { ...request, ...(participants !== undefined && { participants: seats.participants }) } as NewDebate;
}
