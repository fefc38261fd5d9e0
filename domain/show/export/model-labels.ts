/** The model of each participant; those that share one are told apart by a number: `openai/gpt-5.5 (2)`. */
import type { Debate } from "../../shapes/schemas/debate.schema.ts";

export function modelLabels({ participants }: Pick<Debate, "participants">): Map<string, string> {
  return new Map(
    participants.map(({ id, model }, i) => {
      const before = participants.slice(0, i).filter((other) => other.model === model).length;
      return [id, before === 0 ? model : `${model} (${before + 1})`];
    }),
  );
}
