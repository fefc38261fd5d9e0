/** The turns that a judge cites must be among those that it was shown: another was made up. */
const REAL_ID = /\bg\d+-r\d+-t\d+\b/g;

/** One sentence for each cited turn that does not exist. `turnIds`: as the judge was shown them. */
export function strangeTurns(raw: unknown, turnIds: string[]): string[] {
  const written = JSON.stringify(raw);
  // Judges are shown neutral ids: T1, T2, …
  const prefix = /^([A-Za-z]+)\d+$/.exec(turnIds[0] ?? "")?.[1];
  const neutral = prefix === undefined ? [] : (written.match(new RegExp(`\\b${prefix}\\d+\\b`, "g")) ?? []);
  return [...new Set([...(written.match(REAL_ID) ?? []), ...neutral])]
    .filter((id) => !turnIds.includes(id))
    .map((id) => `Turn ${id} is cited, but there is no such turn.`);
}
