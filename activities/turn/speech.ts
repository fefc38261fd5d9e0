/** What of a turn can be read while its model answers: all of a plain answer, the prose of a structured one. */

import { createProseReader } from "../../domain/base/text/json-prose.ts";
import type { TurnKind } from "../../domain/prompts/by-phase.ts";
import type { Labels } from "../../domain/prompts/parts/labelled.ts";
import type { Heard, Reading, SpokenTurn } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { readReply } from "../calls/call-model.ts";
import type { ModelReply } from "../models/base/port.model.ts";

interface Speech {
  /** Takes the next piece of the answer. */
  hear: (piece: string) => void;
  /** What was heard so far were thoughts. */
  forget: () => void;
  /** Says what is left. Rejects with a fault, which the next attempt is shown, if the answer is not of its shape. */
  end(reply: ModelReply): Promise<SpokenTurn>;
}

/** What is said, put together, is the turn's text. */
export function createSpeech(
  { kind: { read, prose }, labels, ...heard }: Heard & { kind: TurnKind; labels?: Labels },
  { say, unsay }: { say: (text: string) => void; unsay: () => void },
): Speech {
  if (!read && labels) return createRevealed(labels, { say, unsay });
  if (!read) return { hear: say, forget: unsay, end: async ({ text }) => ({ text }) };
  let said = "";
  const readerOf = () =>
    prose === undefined
      ? () => {}
      : createProseReader(prose, (text) => {
          said += text;
          say(text);
        });
  let reader = readerOf();
  return {
    hear: (piece) => reader(piece),
    forget() {
      if (said !== "") unsay();
      said = "";
      reader = readerOf();
    },
    async end(reply) {
      const spoken = readReply(reply, (text) => continuing(read(text, heard), said));
      if (spoken.text.length > said.length) say(spoken.text.slice(said.length));
      return spoken;
    },
  };
}

/** A piece that may end within a label is held until the label is whole. */
function createRevealed(
  { reveal, endsInLabel }: Labels,
  { say, unsay }: { say: (text: string) => void; unsay: () => void },
): Speech {
  let held = "";
  const tell = () => {
    if (held !== "") say(reveal(held));
    held = "";
  };
  return {
    hear(piece) {
      held += piece;
      if (!endsInLabel(held)) tell();
    },
    forget() {
      held = "";
      unsay();
    },
    async end({ text }) {
      tell();
      return { text: reveal(text) };
    },
  };
}

/** A field that the answer repeats has its last value, but the first one was shown. */
function continuing(reading: Reading<SpokenTurn>, said: string): Reading<SpokenTurn> {
  if (!reading.ok || reading.value.text.startsWith(said)) return reading;
  return { ok: false, faults: ["A field stands in the answer twice: each field must stand there once."] };
}
