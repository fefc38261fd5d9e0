/** An answer to a question of an experiment. It depends on the question alone, and says nothing about it. */
import { scatter } from "../../../domain/base/statistics/scatter.ts";
import type { DemoRequest } from "./request.demo.ts";

export function demoAnswer({ topic, options, isNumber }: DemoRequest): object {
  const drawn = scatter(topic);
  const answer = isNumber ? drawn % 100 : (options[drawn % options.length] ?? "demo");
  return { reasoning: `It rests on nothing, and a real model would change it.`, answer, confidence: 50 };
}
