/** The tables of the simulated world. */

import { proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { endedEarly, FADING, RULES } from "../fading.ts";
import { MOTIONS, motionsCarried } from "../motions.ts";
import { costOf } from "./cost.ts";
import { bothWays, type Figures, figuresOf, LEVELS } from "./figures.ts";
import { BENCHES, PERSUASIONS, ROWS, type Row, WORLDS } from "./rows.ts";
import type { Table } from "./table.ts";

type Counted = (...row: Row) => Figures;

/** Of so many debates a row. */
export function worldTables(debates: number, counted = countedOnce(debates)): Table[] {
  return [onAndOff(counted, debates), verdicts(counted), byLevel(counted), keptFrom(counted), persuasion(debates)];
}

/** Each row is counted when it is asked for. */
export function countedOnce(debates: number): Counted {
  const known = new Map<string, Figures>();
  return (world, bench) => {
    const key = `${world} ${bench}`;
    const figures = known.get(key) ?? figuresOf(WORLDS[world], BENCHES[bench], debates);
    known.set(key, figures);
    return figures;
  };
}

const callsOf = (bench: keyof typeof BENCHES) => costOf(BENCHES[bench]).calls;

function onAndOff(counted: Counted, debates: number): Table {
  /** The share of debates that give a wrong answer. */
  const wrong = (what: string, world: Row[0], off: Row[1], on: Row[1]) =>
    [what, "wrong", counted(world, off).wrong, counted(world, on).wrong, callsOf(off), callsOf(on)] as const;
  const strong = (what: string, world: Row[0], bench: Row[1]) => {
    const { unanimous, byLevel: levels } = counted(world, bench);
    return [what, "strong", unanimous, levels.strong.share, callsOf(bench), callsOf(bench)] as const;
  };
  const { keptFrom: kept } = counted("plain", "twin");
  const { winners, answers } = bothWays(PERSUASIONS.most, BENCHES.families, debates);
  const share = (percent: number) => proportionOf({ count: Math.round((percent / 100) * debates), of: debates });
  const carried = (rule: { testsSwing?: true }) => share(motionsCarried(MOTIONS.nine, { debates, ...rule }));
  const ended = (rule: (typeof RULES)[keyof typeof RULES]) => share(endedEarly(FADING.both, { debates, ...rule }));
  const calls = callsOf("families");
  return {
    title: "Each feature off and on.",
    head: ["feature", "counted", "off, %", "on, %", "calls off", "calls on"],
    rows: [
      wrong("both orders; a judge prefers the first shown", "firstShown", "once", "one"),
      wrong("both orders; three judges do", "firstShown", "familiesOnce", "families"),
      wrong("a twin; judges prefer the last to speak", "lastSpoken", "families", "twin"),
      wrong("judges of three families, not one model thrice", "plain", "copies", "families"),
      wrong("judges of no debater's family; judges prefer their own", "ownFamily", "allRelated", "families"),
      ["ballots that answer, not the better speaker", "right", winners, answers, calls, calls],
      [
        "only strong answers are kept",
        "wrong of the kept",
        kept.weak.risk,
        kept.strong.risk,
        callsOf("twin"),
        callsOf("twin"),
      ],
      strong("support, not ballots that all agree; nothing is true", "empty", "families"),
      strong("the same with a twin", "empty", "twin"),
      ["an audience's interval; nobody is moved", "a side wins", carried({}), carried({ testsSwing: true }), "–", "–"],
      ["rounds end on two signs; noise", "ended early", ended(RULES.two), ended(RULES.now), "–", "–"],
      ["the same in free-form", "ended early", ended(RULES.stop), ended(RULES.stops), "–", "–"],
    ],
  };
}

function verdicts(counted: Counted): Table {
  return {
    title: "What benches answer, and what a debate with them takes.",
    head: ["world", "judges", "right, %", "wrong, %", "no answer, %", "calls", "thousand tokens"],
    rows: ROWS.map(([world, bench]) => {
      const { right, wrong, none } = counted(world, bench);
      const { calls, tokens } = costOf(BENCHES[bench]);
      return [WORLDS[world].title, BENCHES[bench].title, right, wrong, none, calls, tokens];
    }),
  };
}

/** Of panels without a bias. */
const LEVELLED = ROWS.filter(
  ([world, bench]) => ["plain", "empty", "doubtful"].includes(world) && BENCHES[bench].judges.length > 1,
);

function byLevel(counted: Counted): Table {
  return {
    title: "Answers by level: the share of debates, and how many of them are right.",
    head: ["world", "judges", ...LEVELS.flatMap((level) => [`${level}, %`, "right of them, %"])],
    rows: LEVELLED.map(([world, bench]) => {
      const levels = counted(world, bench).byLevel;
      const cells = LEVELS.flatMap((level) => [levels[level].share, levels[level].right]);
      return [WORLDS[world].title, BENCHES[bench].title, ...cells];
    }),
  };
}

function keptFrom(counted: Counted): Table {
  return {
    title:
      "Risk against coverage: how many debates keep their answer from a level on, and how many of these are wrong.",
    head: ["world", "judges", ...LEVELS.flatMap((level) => [`from ${level} on, %`, "wrong of them, %"])],
    rows: LEVELLED.map(([world, bench]) => {
      const { keptFrom: kept } = counted(world, bench);
      return [
        WORLDS[world].title,
        BENCHES[bench].title,
        ...LEVELS.flatMap((level) => [kept[level].coverage, kept[level].risk]),
      ];
    }),
  };
}

function persuasion(debates: number): Table {
  return {
    title:
      "Right answers of three families, counted by the winners that ballots name and by the answers that they give.",
    head: ["world", "by winners, %", "by answers, %"],
    rows: Object.values(PERSUASIONS).map((world) => {
      const { winners, answers } = bothWays(world, BENCHES.families, debates);
      return [world.title, winners, answers];
    }),
  };
}
