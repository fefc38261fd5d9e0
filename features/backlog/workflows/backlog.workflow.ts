/**
 * Carries out the commands of a tenant that were accepted while too many came at once: in their order, a few at a time, so
 * that stops and debates under way find workers, and after those that still come. It ends when none waits.
 */
import { continueAsNew, proxyActivities, setHandler, setWorkflowOptions, sleep } from "@temporalio/workflow";
import { tooLong } from "../../../workflows/base/history.ts";
import { upgrading } from "../../../workflows/upgrading.ts";
import type { BacklogActivities } from "../activities/index.ts";
import type { CommandRef } from "../domain/backlog-records.ts";
import { Rush } from "../domain/rush.ts";
import { acceptedSignal, type BacklogInput } from "./messages.backlog.ts";

/** With the commands that find a place, half of what a worker carries out at a time. Two, so that a slow debate holds up one. */
const LANES = 2;
const OF_A_LANE = 5;
/** Milliseconds before a command that nobody has answered is sent again, and between looks at a rush. */
const PAUSE_MS = 1_000;

export async function backlogWorkflow(input: BacklogInput): Promise<void> {
  const waiting: CommandRef[] = [...(input.waiting ?? [])];
  const rush = new Rush();
  let underWay = 0;
  const accept = (more: CommandRef[]) => {
    waiting.push(...more);
    rush.note(more.length, Date.now());
  };
  setHandler(acceptedSignal, accept, {
    description: "Internal: commands were accepted, to be carried out in their turn.",
  });
  const { carryOut } = proxyActivities<BacklogActivities>({
    startToCloseTimeout: "30 seconds",
    retry: { initialInterval: "1 second", maximumInterval: "30 seconds" },
    summary: "accepted commands",
  });

  async function lane(): Promise<void> {
    while (waiting.length > 0 && !tooLong(input)) {
      if (rush.isOn(Date.now())) {
        await sleep(PAUSE_MS, { summary: "until fewer commands come" });
        continue;
      }
      const commands = waiting.splice(0, OF_A_LANE);
      underWay++;
      const isLast = waiting.length === 0 && underWay === 1;
      const { unanswered } = await carryOut({ tenant: input.tenant, commands, lanes: underWay, isLast });
      underWay--;
      if (unanswered.length === 0) continue;
      waiting.push(...unanswered);
      await sleep(PAUSE_MS, { summary: "until commands are sent again" });
    }
  }

  while (waiting.length > 0) {
    await Promise.all(Array.from({ length: LANES }, lane));
    if (tooLong(input) && waiting.length > 0) await continueAsNew<typeof backlogWorkflow>({ ...input, waiting });
  }
}

// Older workers do not wait for it.
setWorkflowOptions(upgrading, backlogWorkflow);
