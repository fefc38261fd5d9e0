/** The formats' names, as requests give them. `domain/rules/formats/registry.ts` has a format for each. */
export const FORMATS = [
  "free-form",
  "structured-rounds",
  "round-limited",
  "convergence-seeking",
  "oxford",
  "lincoln-douglas",
  "roundtable",
  "dialectic",
  "proposer-skeptic",
  "question",
  "council",
] as const;
