import { NO_BALLOTS } from "../../domain/play/acts/conclusion.act.ts";
import { GROUPS, TURNS } from "../../domain/play/records/kinds.record.ts";
import { countRounds } from "../../domain/rules/answers/count-rounds.ts";
import type { PluralityResult } from "../../domain/shapes/schemas/result.schema.ts";
import { billedOf, NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import { groupsId } from "../../domain/shapes/turn-ids.ts";
import { conclusion } from "../acts/service-act.ts";

/** Counts a question's answers, without a model. The turns are paid for already, and so is their grouping. */
export const countPlurality = conclusion(
  async ({ store, ...deps }, { input: { generation, degraded }, debate, endedBy }): Promise<PluralityResult> => {
    const [config, turns, grouped] = await Promise.all([
      store.getConfig(debate),
      store.records.list(debate, TURNS, { generation }),
      store.records.get(debate, GROUPS, { id: groupsId(generation) }),
    ]);
    if (!config) throw new Error("a count needs the debate's configuration");
    const plurality = countRounds({ config, turns, groups: grouped?.groups ?? null });
    return {
      type: "plurality",
      plurality,
      ...NO_BALLOTS,
      contested: plurality.tied !== undefined,
      degraded,
      endedBy,
      ...billedOf(NO_SPEND),
      latencyMs: 0,
      at: deps.now().toISOString(),
    };
  },
);
