/** Events that are told in one line, such as who speaks for whom from here on. Browsers get this file too. */
import type { Words } from "../../base/words/english.words.ts";
import type { EventPayloads, EventType } from "../../play/events/events.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Degradation } from "../../shapes/schemas/faults.schema.ts";
import { isAudienceVoteId, voterOf } from "../../shapes/turn-ids.ts";
import { rankedNames, type Tale } from "./names.report.ts";

type Telling = Pick<Tale, "debate" | "words">;
type Notes = { [K in EventType]?: (event: EventPayloads[K], telling: Telling) => string };

/** Without a full stop, as models and owners wrote it. */
const NOTES = {
  "participant.dropped": ({ participantId, message }, { debate, words }) =>
    words.say("{name} is out: {fault}", { name: nameOf(debate, participantId), fault: message }),
  "participant.replaced": ({ participantId, speaker, before }, { debate, words }) =>
    words.say("{speaker} speaks for {name} from here on, in place of {before}", {
      speaker,
      name: nameOf(debate, participantId),
      before,
    }),
  "judge.replaced": ({ judge, before }, { words }) =>
    words.say("{judge} judges from here on, in place of {before}", { judge, before }),
  "vote.completed": ({ when, vote }, { words }) => voteNote({ id: vote.id, vote: vote.vote, when }, words),
  "ranking.cast": ({ participantId, ranking }, { debate, words }) =>
    words.say("{name} ranks: {order}", {
      name: nameOf(debate, participantId),
      order: rankedNames(ranking.places, debate),
    }),
  "decision.made": ({ decision: { made, options } }, { words }) => {
    const option = options.find(({ id }) => id === made?.option)?.label ?? made?.option ?? "";
    return words.say(made?.by === "default" ? "Decided by default: {option}" : "Decided: {option}", { option });
  },
  "round.timed_out": ({ degradation }, { words }) => leftOut(degradation, words),
  "act.skipped": ({ degradation }, { words }) => leftOut(degradation, words),
} satisfies Notes;

export type Noted = keyof typeof NOTES;

/** null: the event is told otherwise, or not at all. */
export function noteOf(event: { type: string }, telling: Telling): string | null {
  const note = Object.hasOwn(NOTES, event.type) ? NOTES[event.type as Noted] : undefined;
  return (note as ((event: object, telling: Telling) => string) | undefined)?.(event, telling) ?? null;
}

function leftOut({ what, why }: Degradation, { say }: Words): string {
  return say("Left out: {what} – {why}", { what, why });
}

/** Of the judge, or of one voter of an audience. */
function voteNote({ id, vote, when }: { id: string; vote: string; when: "before" | "after" }, words: Words): string {
  const { say, word } = words;
  const isBefore = when === "before";
  if (!isAudienceVoteId(id))
    return say(isBefore ? "The judge votes before the debate: {vote}" : "The judge votes after the debate: {vote}", {
      vote: word(vote),
    });
  return say(
    isBefore ? "Voter {number} votes before the debate: {vote}" : "Voter {number} votes after the debate: {vote}",
    { number: voterOf(id), vote: word(vote) },
  );
}
