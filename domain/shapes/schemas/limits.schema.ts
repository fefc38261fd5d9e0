/** Bounds of a request. */
export const LIMITS = {
  participants: 8,
  topic: 20_000,
  background: 400_000,
  rounds: 500,
  roundSeconds: 86_400,
  name: 80,
  text: 20_000,
  exhibits: 50,
  files: 20,
  criteria: 12,
  tags: 20,
  metadata: 100,
  panel: 7,
  voters: 25,
} as const;
