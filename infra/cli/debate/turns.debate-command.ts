/**
 * Prints turns while they are spoken, one at a time: of simultaneous turns, later ones wait for earlier ones, so that their
 * words do not mix.
 */
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { plain } from "../base/terminal.ts";

export interface Heading {
  turnId: string;
  participantId: string;
  round: number;
  phase: string;
  /** Of whom it speaks: a turn's id, or a participant's. */
  targetId?: string | undefined;
}

interface Speech {
  heading: Heading;
  /** Text of the current attempt so far. */
  text: string;
  /** Characters of it that are printed. */
  shown: number;
  /** Set once the turn is over. */
  end: string | null;
}

export interface TurnPrinter {
  start(heading: Heading): void;
  delta(turnId: string, text: string): void;
  /** The text so far is void. */
  restart(turnId: string, why: string): void;
  complete(heading: Heading, turn: { text?: Turn["text"] }, footer: string): void;
  /** The turn failed for good. */
  lose(heading: Heading, why: string): void;
  /** A line between turns, or after the live one when there is one. */
  note(line: string): void;
  /** As a note; a newer one replaces it as long as it is not printed. */
  progress(line: string): void;
}

export function createTurnPrinter(out: { write(text: string): void; heading(heading: Heading): string }): TurnPrinter {
  const queue: Speech[] = [];
  const notes: string[] = [];
  let progress: string | null = null;
  let open = false;

  const find = (turnId: string) => queue.find(({ heading }) => heading.turnId === turnId);
  const add = (heading: Heading): Speech => {
    const known = find(heading.turnId);
    if (known) return known;
    const speech: Speech = { heading, text: "", shown: 0, end: null };
    const before = open ? 1 : 0;
    const place = queue.findIndex((other, at) => at >= before && placeOf(other) > placeOf(speech));
    queue.splice(place < 0 ? queue.length : place, 0, speech);
    return speech;
  };
  const advance = () => {
    for (let speech = queue[0]; speech; speech = queue[0]) {
      if (!open && speech.text === "" && speech.end === null) return;
      if (!open) out.write(`\n${out.heading(speech.heading)}\n`);
      open = true;
      out.write(plain(speech.text.slice(speech.shown)));
      speech.shown = speech.text.length;
      if (speech.end === null) return;
      out.write(`\n${speech.end}\n`);
      queue.shift();
      open = false;
      for (const line of notes.splice(0)) out.write(`${line}\n`);
      if (progress !== null) out.write(`${progress}\n`);
      progress = null;
    }
  };
  /** Replaces the text; prints it again from the start if it differs from what is printed. */
  const replace = (speech: Speech, text: string) => {
    if (!text.startsWith(speech.text.slice(0, speech.shown))) {
      if (open && queue[0] === speech) out.write("\n(the whole text)\n");
      speech.shown = 0;
    }
    speech.text = text;
  };

  return {
    start(heading) {
      add(heading);
      advance();
    },
    delta(turnId, text) {
      const speech = find(turnId);
      if (!speech) return;
      speech.text += text;
      advance();
    },
    restart(turnId, why) {
      const speech = find(turnId);
      if (!speech) return;
      if (speech.shown > 0) out.write(`\n${why}\n`);
      Object.assign(speech, { text: "", shown: 0 });
    },
    complete(heading, turn, footer) {
      const speech = add(heading);
      if (turn.text !== undefined) replace(speech, turn.text);
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
    progress(line) {
      if (open) progress = line;
      else out.write(`${line}\n`);
    },
  };
}

/** The index within the round, from the turn's id. */
function placeOf({ heading }: Speech): number {
  return heading.round * 1_000 + Number(/-t(\d+)$/.exec(heading.turnId)?.[1] ?? 999);
}
