/** The request of a debate, with the defaults of its time and server spelled out. */

import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig, JudgeConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import { FORMATS_BY_NAME } from "../formats/registry.format.ts";
import { takesPart } from "../request/taking-part.ts";

/** A request's participant before it is checked. */
export type Seat = Record<string, unknown>;
export type OwnRequest = Record<string, unknown> & { participants: Seat[] };

/**
 * The request that makes this debate again, even if defaults have changed: with all ids and names, added participants and
 * the judge, and without disabled participants. null if it is not stored, as in imported debates.
 */
export function ownRequest({ request, participants, judge, format, audience }: DebateConfig): OwnRequest | null {
  if (!request) return null;
  const { start: _ofItsDraft, ...asked } = request;
  const given = ((Array.isArray(asked.participants) ? asked.participants : []) as Seat[]).filter(takesPart);
  const added = (p: Pick<ParticipantConfig, "provider" | "model">): Seat => ({ model: modelId(p) });
  return {
    ...asked,
    participants: participants.map(({ role, ...p }, i) => {
      return { ...(role !== undefined && { role }), ...(given[i] ?? added(p)), id: p.id, name: p.name };
    }),
    ...(judge && !asked.judge && { judge: judgeIn(judge) }),
    ...(FORMATS_BY_NAME[format].votes && asked.audience === undefined && { audience: audienceIn(audience) }),
  };
}

/** Those that Parley chose have no options of their own. */
function judgeIn({ panel, ...judge }: JudgeConfig) {
  return { model: modelId(judge), ...(panel && { panel: panel.map(modelId) }) };
}

/** Its voters had no options of their own. `false`: the judges voted. */
function audienceIn(audience: DebateConfig["audience"]) {
  return audience ? { voters: audience.voters, models: audience.models.map(modelId) } : false;
}

/** The configuration with the positions of `from`, also assigned ones. null keeps the requested position. */
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
