/** Measures each call of a walk: whose model is asked, what its prompt holds, how much it says. */

import { turnKind } from "../../prompts/by-phase.ts";
import { guidingRound } from "../../prompts/parts/guidance.ts";
import { requireParticipant } from "../../prompts/speaker/turn.speaker-prompt.ts";
import { mostAnswers } from "../../rules/answers/vote.answers.ts";
import { inForce } from "../../rules/judges/in-force.ts";
import { rulesFor } from "../../rules/protocols/dialectic-summaries.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { isTerminal } from "../../shapes/lifecycle.shape.ts";
import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ModelActSpec, TurnSpec } from "../../shapes/state/steps.ts";
import { type Asked, askedOf } from "../acts/act.ts";
import { MODEL_ACTS } from "../acts/registry.act.ts";
import { actorOf } from "../assumptions/assumed.ts";
import { AROUND_CLAIMS, type Case, FENCE, replyLength, shownAssessment } from "../assumptions/cases.ts";
import { askedOfTurn, mostShown, withRoom } from "./asked.estimate.ts";
import { inBrief } from "./brief.estimate.ts";
import { claimsSize } from "./claims.estimate.ts";
import { assumedConfig, assumedTemplates, laterTokens, withQuestions } from "./material.estimate.ts";

import { passagesSize } from "./passages.estimate.ts";
import type { Prefixes } from "./prefixes.ts";
import { actFrame, type Frame, type FrameInput, fenceSizes, markedTurn, turnFrame } from "./prompts.estimate.ts";
import type { Estimate } from "./schema.estimate.ts";
import { createShown } from "./shown.estimate.ts";
import { type Content, createSizer } from "./sizes.ts";
import { createTally } from "./tally.ts";
import { lookupsOf } from "./tools.estimate.ts";
import type { Visitor } from "./walk.ts";
import { createWindows, type Reader } from "./windows.estimate.ts";

/** Of a ballot's reason, with its fence. The budget counts a whole reply instead. */
const REASON_TOKENS = 80;

interface Work {
  config: DebateConfig;
  catalogue: Catalogue;
  of: Case;
  count: (text: string) => number;
  overfull: (model: string) => void;
  /** Rounds that are bought already. Left out: none. */
  afterRound?: number;
  /** Left out: nothing is cached. */
  prefixes?: Prefixes;
}

/** Tokens of one sentence of a council's ranking, with its fence. */
const SENTENCE = { lowest: 10, likely: 60, worst: 200 };

/** Tokens of the judge's guidance with its fence: none, three recommendations, or as many and as long as there may be. */
const GUIDANCE = { lowest: 0, likely: 180, worst: 1_300 };

const NOTHING = { tokens: 0, blocks: 0 };

