/** An answer to a question of an experiment. It depends on the question alone, and says nothing about it. */
import { scatter } from "../../../domain/statistics/scatter.ts";
import { DEMO_LINE } from "./replies.ts";
import type { DemoRequest } from "./request.ts";

export function demoAnswer({ topic, options, isNumber }: DemoRequest): object {
  const drawn = scatter(topic);
  const reason = { reason: DEMO_LINE, restsOn: "Nothing: this is a demo." };
  const answer = isNumber ? drawn % 100 : (options[drawn % options.length] ?? "demo");
  return { reasons: [reason, reason, reason], wouldChange: "A real model.", inOneSentence: DEMO_LINE, answer };
}
