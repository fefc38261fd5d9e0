/**
 * What a run tells: a run is a debate as somebody follows it from outside. OpenAI's formats, MCP's tasks and AG-UI are dialects
 * of this one description. `ask.run.ts` has what a run asks, `standing.run.ts` how it stands, `answer.run.ts` how it answers.
 */
import type { EventPayloads, EventType, LogEvent } from "../../play/events/events.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** `step` is a line for a list of steps. `turn` and `id` are ids of the debate's records. */
export type Told =
  | { kind: "says"; turn: string; speaker: string; attempt: number; delta: string }
  | { kind: "said"; turn: Turn; speaker: string; step: string }
  | { kind: "looks up"; turn: string; speaker: string; use: Pick<ToolUse, "id" | "type" | "tool" | "input"> }
  | { kind: "found"; turn: string; use: ToolUse; exhibits: Exhibit[] }
  /** `by`: the judge's model. `order`: of a ballot. */
  | { kind: "judges"; id: string; by: string; text: string; order?: string; step: string }
  /** `isOpen` is false where nobody has a question left. */
  | { kind: "asks"; about: "questions" | "decision"; isOpen: boolean; step: string }
  | { kind: "goes on"; step: string };

/** Who takes part, of a configuration or of the debate that the API shows. */
export interface Cast {
  participants: readonly { id: string; name: string }[];
  maxRounds: number;
}

type Tellings = { [K in EventType]?: (data: EventPayloads[K], cast: Cast) => Told };

const TELLINGS: Tellings = {
  "clarification.asked": ({ questions }) => ({
    kind: "asks",
    about: "questions",
    isOpen: questions.length > 0,
    step: "the participants ask before the debate",
  }),
  "round.started": ({ round }, { maxRounds }) => ({ kind: "goes on", step: `round ${round} of ${maxRounds}` }),
  "turn.delta": ({ turnId, participantId, attempt, text }, cast) => ({
    kind: "says",
    turn: turnId,
    speaker: nameOf(participantId, cast),
    attempt,
    delta: text,
  }),
  "turn.completed": ({ turn }, cast) => {
    const speaker = nameOf(turn.participantId, cast);
    return { kind: "said", turn, speaker, step: `${speaker} has spoken` };
  },
  "tool.called": ({ turnId, participantId, use }, cast) => ({
    kind: "looks up",
    turn: turnId,
    speaker: nameOf(participantId, cast),
    use,
  }),
  "exhibits.found": ({ turnId, use, exhibits }) => ({ kind: "found", turn: turnId, use, exhibits }),
  "assessment.completed": ({ assessment: { id, judge: by, reasoning: text, round } }) => ({
    kind: "judges",
    id,
    by,
    text,
    step: `the judge has assessed round ${round}`,
  }),
  "ballot.completed": ({ ballot: { id, judge: by, order, verdict } }) => ({
    kind: "judges",
    id,
    by,
    order,
    text: verdict.reasoning,
    step: "a ballot is cast",
  }),
  "decision.requested": ({ decision }) => ({
    kind: "asks",
    about: "decision",
    isOpen: true,
    step: `the debate waits for a decision: ${decision.question}`,
  }),
  "claims.checked": () => goesOn("the claims are checked against the exhibits"),
  "claims.confirmed": () => goesOn("a second judge has read the claims that one judge reads as contradicted"),
  "conclusion.completed": () => goesOn("the conclusion is written"),
  "answer.reviewed": () => goesOn("a judge has read the conclusion's answer"),
};

/** Events of other types tell nothing, but for the terminal ones. */
export const TELLING_TYPES = Object.keys(TELLINGS) as EventType[];

/** null: nothing that is told. */
export function told({ type, data }: Pick<LogEvent, "type" | "data">, cast: Cast): Told | null {
  const telling = TELLINGS[type] as ((data: LogEvent["data"], cast: Cast) => Told) | undefined;
  return telling?.(data, cast) ?? null;
}

function nameOf(participantId: string, { participants }: Cast): string {
  return participants.find(({ id }) => id === participantId)?.name ?? participantId;
}

function goesOn(step: string): Told {
  return { kind: "goes on", step };
}
