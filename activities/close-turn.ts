import { modelId } from "../domain/catalogue.ts";
import { NO_SPEND, usageOf } from "../domain/costs.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import type { TurnSpec } from "../domain/steps.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";
import type { ActivityDeps } from "./index.ts";
import { type Publication, write } from "./publish.ts";
import { type ActOutcome, digestOf } from "./take-turn.ts";

interface CloseTurnInput {
  publication: Publication;
  turn: TurnSpec;
  /** The last one. */
  attempt: number;
}

/**
 * Keeps what a turn had said that failed for good. It is marked failed and enters no prompt; what its attempts have
 * cost stands in their own events.
 */
export const closeTurn =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async (input: CloseTurnInput): Promise<Pick<ActOutcome, "head" | "events">> => {
    const { publication, turn: spec } = input;
    const { debate } = publication;
    await write(store, publication);
    const turn = await store.putTurn(debate, await failedTurn(store, input, now().toISOString()));
    const { round, phase, participantId, id } = spec;
    const about = { round, phase, participantId, turnId: id };
    const eventOf = (of: Turn | ReturnType<typeof digestOf>): DraftEvent => ({
      type: "turn.completed",
      at: turn.at,
      data: { ...about, turn: of },
    });
    const events = [...publication.events, { key: `${id}/completed`, event: eventOf(turn) }];
    const { head } = await store.log.append({ debate, since: publication.since, events });
    return { head, events: [eventOf(digestOf(turn))] };
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
    usage: usageOf(NO_SPEND),
    costUsd: 0,
    latencyMs: 0,
    firstTokenMs: null,
    attempt,
    promptSha256: "",
    at,
  };
}

const PAGE = 500;

/** What the last attempt said before it failed, as the log has it. */
async function saidIn(store: Store, debate: DebateKey, turnId: string): Promise<string> {
  let said = "";
  for (let after = 0; ; ) {
    const { events } = await store.log.read({ debate, after, limit: PAGE });
    for (const { type, data } of events) {
      if ((type === "turn.started" || type === "turn.restarted") && data.turnId === turnId) said = "";
      if (type === "turn.delta" && data.turnId === turnId) said += data.text;
    }
    if (events.length < PAGE) return said;
    after = events.at(-1)?.id ?? after;
  }
}
