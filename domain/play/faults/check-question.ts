/** What a model is asked to see whether it answers. */

/** With the fewest tokens that every provider accepts as a limit. */
export const CHECK_QUESTION = {
  system: "Answer with one word.",
  messages: [{ role: "user" as const, content: ["Are you there?"] }],
  maxOutputTokens: 16,
};

/** The purse of the ledger out of which a debate's checks are paid. */
export function checkPurseOf(debateId: string): string {
  return `${debateId}/check`;
}
