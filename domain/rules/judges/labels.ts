/** The participants' neutral names (docs/design/debate.md#113-judging), drawn once per debate. */
import { scatter } from "../../base/statistics/scatter.ts";
import { occursIn } from "./blind-words.ts";

export type BallotOrder = "given" | "reversed";

export interface Label {
  participantId: string;
  name: string;
  /** As judges read it: "Speaker A". */
  title: string;
  /** As judges return it: a property name that every provider accepts in a JSON Schema. */
  key: string;
}

interface LabelInput {
  participants: { id: string; name: string }[];
  /** The debate's id. */
  seed: string;
  order: BallotOrder;
  /** Texts that may contain a "Speaker A" of their own. */
  texts: string[];
}

const LETTERS = ["A", "B", "C", "D", "E", "F", "G", "H"];
/** The first word that no text uses with a letter is taken. */
const WORDS = ["Speaker", "Party", "Voice", "Contributor", "Discussant"];

/** One label for each participant, in the order shown. Between the two orders nobody keeps a place or a label. */
export function drawLabels({ participants, seed, order, texts }: LabelInput): Label[] {
  const drawn = participants.toSorted((a, b) => scatter(`${seed}/${a.id}`) - scatter(`${seed}/${b.id}`));
  const shown = order === "reversed" ? turnedRound(drawn) : drawn;
  const all = [...texts, ...participants.map((p) => p.name)];
  const taken = (word: string) =>
    all.some((text) =>
      occursIn(
        text,
        LETTERS.map((letter) => `${word} ${letter}`),
      ),
    );
  const word = WORDS.find((candidate) => !taken(candidate)) ?? "Speaker";
  return shown.map(({ id, name }, i) => {
    const letter = LETTERS[i] ?? String(i + 1);
    return { participantId: id, name, title: `${word} ${letter}`, key: `${word}-${letter}`.toLowerCase() };
  });
}

/** Reversed. With an odd number the one in the middle changes places with the next, since it would keep its place. */
function turnedRound<T>(drawn: T[]): T[] {
  const turned = drawn.toReversed();
  const middle = (drawn.length - 1) / 2;
  if (!Number.isInteger(middle) || drawn.length < 3) return turned;
  return [...turned.slice(0, middle), ...turned.slice(middle, middle + 2).toReversed(), ...turned.slice(middle + 2)];
}
