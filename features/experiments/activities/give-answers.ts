/** Gives a debate the first answers that its experiment has bought: they are stored as turns of its first round. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { billedOf } from "../../../domain/shapes/state/costs.state.ts";
import { turnId } from "../../../domain/shapes/turn-ids.ts";
import type { CellPlace } from "../domain/experiment.ts";
import { type OfExperiment, SAMPLES } from "../domain/experiment-records.ts";

interface Giving {
  experiment: OfExperiment;
  place: CellPlace;
  config: DebateConfig;
  debateId: string;
}

/** May be repeated. An answer that is not there is asked for by the debate. */
export async function giveAnswers(
  { store }: Pick<ActivityDeps, "store">,
  { experiment, place, config, debateId }: Giving,
): Promise<void> {
  const debate = { tenant: experiment.tenant, debateId };
  const numbers = config.question?.given ?? [];
  await Promise.all(
    numbers.map(async (number) => {
      const sample = await store.records.get(experiment, SAMPLES, { ...place, number });
      const speaker = config.participants[number - 1];
      if (!sample || !speaker) return;
      await store.records.put(debate, TURNS, {
        id: turnId(1, 1, number),
        participantId: speaker.id,
        participant: speaker.name,
        round: 1,
        index: number,
        phase: "answer",
        ...sample.turn,
        boughtBy: experiment.experimentId,
        status: "whole",
        ...billedOf(sample.spend),
        attempt: 1,
      });
    }),
  );
}
