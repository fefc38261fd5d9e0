/** A request for a debate, as `POST /v1/debates` takes it. `checks.beginning.ts` finds what no schema can say. */
import { z } from "zod";
import { DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import { FormatName } from "../../shapes/schemas/debate.schema.ts";
import { PresetReference } from "../../shapes/schemas/preset.ts";
import { RequestFields } from "./request.ts";

const { format: usual, rounds } = DEFAULT_DEBATE;
const { topic, context, ...others } = RequestFields.shape;

export const DebateRequest = z
  .strictObject({
    topic,
    context,
    format: FormatName.default(usual).meta({
      description: `The format: a name from \`GET /v1/formats\`. Left out: \`${usual}\`, with ${rounds} rounds where \`maxRounds\` is left out too`,
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
