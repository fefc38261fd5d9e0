import { askedOfTurn, withRoom } from "../../domain/play/estimates/asked.estimate.ts";
import { ASSESSMENTS, LOOKUPS, NOTES, RANKINGS, SUMMARIES, TURNS } from "../../domain/play/records/kinds.record.ts";
import { type TurnKind, turnKind } from "../../domain/prompts/by-phase.ts";
import { foundFor } from "../../domain/prompts/parts/found-for.ts";
import { guidanceFrom, guidingRound } from "../../domain/prompts/parts/guidance.ts";
import { type Labels, labelledFor } from "../../domain/prompts/parts/labelled.ts";
import { visibleTurns } from "../../domain/prompts/parts/transcript.prompt-part.ts";
import { mayFind } from "../../domain/rules/exhibits/may-find.ts";
import { mostPassageTokens } from "../../domain/rules/exhibits/passage-tokens.ts";
import type { DebateConfig, ParticipantConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { ToolUse } from "../../domain/shapes/schemas/tool-use.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { shownTo, withInterjections } from "../../domain/shapes/state/interjections.state.ts";
import { assessmentId, lookupId } from "../../domain/shapes/turn-ids.ts";
import { listFound, listRetrieved } from "../../store/records/combined.ts";
import { configFor } from "../acts/load-scene.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { fitted } from "../calls/context-window.ts";
import type { Composed, TurnCall } from "../calls/model-call.activity.ts";
import { toolingFor } from "../lookups/tooling-for.ts";

export interface ComposedTurn extends Composed {
  config: DebateConfig;
  /** All turns that its speaker may see, with interjections. */
  turns: Turn[];
  speaker: ParticipantConfig;
  kind: TurnKind;
  /** What was looked up for it. */
  tools: ToolUse[];
  /** Left out: its prompt shows names, and so does its reply. */
  labels?: Labels;
}

/** A participant's turn as its model will be asked for it. */
export async function composeTurn(deps: ActivityDeps, call: TurnCall): Promise<ComposedTurn> {
  const { store } = deps;
  const { debate, turn, state, faults } = call;
  const generation = Number(/^g(\d+)-/.exec(turn.id)?.[1] ?? 1);
  const [config, said, summary] = await Promise.all([
    configFor(store, { debate, generation }),
    store.records.list(debate, TURNS, { generation, before: turn.sees }),
    turn.summary ? store.records.get(debate, SUMMARIES, turn.summary) : null,
  ]);
  const speaker = config?.participants.find((p) => p.id === turn.participantId);
  if (!config || !speaker) throw new Error(`no configuration for turn ${turn.id}`);
  const remarks = shownTo(state.interjections, speaker.id);
  const kind = turnKind(config, turn.phase);
  const guiding = guidingRound(config, turn);
  const assessmentOf = (round: number) =>
    store.records.get(debate, ASSESSMENTS, { id: assessmentId(generation, round), round });
  const [templates, turns, rankings, exhibits, lookup, assessed] = await Promise.all([
    config.retrieval ? listRetrieved(store.records, debate, generation) : null,
    withInterjections(said, remarks, (note) => store.records.get(debate, NOTES, { note })),
    kind.seesRankings ? store.records.list(debate, RANKINGS, { generation }) : null,
    listFound(store.records, { debate, config, generation }),
    mayFind(config) ? store.records.get(debate, LOOKUPS, { id: lookupId(turn.id) }) : null,
    guiding === null ? null : assessmentOf(guiding),
  ]);
  const tools = lookup ? [lookup] : [];
  const found = foundFor({ config, turns, sees: turn.sees, tools, exhibits, inFacts: kind.inFacts });
  const labelled = labelledFor({ ...found, turn }, debate.debateId);
  const about = { ...found, turn, ...labelled?.shown, templates: templates ?? [], totalRounds: config.maxRounds };
  const guidance = guidanceFrom(assessed, labelled?.hide);
  const more = { guidance, ...(summary && { summary }), ...(faults && { faults }), ...(rankings && { rankings }) };
  const fit = await fitted(deps, {
    debate,
    state,
    config,
    round: turn.round,
    model: withRoom(speaker, askedOfTurn(config), config),
    reader: speaker.id,
    turns: visibleTurns(found.turns, turn.sees),
    targetId: turn.targetId,
    build: (view) => kind.build({ ...about, ...more, view: labelled?.viewOf(view) ?? view }),
  });
  const toLookUp = config.passages && !lookup && { toLookUp: mostPassageTokens(config) };
  const cacheKey = `${debate.debateId}/${config.promptLayout ?? speaker.id}`;
  const whose = { config, turns, speaker, kind, tools, ...(labelled && { labels: labelled }) };
  return { ...fit, cacheKey, ...whose, ...toLookUp, ...toolingFor(speaker.tooling, fit) };
}
