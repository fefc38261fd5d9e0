/**
 * A panel that Parley chooses, by its size or by uses such as `usual/judge-1`. Warnings say who votes, and why there are fewer
 * members than wanted or members near to a debater. Models that a request names itself stay, equal ones too.
 */

import { familyOfId } from "../../shapes/catalogue/family.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";

/** The models of which a panel is chosen. */
export interface Candidates {
  /** In the order in which they are taken; one at least. */
  judges: string[];
  speakers: string[];
  /** `DEFAULT_JUDGE_MODEL`: the operator's choice, whatever its family. */
  given: string | null;
  isDemo: boolean;
}

export interface ChosenPanel {
  panel: unknown;
  taken: Warning[];
}

const UNNAMED = "no members of the panel were named";
const ASKED = "was asked for";

/** `size` members, of families that do not debate where the judge has to be independent. null: it is no size. */
export function panelOfSize(
  size: unknown,
  { requireIndependent, ...candidates }: Candidates & { requireIndependent: boolean },
): ChosenPanel | null {
  if (typeof size !== "number" || !Number.isInteger(size) || size < 1 || size > LIMITS.panel) return null;
  const strangers = candidates.judges.filter((model) => !debates(model, candidates));
  // Where nobody is independent, the first is refused with its reason.
  const isNarrowed = requireIndependent && strangers.length > 0;
  const judges = isNarrowed ? strangers : candidates.judges;
  const voting = judges.slice(0, size);
  const detail = [`${UNNAMED}: ${votes(voting)}`, ...nearness(voting, { ...candidates, judges })];
  const of = { ...candidates, judges, isNarrowed };
  return {
    panel: voting,
    taken: [
      { code: "panel-chosen", detail: detail.join("; ") },
      ...smaller({ size, wanted: ASKED, voting, because: shortage(of) }),
    ],
  };
}

/** Where no judge was named. `size`: as the server has it; fewer may be of different families, and still fewer fit. */
export function warningsOfDefault(voting: string[], { size, ...candidates }: Candidates & { size: number }): Warning[] {
  const because = "the limit has no room for more beside the rounds";
  const [first] = voting;
  const detail = [
    `no judge was named: ${votes(voting)}, and ${first} assesses the rounds; DEFAULT_PANEL=1, or a judge that the request names, judges alone`,
    ...nearness(voting, candidates),
  ];
  return [
    ...(voting.length > 1 ? [{ code: "panel-chosen", detail: detail.join("; ") }] : []),
    ...smaller({ size, wanted: "of different families is usual", voting, because }),
  ];
}

/** A list in which uses stand for models: of those that are chosen so, none votes twice. */
export function panelOfUses(
  panel: unknown[],
  resolve: (choice: unknown) => unknown,
  candidates: Candidates,
): ChosenPanel {
  const seats = panel.map((choice) => {
    const model = resolve(choice);
    return { model, key: JSON.stringify(model), isChosen: modelNameIn(model) !== modelNameIn(choice) };
  });
  if (!seats.some(({ isChosen }) => isChosen)) return { panel, taken: [] };
  const kept = seats.filter(({ key, isChosen }, i) => {
    const isThere = seats.some((other, j) => other.key === key && (j < i || !other.isChosen));
    return !(isChosen && isThere);
  });
  const voting = kept.map(({ model }) => modelNameIn(model));
  const near = nearness(voting, candidates);
  const isShort = candidates.judges.length < panel.length;
  const because = isShort ? shortage({ ...candidates, isNarrowed: false }) : "some of its places name the same model";
  const chosen = { code: "panel-chosen", detail: [votes(voting), ...near].join("; ") };
  return {
    panel: kept.map(({ model }) => model),
    taken: [...(near.length > 0 ? [chosen] : []), ...smaller({ size: panel.length, wanted: ASKED, voting, because })],
  };
}

function votes(voting: string[]): string {
  return `${voting.join(", ")} ${voting.length === 1 ? "votes" : "vote"}`;
}

interface Shortened {
  size: number;
  wanted: string;
  voting: string[];
  because: string;
}

function smaller({ size, wanted, voting, because }: Shortened): Warning[] {
  if (voting.length >= size) return [];
  const count = voting.length === 1 ? "only 1 votes" : `only ${voting.length} vote`;
  return [{ code: "panel-smaller", detail: `a panel of ${size} ${wanted}, and ${count}: ${because}` }];
}

function shortage({ judges, isDemo, isNarrowed }: Candidates & { isNarrowed: boolean }): string {
  if (isDemo) return "the demo has one judge";
  const beside = isNarrowed ? "of families that do not debate" : "beside the debaters'";
  return `by the keys of this server there is no further model ${beside} to choose than ${judges.join(", ")}. Set another provider's key, or name the members`;
}

/** Why a member is near to a debater or to another one: no key here offers a model that is not. */
function nearness(voting: string[], candidates: Candidates): string[] {
  const { judges, given, isDemo } = candidates;
  if (isDemo) return [];
  const families = voting.map(familyOfId);
  const unused = judges.filter((model) => !families.includes(familyOfId(model)));
  const ofDebaters = voting.filter((model) => model !== given && debates(model, candidates));
  const isGiven = given !== null && voting.includes(given) && debates(given, candidates);
  const second = voting.filter((_, i) => families.indexOf(families[i] ?? "") < i);
  const noOther = "no further family has a key";
  return [
    ...(isGiven ? [`of a debater's family: ${given}, as DEFAULT_JUDGE_MODEL names it`] : []),
    ...(ofDebaters.length > 0 && unused.every((model) => debates(model, candidates))
      ? [`of a debater's family: ${ofDebaters.join(", ")}, as ${noOther}`]
      : []),
    ...(second.length > 0 && unused.length === 0
      ? [`of the same family as another member: ${second.join(", ")}, as ${noOther}`]
      : []),
  ];
}

/** True if a debater is of its family. */
function debates(model: string, { speakers }: Pick<Candidates, "speakers">): boolean {
  return speakers.some((speaker) => familyOfId(speaker) === familyOfId(model));
}
