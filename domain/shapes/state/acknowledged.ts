/** Warnings that the owner has seen. */
import type { DebateState } from "./state.ts";

/** The first acknowledgement counts. `at`: ISO 8601. */
export function acknowledged<W extends { acknowledged?: boolean | undefined }>(warnings: W[], at: string): W[] {
  return warnings.map((warning) =>
    warning.acknowledged === false ? { ...warning, acknowledged: true, acknowledgedAt: at } : warning,
  );
}

/** The state with the acknowledgement that its owner gave after the end, of which the log has nothing. */
export function acknowledgedLate(state: DebateState, at: string): DebateState {
  const { costWarnings, contextWarnings } = state;
  return {
    ...state,
    ...(costWarnings && { costWarnings: acknowledged(costWarnings, at) }),
    ...(contextWarnings && { contextWarnings: acknowledged(contextWarnings, at) }),
  };
}
