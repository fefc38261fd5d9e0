/** The neutral names that judges know the participants by (spec §1.13), drawn once per debate. Pure. */
import { scatter } from "./scatter.ts";
import { occursIn } from "./words.ts";

export type BallotOrder = "given" | "reversed";

export interface Label {
  participantId: string;
  /** The participant's own name. */
  name: string;
  /** As judges read it. */
  title: string;
  /** As judges answer with it: a property of a JSON Schema that every provider takes. */
  key: string;
}

interface LabelInput {
  participants: { id: string; name: string }[];
  /** Kept with the debate: its id. */
  seed: string;
  order: BallotOrder;
  /** Texts that may already speak of a "Speaker A" of their own. */
  texts: string[];
}

const LETTERS = ["A", "B", "C", "D", "E", "F", "G", "H"];
/** Whatever the debate is about, one of these words is free. */
const WORDS = ["Speaker", "Party", "Voice", "Contributor", "Discussant"];

/**
 * One label for each participant, in the order in which judges are shown them. Drawn from the seed; `reversed` turns
 * the roster and its labels round, so that whoever was first is last.
 */
export function drawLabels({ participants, seed, order, texts }: LabelInput): Label[] {
  const drawn = participants.toSorted((a, b) => scatter(`${seed}/${a.id}`) - scatter(`${seed}/${b.id}`));
  const shown = order === "reversed" ? drawn.toReversed() : drawn;
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