/** `votes`: what the votes on the motion take of the sum. */
export function createMeasure(work: Work): Visitor & { sum(): Estimate; votes(): Estimate } {
  const { catalogue, of, overfull, afterRound = 0, prefixes } = work;
  const assumed = inBrief(assumedConfig(work.config, of), work.count);
  const { config, count } = assumed;
  const later = laterTokens(work.config, of);
  const attempts = of.name === "worst" ? (config.fitted?.attempts ?? of.attempts) : of.attempts;
  const shown = createShown(config);
  const frames = createFrames(assumed, of);
  const tally = createTally(of.name, catalogue);
  const bought = createTally(of.name, catalogue);
  const votes = createTally(of.name, catalogue);
  const windows = createWindows({ config, catalogue, name: of.name });
  const sizeOf = createSizer({ name: of.name, catalogue, fences: fenceSizes(config, count), overfull });

  /** What the call under way is counted in. */
  let counted = tally;
  const countIn = (round: number, { status }: DebateState) => {
    const isBought = afterRound > 0 && round <= afterRound && status !== "concluding" && !isTerminal(status);
    counted = isBought ? bought : tally;
  };

  /** The size of a call's prompt in its window; what has to be summarised first is counted too. */
  function fitted(model: Reader, content: Content): number {
    const seen = windows.left(content.seen);
    const size = sizeOf(model, { ...content, seen, own: Math.min(content.own, seen.blocks) });
    const bare = sizeOf(model, { ...content, seen: NOTHING, own: 0, more: 0 });
    const { size: fit, first } = windows.fit(model, { size, bare, seen: content.seen });
    for (const call of first) counted.add(call, attempts);
    return fit;
  }

  function takeTurn(turn: TurnSpec, state: DebateState): number {
    const most = askedOfTurn(config);
    const speaker = withRoom(requireParticipant(config, turn.participantId), most, config);
    const output = replyLength(of, speaker.maxOutputTokens);
    // Thoughts are shown to nobody.
    const said = config.fitted ? Math.min(output, mostShown(most)) : output;
    // It is bought already, and shown like any other.
    if (turn.given) return said;
    const key = `${turn.participantId} ${turn.phase} ${turn.summary ? "brief" : ""}`;
    const frame = frames.get(key, state, (input) => turnFrame(turn, input, count));
    const seen = shown.to(turn, firstShown(config, of, turn));
    const own = config.dialectic ? seen.blocks : shown.own(turn.participantId);
    const brief = turn.summary ? summaryLength(config, of, turn.participantId) : 0;
    const ranked = turnKind(config, turn.phase).seesRankings ? rankingsSize(config, state, of) : 0;
    const found = passagesSize(config, of);
    const guided = guidingRound(config, turn) === null ? 0 : GUIDANCE[of.name];
    const input = fitted(speaker, { frame, seen, own, more: brief + later + ranked + found + guided });
    const cached = prefixes?.take(speaker, { input, tail: frame.tail + found + guided }) ?? 0;
    counted.add({ model: speaker, input, output, cached }, attempts);
    return said + found + lookUp(speaker, { input, output });
  }

  /** Each call of a tool is a reply more, which has the ones before it in its prompt. Returns what later prompts show. */
  function lookUp(speaker: ParticipantConfig, { input, output }: { input: number; output: number }): number {
    const { calls, read, asked, found, searches } = lookupsOf(speaker.tooling, of, output);
    for (let i = 1; i <= calls; i++)
      counted.add({ model: speaker, input: input + i * (read + asked), output: asked }, attempts);
    if (searches > 0) counted.addSearches(speaker, searches * attempts);
    return found;
  }

  /** What an act's prompt shows beside its frame. */
  function contentOf(act: ModelActSpec, asked: Asked): Pick<Content, "seen" | "more"> {
    const { round, assessments } = asked.state;
    const record = MODEL_ACTS[act.name];
    const earlier = record.earlier?.(asked);
    switch (record.reads(asked)) {
      case "configuration":
        return { seen: NOTHING, more: act.name === "assignPositions" ? 0 : later };
      case "checked claims":
        return { seen: NOTHING, more: claimsSize(config, of) + AROUND_CLAIMS[of.name] };
      case "given answers":
        return { seen: givenSize(config, of, round), more: 0 };
      case "result":
        return { seen: NOTHING, more: resultSize(config, of) };
      case "answers alone":
        return { seen: pileSize(config, of), more: 0 };
      case "others' answers":
        return { seen: shown.toRanker(actorOf(act)), more: later };
      case "own transcript": {
        const who = actorOf(act);
        const since = earlier?.round ?? firstShownTo(config, of, round);
        const more = earlier ? summaryLength(config, of, who) : 0;
        return { seen: shown.to({ participantId: who, round }, since), more: later + more };
      }
      case "transcript": {
        const who = actorOf(act);
        const since = earlier?.round ?? 1;
        const more = since > 1 ? summaryLength(config, of, who) : 0;
        return { seen: shown.view(who, { since, until: round }), more };
      }
      default: {
        if (record.seesRankings) {
          // Revised answers stand alone.
          const newest = shown.newest(round);
          const seen = newest.blocks > 0 ? newest : shown.toJudge(round);
          return { seen, more: later + rankingsSize(config, asked.state, of) };
        }
        if (earlier) return { seen: shown.newest(round), more: later + judgeSummaryLength(config, of) };
        const size = shownAssessment(of, config.judge?.maxOutputTokens ?? 0, config.participants.length);
        const assessed = act.name === "assessRound" ? assessments.length : 0;
        const reasons = record.seesOutcome ? (asked.state.ballots?.length ?? 0) * reasonSize(config, of) : 0;
        const claims = record.seesClaims && asked.state.claims ? claimsSize(config, of) : 0;
        const unheard = asked.state.status === "concluding" ? newestTurns(config, of) : 0;
        return { seen: shown.toJudge(round), more: later + assessed * size + reasons + claims + unheard };
      }
    }
  }

  /** Its own turns have no fence. */
  function ownIn(act: ModelActSpec, asked: Asked): number {
    if (MODEL_ACTS[act.name].reads(asked) !== "own transcript") return 0;
    return config.dialectic ? Infinity : shown.own(actorOf(act));
  }

  let spoken: { turn: TurnSpec; tokens: number }[] = [];

  return {
    turn(turn, state) {
      countIn(turn.round, state);
      const tokens = takeTurn(turn, state);
      spoken.push({ turn, tokens });
      return tokens;
    },
    endStep(state) {
      const turns = spoken.map(({ turn }) => turn);
      const said = spoken.map(({ tokens }) => tokens);
      spoken = [];
      prefixes?.commit();
      tally.endStep();
      shown.say(turns, said, state);
      frames.say(turns);
    },
    act(act, state) {
      if (act.by === "service") return 0;
      countIn(state.round, state);
      const judge = config.judge && inForce(config.judge, act.panelist ? { judgeModel: act.panelist } : {});
      const own = typeof act.by === "string" ? judge : requireParticipant(config, act.by.participantId);
      if (!own) throw new Error(`nobody can do ${act.id}`);
      const asked = askedOf(act, state);
      const record = MODEL_ACTS[act.name];
      const usual = record.assumed.tokens(config, asked.participantId);
      const model = act.panelist?.maxOutputTokens === undefined ? withRoom(own, usual, config) : own;
      const key = `${act.name} ${actorOf(act)} ${record.reads(asked)}`;
      const frame = frames.get(key, state, (input) => actFrame(act, input, count));
      const output = replyLength(of, model.maxOutputTokens, usual);
      const input = fitted(model, { frame, own: ownIn(act, asked), ...contentOf(act, asked) });
      counted.add({ model, input, output }, attempts);
      if (act.name === "castVote" && counted === tally) votes.add({ model, input, output }, attempts);
      return config.fitted ? Math.min(output, mostShown(usual)) : output;
    },
    sum: () => tally.sum(),
    votes: () => votes.sum(),
  };
}

