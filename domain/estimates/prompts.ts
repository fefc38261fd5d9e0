/**
 * The part of each prompt that is no turn's text, from the real builders: they are given a few turns with a mark for a
 * text, and what holds the mark is left out of the count.
 */
import type { DebateConfig } from "../config.ts";
import type { DebateState } from "../debate-state.ts";
import { blindCase } from "../judging/blind.ts";
import { defaultDiversity, unplaced } from "../positions.ts";
import { buildAssessmentPrompt } from "../prompts/assessment.ts";
import { buildBlindVerdictPrompt } from "../prompts/blind-verdict.ts";
import { turnKind } from "../prompts/by-phase.ts";
import { buildEvaluationPrompt } from "../prompts/evaluation.ts";
import { buildJudgeSummaryPrompt } from "../prompts/judge-summary.ts";
import { buildPerspectiveSummaryPrompt } from "../prompts/perspective-summary.ts";
import { buildPositionsPrompt } from "../prompts/positions.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { buildQuestionsPrompt } from "../prompts/questions.ts";
import { buildSolutionPrompt } from "../prompts/solution.ts";
import { turnBlock } from "../prompts/transcript.ts";
import { buildTranscriptSummaryPrompt } from "../prompts/transcript-summary.ts";
import { buildVerdictPrompt } from "../prompts/verdict.ts";
import { buildVotePrompt } from "../prompts/vote.ts";
import { isBlindBallotId, voteMoment } from "../protocols/ids.ts";
import type { TemplateHit } from "../retrieval.ts";
import type { Turn } from "../schemas/turn.ts";
import type { ActSpec, TurnSpec } from "../steps.ts";
import { actorOf } from "./outcomes.ts";

/** A private-use character: it stands in no prompt of ours. */
const MARK = "\uE000";

/** What of a prompt is there before anybody has spoken. */
export interface Frame {
  tokens: number;
  /** Of the JSON Schema, which is sent beside the prompt too. */
  schema: number;
  messages: number;
  /** Of the last block, which alone varies from turn to turn. */
  tail: number;
}

export interface FrameInput {
  config: DebateConfig;
  templates: TemplateHit[];
  /** Each participant's newest turn that is no critique. */
  newest: Turn[];
  state: DebateState;
}

export function turnFrame(turn: TurnSpec, input: FrameInput, count: (text: string) => number): Frame {
  const { config, templates, newest } = input;
  const summary = turn.summary && { summary: { round: turn.summary.round, text: MARK } };
  const kind = turnKind(config.format, turn.phase);
  const about = { config, turn, turns: newest, templates, totalRounds: config.maxRounds, ...summary };
  return frameOf(kind.build(about), count);
}

type ModelAct = Exclude<ActSpec, { by: "service" }>["name"];

/** Throws for an act that no model does. */
export function actFrame(act: ActSpec, input: FrameInput, count: (text: string) => number): Frame {
  if (act.by === "service") throw new Error(`no model is asked for ${act.id}`);
  return frameOf(BUILDERS[act.name](act, input), count);
}

const BUILDERS: Record<ModelAct, (act: ActSpec, input: FrameInput) => Prompt> = {
  assignPositions: (_, { config }) => {
    const missing = unplaced(config);
    const seats = missing.map(({ name, side, position }) => ({ name, ...(side && { fixed: position }) }));
    const given = config.participants.filter((p) => !missing.includes(p));
    const diversity = config.diversity ?? defaultDiversity(config.participants.length);
    return buildPositionsPrompt({ topic: config.topic, context: config.context, diversity, seats, given });
  },
  collectQuestions: (act, { config, state }) => {
    const { maxIterations = 0, maxPerAgent: maxQuestions = 0 } = config.clarifications ?? {};
    const iteration = (state.clarification?.iterations ?? 0) + 1;
    return buildQuestionsPrompt({ config, participantId: actorOf(act), iteration, maxIterations, maxQuestions });
  },
  castVote: ({ id }, input) => buildVotePrompt({ ...blinded(input), when: voteMoment(id) }),
  assessRound: (_, input) => buildAssessmentPrompt({ ...blinded(input), round: input.state.round, assessments: [] }),
  evaluateRound: (_, input) => buildEvaluationPrompt({ ...blinded(input), round: input.state.round }),
  summarizePerspective: (act, input) => {
    if (act.by === "judge") return buildJudgeSummaryPrompt(blinded(input));
    const { config, newest } = input;
    return buildPerspectiveSummaryPrompt({ config, participantId: actorOf(act), turns: newest });
  },
  summarizeTranscript: (_, { config, newest }) =>
    buildTranscriptSummaryPrompt({ config, turns: newest, earlier: MARK, room: 2_000 }),
  castBallot: ({ id }, input) =>
    isBlindBallotId(id)
      ? buildBlindVerdictPrompt(blinded(input))
      : buildVerdictPrompt({ ...blinded(input), assessments: [], endedBy: "limit" }),
  synthesizeSolution: (_, input) => buildSolutionPrompt({ ...blinded(input), endedBy: "limit" }),
};

/** As judges are shown it, with labels drawn somehow. */
function blinded({ config, newest }: FrameInput): Pick<FrameInput, "config"> & { turns: Turn[] } {
  const { config: shown, turns } = blindCase(
    { config, turns: newest, assessments: [] },
    { seed: "estimate", order: "given" },
  );
  return { config: shown, turns };
}

function frameOf(prompt: Prompt, count: (text: string) => number): Frame {
  const blocks = prompt.messages.flatMap((message) => message.content).filter((text) => !text.includes(MARK));
  return {
    tokens: [prompt.system, ...blocks].reduce((sum, text) => sum + count(text), 0),
    schema: prompt.output ? count(JSON.stringify(prompt.output)) : 0,
    messages: prompt.messages.length,
    tail: count(prompt.messages.at(-1)?.content.at(-1) ?? ""),
  };
}

/** A whole turn whose text is the mark. */
export function markedTurn(config: DebateConfig, { id, participantId, round, index, phase, targetId }: TurnSpec): Turn {
  return {
    id,
    participantId,
    participant: config.participants.find((p) => p.id === participantId)?.name ?? participantId,
    round,
    index,
    phase,
    ...(targetId !== undefined && { targetId }),
    text: MARK,
    status: "whole",
    model: "",
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 },
    costUsd: null,
    latencyMs: 0,
    firstTokenMs: null,
    attempt: 1,
    promptSha256: "",
    at: "",
  };
}

/** Tokens of the fence around another's turn, by participant. */
export function fenceSizes(config: DebateConfig, count: (text: string) => number): number[] {
  const about = { id: "g1-r10-t10", round: 10, index: 10, phase: "response" as const };
  return config.participants.map(({ id: participantId }) => {
    const spec: TurnSpec = { ...about, participantId, sees: { round: 10, index: 10, count: 0 } };
    return count(turnBlock({ ...markedTurn(config, spec), text: "" }));
  });
}
