/**
 * The turns of a debate as they are spoken. One is live at a time: turns that are spoken at once wait for those that
 * stand before them, so that nobody's words are mixed with another's.
 */
import type { Turn } from "../../domain/schemas/turn.ts";
import { plain } from "./terminal.ts";

export interface Heading {
  turnId: string;
  participantId: string;
  round: number;
  phase: string;
}

interface Speech {
  heading: Heading;
  /** What was said in the current attempt, as it came. */
  said: string;
  /** How much of it stands on the terminal. */
  shown: number;
  /** Set once the turn is over. */
  end: string | null;
}

export interface TurnPrinter {
  start(heading: Heading): void;
  delta(turnId: string, text: string): void;
  /** What was said so far is void. */
  restart(turnId: string, why: string): void;
  complete(heading: Heading, turn: { text?: Turn["text"] }, footer: string): void;
  /** The turn will not come. */
  lose(heading: Heading, why: string): void;
  /** A line between turns, or after the live one when there is one. */
  note(line: string): void;
}

export function createTurnPrinter(out: { write(text: string): void; heading(heading: Heading): string }): TurnPrinter {
  const queue: Speech[] = [];
  const notes: string[] = [];
  let open = false;

  const find = (turnId: string) => queue.find(({ heading }) => heading.turnId === turnId);
  const add = (heading: Heading): Speech => {
    const known = find(heading.turnId);
    if (known) return known;
    const speech: Speech = { heading, said: "", shown: 0, end: null };
    const before = open ? 1 : 0;
    const place = queue.findIndex((other, at) => at >= before && placeOf(other) > placeOf(speech));
    queue.splice(place < 0 ? queue.length : place, 0, speech);
    return speech;
  };
  const advance = () => {
    for (let speech = queue[0]; speech; speech = queue[0]) {
      if (!open && speech.said === "" && speech.end === null) return;
      if (!open) out.write(`\n${out.heading(speech.heading)}\n`);
      open = true;
      out.write(plain(speech.said.slice(speech.shown)));
      speech.shown = speech.said.length;
      if (speech.end === null) return;
      out.write(`\n${speech.end}\n`);
      queue.shift();
      open = false;
      for (const line of notes.splice(0)) out.write(`${line}\n`);
    }
  };
  /** Replaces what was said by `text`; on the terminal it begins again when it differs from what stands there. */
  const say = (speech: Speech, text: string) => {
    const stands = speech.said.slice(0, speech.shown);
    if (!text.startsWith(stands)) {
      if (open && queue[0] === speech) out.write("\n(it reads in full)\n");
      speech.shown = 0;
    }
    speech.said = text;
  };

  return {
    start(heading) {
      add(heading);
      advance();
    },
    delta(turnId, text) {
      const speech = find(turnId);
      if (!speech) return;
      speech.said += text;
      advance();
    },
    restart(turnId, why) {
      const speech = find(turnId);
      if (!speech) return;
      if (speech.shown > 0) out.write(`\n${why}\n`);
      Object.assign(speech, { said: "", shown: 0 });
    },
    complete(heading, turn, footer) {
      const speech = add(heading);
      if (turn.text !== undefined) say(speech, turn.text);
      speech.end = footer;
      advance();
    },
    lose(heading, why) {
      add(heading).end = why;
      advance();
    },
    note(line) {
      if (open) notes.push(line);
      else out.write(`${line}\n`);
    },
  };
}

/** The index within the round, from the turn's id. */
function placeOf({ heading }: Speech): number {
  return heading.round * 1_000 + Number(/-t(\d+)$/.exec(heading.turnId)?.[1] ?? 999);
}
