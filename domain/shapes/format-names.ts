/** The formats' names, as requests give them. `domain/rules/formats/registry.format.ts` has a format for each. */
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

/** How debates run; `domain/rules/protocols/registry.protocol.ts` has a protocol for each. A format names its own. */
export type ProtocolName = "judged" | "dialectic" | "proposer-skeptic" | "question" | "council";
