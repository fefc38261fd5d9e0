import type { Problem } from "../../domain/schemas/faults.ts";
import { transition } from "../../domain/state/moves.ts";
import type { DebateRun } from "../run.ts";
import { storeActs } from "./activity-proxies.ts";

/** Checks the models' providers and keys. A draft, or a changed configuration, may lack more: it is checked whole. */
export async function validate(run: DebateRun): Promise<void> {
  const problems = run.plan.draft || run.state.revision ? await recheck(run) : await checkProviders(run);
  if (run.state.status !== "validating") return;
  transition(run, problems.length > 0 ? "rejected" : "passed", { problems });
}

function recheck(run: DebateRun): Promise<Problem[]> {
  return storeActs("the draft").recheck({ debate: run.place().debate });
}

function checkProviders({ plan }: DebateRun): Promise<Problem[]> {
  const models = [...plan.participants, ...(plan.judge ? [plan.judge, ...(plan.panel ?? [])] : [])];
  return storeActs("providers and keys").checkProviders({
    models: models.map(({ provider, model }) => ({ provider, model })),
    ...(!plan.judge && { judge: false }),
  });
}
