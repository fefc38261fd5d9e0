import { lostConclusion, NO_BALLOTS } from "../../domain/play/acts/conclusion.act.ts";
import { billedOf, NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import { conclusion } from "../acts/service-act.ts";

/** The result of a debate whose judge failed for good: nobody ruled, so there is no outcome to conclude from. */
export const concludeUnjudged = conclusion(
  async ({ store, ...deps }, { input: { degraded, round }, debate, endedBy }) => {
    const config = await store.getConfig(debate);
    const lost = config?.conclusion ? [lostConclusion("nobody ruled", round)] : [];
    return {
      type: "unjudged",
      ...NO_BALLOTS,
      degraded: [...degraded, ...lost],
      endedBy,
      ...billedOf(NO_SPEND),
      latencyMs: 0,
      at: deps.now().toISOString(),
    };
  },
);
