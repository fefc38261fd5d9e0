/** The turns that a judge cites must be among those that it was shown: another was made up. */
const TURN_ID = /\bg\d+-r\d+-t\d+\b/g;

/** One sentence for each cited turn that does not exist. */
export function strangeTurns(raw: unknown, turnIds: string[]): string[] {
  const cited = JSON.stringify(raw).match(TURN_ID) ?? [];
  return [...new Set(cited)]
    .filter((id) => !turnIds.includes(id))
    .map((id) => `Turn ${id} is cited, but there is no such turn.`);
}
