/** What the stage does about a fault beyond its retries, and while its owner decides (spec §1.11). */
import { condition } from "@temporalio/workflow";
import type { EventPayloads } from "../domain/events.ts";
import type { Happening } from "../domain/lifecycle.ts";
import { remedyFor } from "../domain/policies.ts";
import { takeDefault } from "./decisions.ts";
import { type Fault, faultView } from "./faults.ts";
import type { createPicture } from "./picture.ts";
import { publish } from "./publishing.ts";
import { ask, drop, type Failed, replaceJudge, skip, squeeze } from "./remedies.ts";
import { type DebateRun, tooLong } from "./run.ts";

/** What the stage lends. */
interface Tools {
  run: DebateRun;
  picture: ReturnType<typeof createPicture>;
  happen: (on: Happening, extra?: Partial<EventPayloads["debate.status"]>) => void;
}

export function createMending({ run, picture, happen }: Tools) {
  /** Judge's acts have no participant; a turn and a participant's act have one. */
  async function mend(fault: Fault, about: Pick<Failed, "turn" | "act">): Promise<void> {
    const { plan, state } = run;
    const { participantId } = fault;
    const failed = { fault, participantId, ...about };
    const error = faultView(fault, { ...(participantId && { participantId }), round: state.round });
    const isOut = state.participants.some((p) => p.id === participantId && p.status === "failed");
    const remedy = isOut
      ? ({ kind: "drop", ends: false } as const)
      : remedyFor({ plan, state }, { ...fault, participantId });
    switch (remedy.kind) {
      case "drop":
        await drop(run, failed);
        return remedy.ends ? conclude() : undefined;
      case "skip":
        return about.act && skip(run, about.act, fault.message);
      case "squeeze":
        return squeeze(run, remedy, { ...failed, room: fault.room });
      case "replace":
        return replaceJudge(run, remedy.model, { by: "policy", why: fault.message, act: about.act });
      case "end":
        return conclude();
      case "ask":
        ask(run, failed);
        // A pause that was asked for holds once its owner has decided.
        return happen("asked", { error, pausing: state.pausing });
      default:
        return happen("faulted", { error });
    }
  }

  /** Early, on what there is; unless its owner stopped it meanwhile. */
  function conclude(): void {
    const { status, endedBy, pausing } = run.state;
    if (status === "running") happen("roundsOver", { phase: null, pausing, ...(!endedBy && { endedBy: "policy" }) });
  }

  return {
    mend,

    /** Holds nothing in memory: a timer, and the owner's commands. */
    async awaitDecision(): Promise<void> {
      picture.show(run, "waiting for its owner's decision");
      await publish(run);
      const asked = run.state.decision?.asked;
      const isOver = () => run.state.status !== "awaiting_decision" || run.state.decision?.asked.id !== asked?.id;
      const moved = () => !run.deciding && (isOver() || tooLong(run));
      const left = Math.max(1, Date.parse(asked?.expiresAt ?? "") - Date.now());
      if (await condition(moved, left, { summary: `decision ${asked?.id}` })) return;
      await condition(() => !run.deciding);
      if (!isOver()) await takeDefault(run);
    },
  };
}