/** Frames of later rounds differ in digits only: a skeptic's tones end with the fifth. */
const ALIKE_FROM = 6;

/** Each frame is built and counted once. */
function createFrames(brief: ReturnType<typeof inBrief>, of: Case) {
  const { config } = brief;
  const templates = assumedTemplates(config, of);
  /** Each participant's newest turn that is no critique. */
  const newest = new Map<string, Turn>();
  const frames = new Map<string, Frame>();
  return {
    get(key: string, state: DebateState, build: (input: FrameInput) => Frame): Frame {
      const asked = state.clarification?.total ?? 0;
      const name = `${key} ${Math.min(state.round, ALIKE_FROM)} ${newest.size} ${asked}`;
      const input = () => ({
        config: withQuestions(config, of, { ...brief, total: asked }),
        templates,
        newest: [...newest.values()],
        state,
      });
      const frame = frames.get(name) ?? build(input());
      frames.set(name, frame);
      return frame;
    },
    say(turns: TurnSpec[]): void {
      for (const turn of turns) if (turn.phase !== "critique") newest.set(turn.participantId, markedTurn(config, turn));
    },
  };
}

/**
 * The first round that an agent of a dialectic debate is shown whole. In the lowest case summaries may have taken the
 * place of all others.
 */
function firstShown(config: DebateConfig, of: Case, turn: TurnSpec): number {
  if (config.dialectic?.includeFullHistory === false || of.name === "lowest") return turn.round;
  return turn.summary?.round ?? 1;
}

/** The same for a private answer, which an agent gives after the round. */
function firstShownTo({ dialectic }: DebateConfig, of: Case, round: number): number {
  if (!dialectic) return 1;
  return dialectic.includeFullHistory && of.name !== "lowest" ? 1 : round;
}

function summaryLength(config: DebateConfig, of: Case, participantId: string): number {
  const most = Math.ceil((config.dialectic ? rulesFor(config.dialectic, participantId).maxLength : 0) / 4);
  return Math.min(most, replyLength(of, requireParticipant(config, participantId).maxOutputTokens));
}

/** While a ballot is under way, a budget counts the whole of it. */
function reasonSize(config: DebateConfig, of: Case): number {
  if (of.name !== "worst" || !config.fitted) return REASON_TOKENS;
  return mostShown(MODEL_ACTS.castBallot.assumed.tokens(config)) + FENCE;
}

/** While the last turns are under way, a budget counts their thoughts as if they were said. */
function newestTurns({ fitted, mode, participants }: DebateConfig, of: Case): number {
  if (of.name !== "worst" || !fitted) return 0;
  return (mode === "simultaneous" ? participants.length : 1) * (fitted.thinking + FENCE);
}

/** The result and the schema, in tokens. */
function resultSize({ participants, output }: DebateConfig, of: Case): number {
  const each = { lowest: 40, likely: 250, worst: 1_000 }[of.name];
  return each * (1 + participants.length) + Math.ceil(JSON.stringify(output?.schema ?? {}).length / 4);
}

/** One sentence each; the debate's answer and the known one may be longer. */
function pileSize({ controlArm }: DebateConfig, of: Case): Content["seen"] {
  const calls = typeof controlArm === "object" ? controlArm.calls : 0;
  const { each, longer } = {
    lowest: { each: 1, longer: 0 },
    likely: { each: 40, longer: 60 },
    worst: { each: 200, longer: 1_200 },
  }[of.name];
  return { tokens: calls * each + longer, blocks: calls };
}

/** The different answers of a question, and the known one. */
function givenSize(config: DebateConfig, of: Case, rounds: number): Content["seen"] {
  const blocks = of.name === "lowest" ? 1 : mostAnswers(config, rounds) + 1;
  return { tokens: blocks * { lowest: 1, likely: 20, worst: 300 }[of.name], blocks };
}

/** Each ranking has a sentence on each of the others. */
function rankingsSize({ participants }: DebateConfig, { rankings = [] }: DebateState, of: Case): number {
  return rankings.length * (participants.length - 1) * SENTENCE[of.name];
}

/** What the judge reads in the place of all turns. */
function judgeSummaryLength({ dialectic, judge }: DebateConfig, of: Case): number {
  const most = Math.ceil((dialectic?.summaries.maxLength ?? 0) / 4);
  return Math.min(most, replyLength(of, judge?.maxOutputTokens ?? 0));
}
