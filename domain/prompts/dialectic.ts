/**
 * What an agent of a dialectic debate is asked: a proposal, a critique, a refinement (spec §1.4, §1.7). The system
 * prompt comes from its role or from its owner; the last block alone holds what changes from turn to turn.
 */
import type { DebateConfig, ParticipantConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import { roleOf } from "../roles/registry.ts";
import type { Turn } from "../schemas/turn.ts";
import type { TurnSpec } from "../steps.ts";
import { clarifiedFacts, exhibitsOf, formatRules } from "./facts.ts";
import { escapeMarks, FENCE_RULE, fence, label } from "./fence.ts";
import { agentsOf, type OlderView, perspective } from "./perspective.ts";
import type { Prompt } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { messagesOf, visibleTurns } from "./transcript.ts";
import { requireParticipant, turnCall } from "./turn.ts";

export interface DialecticPromptInput {
  config: DebateConfig;
  turn: TurnSpec;
  /** Turns so far. Those that the agent may not see are left out here. */
  turns: Turn[];
  totalRounds: number;
  /** What takes the place of the agent's own view of earlier rounds. */
  summary?: OlderView;
  faults?: string[];
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

type Asked = DialecticPromptInput & { me: ParticipantConfig; seen: Turn[] };

export function buildProposalPrompt(input: DialecticPromptInput): Prompt {
  return dialecticPrompt(input, ({ me }) => [
    "Propose your own solution of the problem. You have not seen the proposals of the others.",
    roleOf(me.role).propose,
  ]);
}

/** Throws when the turn's target is not among the turns. */
export function buildCritiquePrompt(input: DialecticPromptInput): Prompt {
  return dialecticPrompt(input, ({ me, turn, seen }) => {
    const target = seen.find((t) => t.id === turn.targetId);
    if (!target) throw new Error(`turn ${turn.id} has no target to criticise`);
    return [
      `Criticise the proposal of ${label(target.participant)}, turn ${target.id}, and no other.`,
      "Say what is right in it, then its weaknesses in order of weight: what fails, when, and what would mend it. Be concrete, and quote what you speak of. Do not propose a solution of your own.",
      roleOf(me.role).critique,
    ];
  });
}

export function buildRefinementPrompt(input: DialecticPromptInput): Prompt {
  return dialecticPrompt(input, ({ me }) => [
    "Refine your own proposal with the critiques that you received in this round.",
    "Take over what is right in them and in the other proposals, and say briefly why you do not take over the rest. Write the refined proposal whole, so that it stands without the earlier one.",
    roleOf(me.role).refine,
  ]);
}

function dialecticPrompt(input: DialecticPromptInput, task: (asked: Asked) => string[]): Prompt {
  const { config, turn, turns, totalRounds, summary, faults = [], view } = input;
  const me = requireParticipant(config, turn.participantId);
  const seen = visibleTurns(turns, turn.sees);
  const call = turnCall({ name: me.name, round: turn.round, totalRounds, phase: turn.phase });
  const mend =
    faults.length > 0 ? stricter(faults, "Write the whole turn as plain text, shorter if it was cut off.") : [];
  return {
    system: me.systemPrompt ?? builtIn(config, me),
    messages: messagesOf([
      { role: "user", text: openingBlock(config, me) },
      ...perspective(seen, { participantId: me.id, round: turn.round, config, summary, view }),
      { role: "user", text: [call, ...task({ ...input, me, seen }), ...mend].join("\n") },
    ]),
    source: me.systemPrompt === undefined ? "built-in" : "custom",
  };
}

const MANNERS = `How to work:
- Be concrete: name things, figures and steps. Say so when you are not sure of a fact.
- Speak of the others by name. Never invent what they said: rely only on what stands in the transcript.
- Write plain prose or short lists, without headings, and do not put your name in front.`;

function builtIn(config: DebateConfig, me: ParticipantConfig): string {
  return [roleOf(me.role).system, whoYouAre(me), formatRules(config), MANNERS, FENCE_RULE].join("\n\n");
}

function whoYouAre(me: ParticipantConfig): string {
  return [
    `You are ${label(me.name)}.`,
    ...(me.positionSource === "given" ? [`Your position: ${escapeMarks(me.position)}`] : []),
    ...(me.persona ? [`Your character: ${escapeMarks(me.persona)}`] : []),
    ...(me.instructions ? [`Further instructions for you: ${escapeMarks(me.instructions)}`] : []),
  ].join("\n");
}

function openingBlock(config: DebateConfig, me: ParticipantConfig): string {
  const facts = problemFacts(config);
  if (me.systemPrompt === undefined) return facts;
  return `${[facts, whoYouAre(me), formatRules(config), FENCE_RULE].join("\n")}\n`;
}

/** The problem, the background and who works on it. */
export function problemFacts(config: DebateConfig): string {
  const context = config.context?.trim()
    ? ["Background for everyone:", fence("context", config.context).trimEnd()]
    : [];
  const problem = ["The problem to solve:", fence("topic", config.topic).trimEnd(), ...context];
  return [...problem, ...exhibitsOf(config), agentsOf(config), ...clarifiedFacts(config), ""].join("\n");
}
