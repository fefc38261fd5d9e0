import { toBrief } from "../../domain/play/events/brief.events.ts";
import { type DraftEvent } from "../../domain/play/events/events.ts";
import { TURNS } from "../../domain/play/records/kinds.record.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { UNASKED } from "../../domain/shapes/state/interjections.state.ts";
import type { TurnSpec } from "../../domain/shapes/state/steps.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { eventsAfter } from "../calls/attempt.ts";
import type { ActOutcome } from "../calls/outcome.activity.ts";
import { type Publication, write } from "../calls/publish.ts";

interface CloseTurnInput {
  publication: Publication;
  turn: TurnSpec;
  /** The last one. */
  attempt: number;
}

/**
 * Stores what a turn had said before it failed for good. It is marked as failed and no prompt shows it; the events of its
 * attempts have their costs.
 */
export const closeTurn =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (input: CloseTurnInput): Promise<Pick<ActOutcome, "head" | "events">> => {
    const { publication, turn: spec } = input;
    const { debate } = publication;
    await write(store, publication);
    const turn = await store.records.put(debate, TURNS, await failedTurn(store, input, now().toISOString()));
    const { round, phase, participantId, id } = spec;
    const about = { round, phase, participantId, turnId: id };
    const event: DraftEvent = { type: "turn.completed", at: turn.at, data: { ...about, turn } };
    const events = [...publication.events, { key: `${id}/completed`, event }];
    const { head } = await store.log.append({ debate, since: publication.since, events });
    return { head, events: [toBrief(event)] };
  };

async function failedTurn(store: Store, { publication, turn, attempt }: CloseTurnInput, at: string): Promise<Turn> {
  const config = await store.getConfig(publication.debate);
  const speaker = config?.participants.find((p) => p.id === turn.participantId);
  if (!speaker) throw new Error(`no configuration for turn ${turn.id}`);
  const { sees: _sees, summary: _summary, ...place } = turn;
  return {
    ...place,
    participant: speaker.name,
    text: await saidIn(store, publication.debate, turn.id),
    status: "failed",
    model: modelId(speaker),
    // Its events have the costs.
    ...UNASKED,
    attempt,
    at,
  };
}

/** What the last attempt said before it failed, as the log has it. */
async function saidIn(store: Store, debate: DebateKey, turnId: string): Promise<string> {
  let said = "";
  for await (const { type, data } of eventsAfter(store, debate, 0)) {
    if ((type === "turn.started" || type === "turn.restarted") && data.turnId === turnId) said = "";
    if (type === "turn.delta" && data.turnId === turnId) said += data.text;
  }
  return said;
}
