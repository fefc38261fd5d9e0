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

/** What a request names that leaves the choice to Parley. */
export const AUTO = "auto";

/**
 * What a request gets that gives neither format nor rounds: opening, rebuttal, closing. That is the shortest debate in
 * which everybody answers and sums up, so a first one costs little. The format's record has the same number, and a request
 * that gives a format alone gets that format's own.
 */
export const DEFAULT_DEBATE = { format: "structured-rounds", rounds: 3 } as const satisfies {
  format: (typeof FORMATS)[number];
  rounds: number;
};

/** How debates run; `domain/rules/protocols/registry.protocol.ts` has a protocol for each. A format names its own. */
export type ProtocolName = "judged" | "dialectic" | "proposer-skeptic" | "question" | "council";
