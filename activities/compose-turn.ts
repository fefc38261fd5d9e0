import type { ParticipantConfig } from "../domain/config.ts";
import { shownTo, withInterjections } from "../domain/interjections.ts";
import { type TurnKind, turnKind } from "../domain/prompts/by-phase.ts";
import { visibleTurns } from "../domain/prompts/transcript.ts";
import type { Composed, TurnCall } from "./composed.ts";
import { configFor } from "./configured.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";

export interface ComposedTurn extends Composed {
  speaker: ParticipantConfig;
  kind: TurnKind;
}

/** A participant's turn as its model will be asked for it. */
export async function composeTurn(deps: ActivityDeps, call: TurnCall): Promise<ComposedTurn> {
  const { store } = deps;
  const { debate, turn, state, faults } = call;
  const generation = Number(/^g(\d+)-/.exec(turn.id)?.[1] ?? 1);
  const [config, said, summary] = await Promise.all([
    configFor(store, { debate, generation }),
    store.listTurns(debate, generation, turn.sees),
    turn.summary ? store.getSummary(debate, turn.summary) : null,
  ]);
  const speaker = config?.participants.find((p) => p.id === turn.participantId);
  if (!config || !speaker) throw new Error(`no configuration for turn ${turn.id}`);
  const remarks = shownTo(state.interjections, speaker.id);
  const [templates, turns] = await Promise.all([
    config.retrieval ? store.getTemplates(debate, generation) : null,
    withInterjections(said, remarks, (note) => store.getNote(debate, note)),
  ]);
  const kind = turnKind(config.format, turn.phase);
  const about = { config, turn, turns, templates: templates ?? [], totalRounds: config.maxRounds };
  const more = { ...(summary && { summary }), ...(faults && { faults }) };
  const fit = await fitted(deps, {
    debate,
    state,
    config,
    round: turn.round,
    model: speaker,
    reader: speaker.id,
    turns: visibleTurns(turns, turn.sees),
    targetId: turn.targetId,
    build: (view) => kind.build({ ...about, ...more, view }),
  });
  const cacheKey = `${debate.debateId}/${config.promptLayout ?? speaker.id}`;
  return { ...fit, cacheKey, config, turns, speaker, kind };
}
