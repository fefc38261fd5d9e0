/** A request for a debate, as `POST /v1/debates` takes it. `checks.beginning.ts` finds what no schema can say. */
import { z } from "zod";
import { AUTO, DEFAULT_DEBATE, FORMATS } from "../../shapes/format-names.ts";
import type { FormatName } from "../../shapes/schemas/debate.schema.ts";
import { PresetReference } from "../../shapes/schemas/preset.ts";
import { RequestFields } from "./request.ts";

const { format: usual, rounds } = DEFAULT_DEBATE;
const { topic, context, ...others } = RequestFields.shape;

/** `withAutoFormat` puts a format in the place of `auto` before a request is read. */
const AskedFormat = z.enum([...FORMATS, AUTO]).meta({
  id: "AskedFormat",
  description: `The format: a name from \`GET /v1/formats\`, or \`${AUTO}\``,
}) as unknown as z.ZodType<FormatName, FormatName | typeof AUTO>;

export const DebateRequest = z
  .strictObject({
    topic,
    context,
    format: AskedFormat.default(usual).meta({
      description: `The format: a name from \`GET /v1/formats\`, or \`${AUTO}\`: with \`answers\` a \`question\` whose vote comes before any debate, else \`${usual}\`. Left out: \`${usual}\`, with ${rounds} rounds where \`maxRounds\` is left out too`,
    }),
    preset: PresetReference.optional().meta({
      description:
        "A saved request, as `decision` (its newest version) or `decision@3`: all fields here are put over it as a JSON merge patch, and the topic may be left out where it has one",
    }),
    ...others,
  })
  .meta({ id: "DebateRequest" });
export type DebateRequest = z.infer<typeof DebateRequest>;
/** As a client sends it: fields with a default are optional. */
export type NewDebateRequest = z.input<typeof DebateRequest>;
