import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import { costUsdOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Definition, Progress } from "./experiment.ts";

/** Why an experiment ended without all its cells; null: it did not. */
export function whyOf(
  { arms, repetitions }: Pick<Definition, "arms" | "repetitions">,
  { status, most, leftOut, why = null }: Pick<Progress, "status" | "most" | "leftOut" | "why">,
): string | null {
  if (status !== "out_of_budget" || !leftOut) return why;
  const { place, needs, committed } = leftOut;
  const units = (["costMicroUsd", "tokens"] as const).filter(
    (unit) => committed[unit] + needs[unit] > (most[unit] ?? Infinity),
  );
  const [unit = "tokens"] = units;
  const say = (amount: number) => inWords(unit, amount);
  const repeated = repetitions > 1 ? `, repetition ${place.repetition}` : "";
  const cell = `The cell of arm "${arms[place.arm]?.name}", item ${place.item + 1}${repeated}`;
  return (
    `${cell} may take ${say(needs[unit])} and was left out. ` +
    `${say(committed[unit])} of the budget of ${say(most[unit] ?? 0)} was spent or set aside.`
  );
}

function inWords(unit: keyof Amount, amount: number): string {
  return unit === "tokens" ? `${amount} tokens` : `$${costUsdOf({ costMicroUsd: amount })}`;
}
