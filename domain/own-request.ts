/** What a debate was asked for, with everything spelled out that its own time and place had filled in. */
import { modelId } from "./catalogue.ts";
import type { DebateConfig, ParticipantConfig } from "./config.ts";

/** A request's participant before it is checked. */
export type Seat = Record<string, unknown>;
export type OwnRequest = Record<string, unknown> & { participants: Seat[] };

/**
 * The request that makes this debate again, wherever the defaults have moved meanwhile: everybody by id and name, those
 * who were added too, and the judge. null where it is not stored, as with an imported debate.
 */
export function ownRequest({ request, participants, judge }: DebateConfig): OwnRequest | null {
  if (!request) return null;
  const { start: _ofItsDraft, ...asked } = request;
  const given = (Array.isArray(asked.participants) ? asked.participants : []) as Seat[];
  const added = (p: ParticipantConfig): Seat => ({ model: modelId(p), role: p.role });
  return {
    ...asked,
    participants: participants.map((p, i) => ({ ...(given[i] ?? added(p)), id: p.id, name: p.name })),
    ...(judge && !asked.judge && { judge: { model: modelId(judge) } }),
  };
}

/** Positions as they stand in `from`, also those that a model has assigned; null: as the request has it. */
export function placedAs(config: DebateConfig, from: (ParticipantConfig | null)[]): DebateConfig {
  const participants = config.participants.map((p, i): ParticipantConfig => {
    const other = from[i];
    if (!other) return p;
    const { persona: _persona, keyArguments: _arguments, ...rest } = p;
    const { position, positionSource, persona, keyArguments } = other;
    return { ...rest, position, positionSource, ...(persona && { persona }), ...(keyArguments && { keyArguments }) };
  });
  return { ...config, participants };
}
