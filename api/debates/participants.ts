/** Participants as the API shows them, with what keeps them from speaking now. */

import { withoutBidi } from "../../domain/base/text/invisible.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { costUsdOf, NO_SPEND, usageOf } from "../../domain/shapes/state/costs.state.ts";
import type { ParticipantState, Trouble } from "../../domain/shapes/state/state.ts";
import { besides, worstOf } from "../../domain/shapes/state/troubles.ts";
import type { DebateRecord, Wait } from "../../store/port/debates.port.ts";

type Shown = Debate["participants"][number];

export function participantsOf(record: DebateRecord): Shown[] {
  return record.config.participants.map((p) => {
    const now = stateOf(record, p.id);
    return {
      id: p.id,
      name: withoutBidi(p.name),
      model: modelId(p),
      ...(now.former && { before: now.former.map(({ model }) => model) }),
      ...(p.side && { side: p.side }),
      ...(p.role && { role: p.role }),
      position: p.position,
      positionSource: p.positionSource,
      ...(p.persona !== undefined && { persona: p.persona }),
      ...(p.inCharacter && { inCharacter: p.inCharacter }),
      ...statusOf(now, waitsOf(record, p.id)),
      retries: now.retries,
      usage: usageOf(now.spend),
      costUsd: costUsdOf(now.spend),
    };
  });
}

function stateOf({ state }: DebateRecord, id: string): ParticipantState {
  return state.participants.find((p) => p.id === id) ?? { id, status: "active", retries: 0, spend: NO_SPEND };
}

/** Waits that the state does not know of yet: the workflow hears of them when the activity ends. */
function waitsOf({ state, waits = [] }: DebateRecord, id: string): Wait[] {
  const { generation, round, attempts } = state;
  const isNews = (wait: Wait) =>
    wait.generation === generation && wait.round === round && (attempts[wait.id] ?? 0) < wait.attempt;
  return isTerminal(state.status) ? [] : waits.filter((wait) => wait.participantId === id && isNews(wait));
}

function statusOf({ status, troubles }: ParticipantState, waits: Trouble[]) {
  const worst = status === "failed" ? null : worstOf(besides(waits, troubles));
  if (!worst) return { status };
  const { at, waitMs, attempt, attempts } = worst;
  if (waitMs === null) return { status: worst.status };
  const statusUntil = new Date(Date.parse(at) + waitMs).toISOString();
  return { status: worst.status, statusUntil, attempt: attempt + 1, ...(attempts !== undefined && { attempts }) };
}
