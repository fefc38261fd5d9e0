/**
 * Names of the signals between Parley's own workflows and activities. In Temporal's UI the prefix sets them apart from the
 * owner's commands. Temporal reserves names that begin with `__temporal_`.
 */
export const INTERNAL_SIGNALS = {
  queued: "internal.queued",
  called: "internal.called",
  webhookSet: "internal.webhookSet",
  wake: "internal.wake",
  debateWaits: "internal.debateWaits",
  accepted: "internal.accepted",
} as const;
