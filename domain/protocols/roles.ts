/** The roles of the proposer–skeptic protocol, in the order in which they speak. */
export const ROLES = ["proposer", "skeptic", "synthesizer"] as const;
export type Role = (typeof ROLES)[number];
