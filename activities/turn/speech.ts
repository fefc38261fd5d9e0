/** What of a turn can be read while its model answers: all of a plain answer, the prose of a structured one. */
import type { TurnKind } from "../../domain/prompts/by-phase.ts";
import type { Heard, Reading, SpokenTurn } from "../../domain/prompts/prompt.ts";
import { createProseReader } from "../../domain/text/json-prose.ts";
import { readReply } from "../acts/call-model.ts";
import type { ModelReply } from "../models/port.ts";

interface Speech {
  /** Takes the next piece of the answer. */
  hear: (piece: string) => void;
  /** Says what is left. Rejects with a fault, which the next attempt is shown, if the answer is not of its shape. */
  end(reply: ModelReply): Promise<SpokenTurn>;
}

/** What is said, put together, is the turn's text. */
export function createSpeech(
  { kind: { read, prose }, ...heard }: Heard & { kind: TurnKind },
  say: (text: string) => void,
): Speech {
  if (!read) return { hear: say, end: async ({ text }) => ({ text }) };
  let said = "";
  const hear = (text: string) => {
    said += text;
    say(text);
  };
  return {
    hear: prose === undefined ? () => {} : createProseReader(prose, hear),
    async end(reply) {
      const spoken = readReply(reply, (text) => continuing(read(text, heard), said));
      if (spoken.text.length > said.length) say(spoken.text.slice(said.length));
      return spoken;
    },
  };
}

/** A field that the answer repeats has its last value, but the first one was shown. */
function continuing(reading: Reading<SpokenTurn>, said: string): Reading<SpokenTurn> {
  if (!reading.ok || reading.value.text.startsWith(said)) return reading;
  return { ok: false, faults: ["A field stands in the answer twice: each field must stand there once."] };
}
