/** Times inside of events and states, as text: ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
const TIME = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/g;

export type Times = Record<string, string>;

/** Maps the times of `own` to those of `other`; null if the two differ in anything else. */
export function timesApart(own: object, other: object): Times | null {
  const [a, b] = [JSON.stringify(own), JSON.stringify(other)];
  if (a.replaceAll(TIME, "") !== b.replaceAll(TIME, "")) return null;
  const [mine, theirs] = [a, b].map((json) => [...json.matchAll(TIME)].map((found) => found[1] ?? ""));
  const pairs = (mine ?? []).map((time, i): [string, string] => [time, theirs?.[i] ?? time]);
  return Object.fromEntries(pairs.filter(([time, instead]) => time !== instead));
}

/** The same with other times. */
export function withTimes<T extends object>(value: T, times: Times): T {
  const json = JSON.stringify(value).replaceAll(TIME, (text, time: string) =>
    times[time] ? `"${times[time]}"` : text,
  );
  return JSON.parse(json) as T;
}
