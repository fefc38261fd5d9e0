import type { DebateConfig, ParticipantConfig } from "../domain/config.ts";
import { defaultDiversity, type StoredPositions, unplaced } from "../domain/positions.ts";
import { buildPositionsPrompt, type PositionsReading, readPositions } from "../domain/prompts/positions.ts";
import type { AssignedPosition } from "../domain/schemas/positions.ts";
import { persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, callOf, composedForJudge, inForce, type JudgeInput, judging, rule } from "./judging.ts";
import type { Acting } from "./settle.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

/** §1.5 */
export const POSITIONS_TEMPERATURE = 0.9;

/** The judge's model finds the positions that are missing, all in one call (spec §1.6). */
export const assignPositions =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const stored = await deps.store.getPositions(act.debate);
      if (stored) return assigned(deps, { input, act }, stored);
      const found = await find(deps, { input, act, call: await composePositions(deps, callOf(input, act)) });
      const kept = await persistently(act.signal, () => deps.store.putPositions(act.debate, found));
      return assigned(deps, { input, act }, kept);
    });

interface ComposedPositions extends Composed {
  seats: Parameters<typeof readPositions>[1]["seats"];
  /** Participants whose position is settled. */
  given: ParticipantConfig[];
}

export const composePositions: Compose<ComposedPositions> = async (deps, call) => {
  const { debate, state, faults } = call;
  const config = await deps.store.getConfig(debate);
  if (!config?.judge) throw new Error(`no judge configured for ${call.id}`);
  const missing = unplaced(config);
  const seats = missing.map(({ name, side, position }) => ({ name, ...(side && { fixed: position }) }));
  const given = config.participants.filter((p) => !missing.includes(p));
  const { topic, context, participants } = config;
  const diversity = config.diversity ?? defaultDiversity(participants.length);
  const prompt = buildPositionsPrompt({ topic, context, diversity, seats, given, ...(faults && { faults }) });
  const judge = { ...inForce(config.judge, state), temperature: POSITIONS_TEMPERATURE };
  return { ...(await composedForJudge(deps, call, { config, judge, turns: [], build: () => prompt })), seats, given };
};

async function find(
  deps: ActivityDeps,
  { input, act, call }: Acting & { call: ComposedPositions },
): Promise<StoredPositions> {
  const { reply, value } = await rule(deps, { input, act, call }, (text) => readPositions(text, call));
  const { attempt: _attempt, ...billed } = bill(deps, act, reply);
  return { positions: placed(call.config, value), reasoning: value.reasoning, ...billed };
}

/** Everybody's position in the order of the request; sides and what the owner gave stay as they are. */
function placed(config: DebateConfig, { positions }: PositionsReading): AssignedPosition[] {
  const missing = unplaced(config);
  return config.participants.map((p) => {
    const found = positions[missing.findIndex(({ id }) => id === p.id)];
    const kept = { participantId: p.id, position: p.position, ...(p.persona && { persona: p.persona }) };
    if (!found) return { ...kept, source: p.positionSource };
    const { position, persona, keyArguments } = found;
    const person = { persona: p.persona ?? persona, keyArguments };
    return { ...kept, ...person, ...(p.side ? { source: "plain" } : { position, source: "assigned" }) };
  });
}

function assigned(deps: ActivityDeps, acting: Acting, { at, ...data }: StoredPositions): Promise<ActOutcome> {
  return told(deps, acting, {
    type: "positions.assigned",
    at,
    whole: data,
    brief: { ...data, positions: [], reasoning: "" },
    said: data.positions.map(({ position }) => position).join(" · "),
  });
}
