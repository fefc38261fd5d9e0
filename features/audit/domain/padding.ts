/**
 * Makes an argument longer without a reason. What is added is true of any question and says nothing twice: repetition
 * would be punished as such, and so hide a preference for length.
 */
import { sentencesOf } from "../../../domain/base/text/sentences.ts";

const TRUE_OF_ANY_QUESTION = [
  "People have discussed questions of this kind in many places and at many times.",
  "A newspaper reader in one country may meet it in spring, and another only in autumn.",
  "Some who take part in such discussions do so at work, and some at the kitchen table.",
  "There are households of one person, and there are households of six.",
  "Words change over the years, and a document from a hundred years ago reads differently today.",
  "A meeting about it can be held in the morning or after dinner.",
  "Not everybody who has an opinion has written it down.",
  "Large places have more inhabitants than small ones.",
  "In some years winter comes early, while other winters are mild.",
  "Some reports fill three pages, others three hundred.",
  "Children grow up and become adults with views of their own.",
  "A map shows where things lie, and a calendar shows when they happen.",
  "Several languages have more than one term for the same matter.",
  "Those who live far apart can now talk over the telephone.",
  "Certain libraries keep old journals in the basement.",
  "An office that opens at eight has usually closed by midnight.",
  "Experts have teachers, and these teachers once had teachers too.",
  "It takes some time to read a long text aloud.",
  "Between two dates lies a number of days that one can count.",
  "Weather is a common subject at the beginning of conversations.",
  "Notes can be taken with a pencil, a pen or a keyboard.",
  "A survey has a first question and a last one.",
  "Countries differ in size, in climate and in the colours of their flags.",
  "Whoever travels by train sees other landscapes than someone who flies.",
  "Minutes of a committee name who was present and who sent apologies.",
  "Most buildings have a front door.",
  "Two neighbours may know each other well or hardly at all.",
  "The alphabet with which this is written has twenty-six letters.",
  "Holidays fall on different days in different regions.",
  "Coffee is served at many conferences, and tea at others.",
  "A photograph from the same street can look old or new.",
  "Each generation has had its own music.",
  "Tables have rows and columns, whatever is entered in them.",
  "Visitors to a town often ask for directions.",
  "Letters used to take days to arrive.",
  "Somebody has to unlock the hall before a public hearing.",
  "Numbers can be written as digits or as words.",
  "A proverb can usually be found on either side.",
  "Rivers flow towards the sea, or into a lake.",
  "Evenings are longer in summer than in December, north of the equator.",
];

/** Deterministic: every original sentence in its order, and twice as much of new ones between them, 2,400 characters at most. */
export function padArgument(text: string): string {
  const unused = [...TRUE_OF_ANY_QUESTION];
  let owed = 0;
  const padded = sentencesOf(text).flatMap(({ sentence }) => {
    owed += 2 * sentence.length;
    const added: string[] = [];
    while (owed > 0) {
      const next = unused.shift();
      if (next === undefined) break;
      added.push(next);
      owed -= next.length;
    }
    return [sentence, ...added];
  });
  return padded.join(" ");
}
