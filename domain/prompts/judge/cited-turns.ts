/** A judge may only cite turns that it was shown. */
const REAL_ID = /\bg\d+-r\d+-t\d+\b/g;
const NEUTRAL_ID = /\b([A-Za-z]+)\d+\b/g;

/** One sentence for each cited turn that does not exist. `turnIds`: neutral ids, as the judge was shown them. */
export function strangeTurns(raw: unknown, turnIds: string[]): string[] {
  const written = JSON.stringify(raw);
  const prefix = /^([A-Za-z]+)\d+$/.exec(turnIds[0] ?? "")?.[1];
  const neutral = [...written.matchAll(NEUTRAL_ID)].flatMap(([id, before]) => (before === prefix ? [id] : []));
  const cited = new Set([...(written.match(REAL_ID) ?? []), ...neutral]);
  return [...cited.difference(new Set(turnIds))].map((id) => `Turn ${id} is cited, but there is no such turn.`);
}
