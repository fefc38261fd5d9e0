/** Finds out what a cell may take. Counts tokens: the workflow must not import it. */

import { NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { voterOf, worstAnswer, worstOf } from "./configure.experiment.ts";
import type { Item } from "./experiment.ts";
import type { ArmRequest } from "./request.experiment.ts";
import type { CellNeeds, Voter } from "./share.experiment.ts";
import { sharedPlaces } from "./shared-answers.experiment.ts";

interface Cell {
  arm: ArmRequest;
  /** Of the arm; of a baseline, the base's. */
  config: DebateConfig;
  /** The base's own debate, whose participants give the answers that arms share. */
  base: DebateConfig;
  item: Item;
}

/** In slices. Without a budget amounts are zero. */
export function* needsOf(
  { arm, config, base, item }: Cell,
  { catalogue, isLimited }: { catalogue: Catalogue; isLimited: boolean },
): Generator<void, CellNeeds> {
  const voters = (numbers: number[]) => numbers.map((number) => voterAt({ base, item, number, isLimited, catalogue }));
  if (arm.baseline) return { kind: "vote", voters: voters(Array.from({ length: arm.baseline.vote }, (_, i) => i + 1)) };
  const first = sharedPlaces({ config, base, item });
  const twin = config.orderCheck === "twin" && { twin: true as const };
  const reserve = isLimited ? yield* worstOf(config, catalogue, first) : NOTHING;
  if (first.length === 0) return { kind: "debate", reserve, ...twin };
  const whole = isLimited ? yield* worstOf(config, catalogue) : NOTHING;
  return { kind: "debate", reserve, ...twin, first: voters(first), whole };
}

function voterAt(of: {
  base: DebateConfig;
  item: Item;
  number: number;
  isLimited: boolean;
  catalogue: Catalogue;
}): Voter {
  const { base, item, number, isLimited, catalogue } = of;
  const { provider, model } = voterOf(base, number);
  const worst = isLimited ? worstAnswer({ config: base, item, number }, catalogue) : NOTHING;
  return {
    number,
    model: { provider, model },
    reserve: { costMicroUsd: worst.costMicroUsd, tokens: worst.tokens },
  };
}
