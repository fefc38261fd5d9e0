/** What a protocol is: how its debates run, and all that requests, forms and reports need to know of it. */

import type { ProtocolName } from "../../shapes/format-names.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { ConvergedBy, EndedBy, Result } from "../../shapes/schemas/result.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { Step } from "../../shapes/state/steps.ts";
import type { RequestFields } from "../request/request.ts";

/** Somebody who must take part, and its defaults. */
interface FixedSeat {
  name: string;
  position: string;
  temperature: number;
}

/** What participants are: their sides, or their roles. */
export interface Seats {
  /** The field of a participant that says it; null: participants have neither side nor role nor position. */
  field: "side" | "role" | null;
  /** In the order in which a form and the terminal give them. */
  choices: readonly string[];
  /** For a participant without a role and without a system prompt of its own. */
  usual?: string;
  /** For the first participants, where none names a role or a system prompt. */
  first?: readonly string[];
  /** The position of a participant that came without one. Left out: by its side. */
  position?: string;
  /** By role: each is there exactly once, and Parley adds those that a request leaves out. */
  fixed?: Readonly<Record<string, FixedSeat>>;
}

export interface Protocol {
  name: ProtocolName;
  /** A step before round 1; null, or missing: none is left. */
  before?(plan: DebatePlan, state: DebateState): Step | null;
  /** The next step of the round under way; null when nothing is left to do in it. */
  step(plan: DebatePlan, state: DebateState): Step | null;
  /** Called after each round: how the debate ends now, or null when it continues. */
  end(plan: DebatePlan, state: DebateState): EndedBy | null;
  /** Whose finding it is, where `end` says that the debate ends by convergence. */
  convergedBy(plan: DebatePlan, state: DebateState): ConvergedBy;
  /** It may end before its limit, so two rounds running in which everybody repeats end it. Left out: they do not. */
  endsOnRepetition?(plan: DebatePlan): boolean;
  /** The next step of the conclusion. */
  conclude(plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step;
  seats: Seats;
  /** What a private answer takes a stance on; left out: the topic, also before round 1. */
  stanceOn?: "proposals";
  /** Fields beside options that these debates take and some others do not. A path covers the fields inside it. */
  ownFields: readonly ShapedPath[];
  /** A judge assesses and rules, and a request without one takes the default. */
  hasJudge: boolean;
  conclusion: {
    type: Exclude<Result["type"], "unjudged">;
    /** Said when the debate begins to conclude. */
    announcement: string;
    /** Said when the judge failed. */
    missing: string;
    /** The role without which there is no conclusion. */
    by?: string;
  };
  /** The order within a round where the request and the format say nothing. */
  mode: "simultaneous" | "sequential";
  /** Why it can only be sequential; left out where it can be both. */
  sequentialBecause?: string;
  /** How many reasoning templates are looked up unless the request says. */
  templates: number;
  /** All turns are asked for in one way, so that a shared layout makes prompts that begin alike. */
  sharesPrompts: boolean;
  /** Its formats in words; their names when left out. */
  formats?: string;
  /** The part of the configuration that only these debates have, with its defaults. */
  configure?(request: RequestFields): Pick<DebatePlan, "dialectic" | "leastEndScore" | "question">;
}

/** Fields of a request that are no options: they have a shape of their own. `*` is any element of a list. */
type ShapedPath =
  | "answers"
  | "weights"
  | "vote"
  | "termination"
  | "participants/*/summaries"
  | "participants/*/position"
  | "participants/*/role"
  | "participants/*/side"
  | "judge/role"
  | "judge/criteria"
  | "judge/panel"
  | "judge/quorum";

export function defineProtocol<const P extends Protocol>(protocol: P): P {
  return protocol;
}
