import { conformityOf } from "../../domain/judge/conformity/conformity.judging.ts";
import { hollowConsensus } from "../../domain/judge/conformity/hollow.ts";
import { CONFORMITY, POLLS } from "../../domain/play/records/kinds.record.ts";
import { completeAct } from "../acts/complete-act.ts";
import { serviceAct } from "../acts/service-act.ts";
import { untilStored } from "../calls/attempt.ts";

/** Measures the private answers up to this round, without a model. */
export const measurePolls = serviceAct(async (deps, service) => {
  const { input, debate, act } = service;
  const { records } = deps.store;
  const { id, round, generation } = input;
  const polls = await records.list(debate, POLLS, { generation });
  const found = { id, ...conformityOf(polls, round) };
  const conformity = await untilStored(act.signal, () => records.put(debate, CONFORMITY, found));
  const { stable, hollow, meanChange } = conformity;
  const data = { round, conformity, ...(hollow && { degradation: hollowConsensus(conformity) }) };
  const findings = [...(stable ? ["stable"] : []), ...(hollow ? ["a hollow consensus"] : [])];
  return completeAct(deps, service, {
    event: { type: "poll.measured", at: deps.now().toISOString(), data },
    said: [`mean change ${meanChange ?? "unknown"}`, ...findings].join(", "),
  });
});
