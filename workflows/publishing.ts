import { storeActs } from "./acts.ts";
import type { DebateRun } from "./run.ts";

/** Brings the log and META up to date now, when no activity is about to do it. */
export async function publish(run: DebateRun): Promise<void> {
  if (!run.hasUnpublished()) return;
  const publication = run.publication();
  const { head } = await storeActs.publish(publication);
  run.published(publication, head);
}
