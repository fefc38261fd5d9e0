/** What acts of the service itself share: no model, no faults of their own; Temporal tries them until they are done. */
import { Context } from "@temporalio/activity";
import type { DebateKey } from "../store/port/debates.ts";
import type { ActivityDeps } from "./index.ts";
import type { JudgeInput } from "./judging.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

interface Service {
  debate: DebateKey;
  signal: AbortSignal;
}

export async function serving(
  deps: ActivityDeps,
  input: JudgeInput,
  work: (service: Service) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const { cancellationSignal: signal } = Context.current();
  await write(deps.store, input.publication);
  return work({ debate: input.publication.debate, signal });
}
