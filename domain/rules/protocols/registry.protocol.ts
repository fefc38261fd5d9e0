import type { ProtocolName } from "../../shapes/format-names.ts";
import { optionsFor } from "../../shapes/options.shape.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { Step } from "../../shapes/state/steps.ts";
import { nextClarification } from "../clarifications/clarifications.rules.ts";
import { FORMATS_BY_NAME, formatOf } from "../formats/registry.format.ts";
import { conclusionWithoutRounds, controlArmStep } from "./control-arm.protocol.ts";
import { council } from "./council.protocol.ts";
import { dialectic } from "./dialectic.protocol.ts";
import { judged } from "./judged.protocol.ts";
import { pollStep } from "./polls.protocol.ts";
import { nextPreparation } from "./preparation.protocol.ts";
import { proposerSkeptic } from "./proposer-skeptic.protocol.ts";
import type { Protocol } from "./protocol.ts";
import { question } from "./question.protocol.ts";
import { endAfterRound, endedWith } from "./round-end.ts";

export const PROTOCOLS: Record<ProtocolName, Protocol> = {
  judged,
  dialectic,
  "proposer-skeptic": proposerSkeptic,
  question,
  council,
};

/**
 * The protocol of a debate. Throws for a format that does not exist.
 *
 * @example
 * protocolOf({ format: "oxford" }).name // → "judged"
 */
export function protocolOf(debate: { format: string }): Protocol {
  return PROTOCOLS[formatOf(debate).protocol];
}

/** What to do now, from the plan and the state alone. */
export function next(plan: DebatePlan, state: DebateState): Step {
  if (state.status === "initializing") return nextPreparation(plan, state);
  if (state.status === "clarifying") return nextClarification(plan, state);
  const protocol = protocolOf(plan);
  const { round } = state;
  if (state.endedBy) return conclusionWithoutRounds(plan, state) ?? protocol.conclude(plan, state, state.endedBy);
  if (!state.roundOver)
    return protocol.step(plan, state) ?? pollStep(plan, state) ?? { kind: "endRound", phase: "round_complete", round };
  if (round === 0) return beforeRounds(plan, state) ?? { kind: "beginRound", round: 1, afterMs: 0 };
  const end = endAfterRound(protocol, plan, state);
  if (end) return endedWith(protocol.conclude(plan, state, end.endedBy), end);
  return { kind: "beginRound", round: round + 1, afterMs: plan.durations.roundDelay };
}

function beforeRounds(plan: DebatePlan, state: DebateState): Step | null {
  const first = protocolOf(plan).before?.(plan, state) ?? controlArmStep(plan, state);
  return first ?? conclusionWithoutRounds(plan, state) ?? firstPoll(plan, state);
}

/** Changes count from a first answer on. There is none about proposals before there are any. */
function firstPoll(plan: DebatePlan, state: DebateState): Step | null {
  return protocolOf(plan).stanceOn === "proposals" ? null : pollStep(plan, state);
}

/** The formats that take a field of a request, or one inside it, in words. */
export function formatsTaking(path: string): string[] {
  const names = Object.keys(PROTOCOLS) as ProtocolName[];
  return names.filter((name) => takes(PROTOCOLS[name], path)).map(formatsOf);
}

/** The paths of all that its debates take and some others do not. A path covers the fields inside it. */
export function fieldsOf({ name, ownFields }: Protocol): string[] {
  return [...optionsFor(name), ...ownFields];
}

export function takes(protocol: Protocol, path: string): boolean {
  return fieldsOf(protocol).some((own) => `${path}/`.startsWith(`${own}/`));
}

function formatsOf(name: ProtocolName): string {
  const own = Object.values(FORMATS_BY_NAME).filter(({ protocol }) => protocol === name);
  return PROTOCOLS[name].formats ?? own.map((format) => format.name).join(", ");
}
