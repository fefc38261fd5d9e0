/**
 * The part of a long suite that `.ci/run` plays: another with every commit, so that all of it is played over some days.
 * `--sample=7` chooses the seventh part, and plays it again; without it everything is played.
 */
export interface Sample {
  /** null: everything. */
  number: number | null;
  /** The options without `--sample`. */
  others: string[];
  /** Whether the part has this place of a list, where a part is one of so many. */
  has(place: number, parts: number): boolean;
}

const OPTION = /^--sample=(\d+)$/;

export function sampleOf(options: string[]): Sample {
  const number = options.flatMap((option) => OPTION.exec(option)?.[1] ?? []).map(Number)[0] ?? null;
  return {
    number,
    others: options.filter((option) => !OPTION.test(option)),
    has: (place, parts) => number === null || (place + number) % parts === 0,
  };
}
