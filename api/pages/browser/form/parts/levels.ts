/** How thorough a debate is to be: what each level sets, by paths of the request. Pure. */
import { plural } from "../../../../../domain/base/text/text.ts";
import type { Format } from "../../base/wire.page-base.ts";
import { type ControlValue, type Entry, PANEL } from "./request.form-part.ts";

type LevelName = "quick" | "usual" | "thorough";

export interface Level {
  name: LevelName;
  title: string;
  /** What it means here, in a few words. */
  words: string;
  /** By path, as the controls have them; undefined: left empty. */
  values: ReadonlyMap<string, ControlValue>;
}

interface LevelsOf {
  format: Format;
  /** Parley chooses the format, so a question is voted on first. */
  isAuto: boolean;
  /** Whom the server takes as a panel by itself; 0: one judge. */
  panel: number;
}

const MOST_VOTES = "vote/most";
const PANEL_OF_THREE = ["3"];

/** The levels that differ for this format, quick first. */
export function levelsOf({ format, isAuto, panel }: LevelsOf): Level[] {
  const { min, max, default: usual } = format.rounds;
  const more = Math.min(max, usual + Math.max(2, Math.ceil(usual / 2)));
  const isVote = isAuto && format.conclusion === "plurality";
  const fewest = isVote || format.conclusion === "plurality" ? 1 : 2;
  const fewer = Math.min(usual, Math.max(min, fewest));
  const takes = (path: string) => format.fields.some((field) => field.path === path);
  const isVerdict = format.conclusion === "verdict";
  const valuesOf = (rounds: number, { votes, judging, bothOrders, judges }: Judging) =>
    new Map<string, ControlValue>([
      ["maxRounds", rounds],
      ...(isVote && takes(MOST_VOTES) ? [[MOST_VOTES, votes] as const] : []),
      ...(takes("judging") ? [["judging", judging] as const] : []),
      ...(takes("judge/bothOrders") ? [["judge/bothOrders", bothOrders] as const] : []),
      ...(isVerdict ? [[PANEL, judges] as const] : []),
    ]);
  const wordsOf = (rounds: number, votes: string, judges: string) =>
    [plural(rounds, "round"), isVote ? votes : "", isVerdict ? judges : ""].filter(Boolean).join(", ");
  const usually = panel > 0 ? plural(panel, "judge") : "one judge";
  const all: Level[] = [
    {
      name: "quick",
      title: "Quick",
      words: wordsOf(fewer, "at most 7 answers", `${usually}, one vote${panel > 0 ? " each" : ""}`),
      values: valuesOf(fewer, { votes: 7, judging: "final-only", bothOrders: false }),
    },
    {
      name: "usual",
      title: "Usual",
      words: wordsOf(usual, "at most 21 answers", `${usually}, two votes${panel > 0 ? " each" : ""}`),
      values: valuesOf(usual, { judging: format.judging, bothOrders: true }),
    },
    {
      name: "thorough",
      title: "Thorough",
      words: wordsOf(more, "at most 40 answers", "three judges, two votes each"),
      values: valuesOf(more, { votes: 40, judging: format.judging, bothOrders: true, judges: PANEL_OF_THREE }),
    },
  ];
  const standard = all[1] as Level;
  return all.filter((level) => level === standard || !isSame(level.values, standard.values));
}

interface Judging {
  votes?: number;
  judging: string;
  bothOrders: boolean;
  judges?: string[];
}

function isSame(one: Level["values"], other: Level["values"]): boolean {
  return [...one].every(([path, value]) => told(value) === told(other.get(path)));
}

/** The level that the controls stand at; undefined: at none. */
export function levelIn(levels: Level[], entries: Entry[]): Level | undefined {
  const shown = new Map(entries.map(({ path, value }) => [path, value] as const));
  return levels.find(({ values }) => [...values].every(([path, value]) => told(value) === told(shown.get(path))));
}

/** A control that is not there has no value, and neither has one that is empty. */
function told(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

/** The controls' values, had this level been chosen. What a debate has anyhow, by `usual`, is left out. */
export function atLevel(entries: Entry[], { values }: Level, usual: ReadonlyMap<string, unknown>): Entry[] {
  return entries.map(({ path, value }) => {
    if (!values.has(path)) return { path, value };
    const wanted = values.get(path);
    return { path, value: usual.has(path) && told(usual.get(path)) === told(wanted) ? undefined : wanted };
  });
}
