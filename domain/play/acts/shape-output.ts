/** Maps the result to a JSON value of the request's schema, once there is one. */

import { preview } from "../../base/text/text.ts";
import { buildOutputPrompt, readOutput } from "../../prompts/output/output.prompt.ts";
import type { StoredOutput } from "../../shapes/schemas/output.schema.ts";
import { participantOf } from "../../shapes/state/steps.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { OUTPUTS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

/** Tokens of a value that an estimate assumes. */
const USUAL = 400;

export const shapeOutput = defineAct({
  name: "shapeOutput",
  reads: () => "result",
  prompt: ({ config, result, faults }) => buildOutputPrompt({ config, result, faults }),
  read: (text, { config }) => readOutput(text, config.output?.schema ?? {}),
  kind: OUTPUTS,
  make: ({ value, scene: { asked }, model, bill }): StoredOutput => ({ id: asked.id, value, model, ...bill }),
  event: (output, { round, participantId }) => {
    const whose = participantId === undefined ? {} : { participantId };
    return { type: "output.completed", at: output.at, data: { round, ...whose, output } };
  },
  said: ({ value }) => preview(JSON.stringify(value), 200),
  assumed: {
    tokens: () => USUAL,
    events: (act, { state: { round } }) => [
      eventOf("output.completed", { round, ...participantOf(act), output: { id: act.id, ...FREE } }),
    ],
  },
});
