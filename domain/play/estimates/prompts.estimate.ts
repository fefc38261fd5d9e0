/**
 * The part of each prompt that is not a turn's text, from the real builders. They get a few turns with a mark as text;
 * blocks that contain the mark are not counted.
 */

import { blindCase } from "../../judge/blind/blind.ts";
import { othersAnswers } from "../../judge/council/others.ts";
import { turnKind } from "../../prompts/by-phase.ts";
import { fencesOf } from "../../prompts/fences/fences.ts";
import { labelledFor } from "../../prompts/parts/labelled.ts";
import type { Prompt } from "../../prompts/parts/prompt.prompt-part.ts";
import { withImages } from "../../prompts/parts/shown.prompt-part.ts";
import { turnBlock } from "../../prompts/parts/transcript.prompt-part.ts";
import type { TemplateHit } from "../../rules/templates/retrieval.ts";
import type { ShownImages } from "../../shapes/images/image.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn, TurnPhase } from "../../shapes/schemas/turn.schema.ts";
import { UNASKED } from "../../shapes/state/interjections.state.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ModelActSpec, TurnSpec } from "../../shapes/state/steps.ts";
import { type Asked, askedOf, type Reads, type Shown } from "../acts/act.ts";
import { MODEL_ACTS } from "../acts/registry.act.ts";

/** A private-use character: no prompt of ours contains it. */
const MARK = "\uE000";

/** The part of a prompt that exists before anybody has spoken. */
export interface Frame {
  tokens: number;
  /** Tokens of the JSON Schema, which is also sent beside the prompt. */
  schema: number;
  messages: number;
  /** How often the debate's key stands in it. */
  keys: number;
  /** Tokens of the last block: only it differs from turn to turn. */
  tail: number;
  /** What models that take images see. */
  images?: ShownImages;
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
  const kind = turnKind(config, turn.phase);
  const shown = labelledFor({ config, turn, turns: newest }, "estimate")?.shown;
  const about = { config, turn, turns: newest, ...shown, templates, totalRounds: config.maxRounds, ...summary };
  return frameOf(withImages(kind.build(about), config), config, count);
}

export function actFrame(act: ModelActSpec, input: FrameInput, count: (text: string) => number): Frame {
  const asked = askedOf(act, input.state);
  const record = MODEL_ACTS[act.name];
  const prompt = record.prompt(shownTo(asked, record.reads(asked), input), asked);
  return frameOf(withImages(prompt, input.config), input.config, count);
}

/** As the act's reader is shown it: with any labels, where it is blind. */
function shownTo({ participantId = "" }: Asked, reads: Reads, { config, newest }: FrameInput): Shown {
  const open = { config, turns: newest, assessments: [] };
  if (reads === "others' answers") return { ...othersAnswers(open, participantId), assessments: [] };
  const isBlind = reads === "blind transcript" || reads === "checked claims";
  const { config: shown, turns } = isBlind ? blindCase(open, { seed: "estimate", order: "given" }) : open;
  return { config: shown, turns, assessments: [] };
}

function frameOf(prompt: Prompt, { fenceKey }: DebateConfig, count: (text: string) => number): Frame {
  const blocks = prompt.messages.flatMap((message) => message.content).filter((text) => !text.includes(MARK));
  const texts = [prompt.system, ...blocks];
  return {
    tokens: texts.reduce((sum, text) => sum + count(text), 0),
    keys: fenceKey === undefined ? 0 : texts.reduce((sum, text) => sum + text.split(fenceKey).length - 1, 0),
    schema: prompt.output ? count(JSON.stringify(prompt.output)) : 0,
    messages: prompt.messages.length,
    tail: count(prompt.messages.at(-1)?.content.at(-1) ?? ""),
    ...(prompt.images && { images: prompt.images }),
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
    ...UNASKED,
    at: "",
  };
}

/** No phase takes more tokens in a fence. */
const LONGEST_PHASE: TurnPhase = "cross-question";

/** Tokens of the fence around another's turn, by participant; in a dialectic debate also around its critiques. */
export function fenceSizes(config: DebateConfig, count: (text: string) => number): number[] {
  const about = { id: "g1-r10-t10", round: 10, index: 10, phase: LONGEST_PHASE };
  return config.participants.flatMap(({ id: participantId, name }) => {
    const spec: TurnSpec = { ...about, participantId, sees: { round: 10, index: 10, count: 0 } };
    const empty = { ...markedTurn(config, spec), text: "" };
    const targets = config.dialectic ? [undefined, name] : [undefined];
    return targets.map((target) => count(turnBlock(empty, { ...fencesOf(config), target })));
  });
}
