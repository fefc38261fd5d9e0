/** What a reader must know of how a debate was held: when assessments counted, who guided, who was told to play a part, and who ended it. */

import { type Words, wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { StoppedBy, TranscriptExport } from "../export/transcript.export.ts";

const STOPPED_BY = {
  judge: "its judge",
  skeptic: "a skeptic who was content",
  answers: "answers that were the same, or that nobody changed",
  polls: "private stances that hardly changed",
  code: "what the code measured: everybody repeated, or returns diminished",
  owner: "its owner",
  budget: "its budget",
  policy: "a policy, after a fault",
} as const satisfies Record<StoppedBy, string>;

export function readerFacts({ debate, trace }: Pick<TranscriptExport, "debate" | "trace">): string[] {
  const { say } = wordsOf(debate);
  const { earlyStopped } = trace;
  const names = debate.participants.filter((p) => p.inCharacter).map((p) => p.name);
  return [
    ...judgeFacts(debate.judge, { say }),
    ...(names.length > 0
      ? [
          say("Told to stay in character, and not to speak of themselves as language models: {names}", {
            names: names.join(", "),
          }),
        ]
      : []),
    ...(earlyStopped ? [say("Ended before its last round by {who}", { who: say(STOPPED_BY[earlyStopped]) })] : []),
  ];
}

/** When assessments count, and who reads their recommendations. Empty where they count at once and nobody does. */
export function judgeFacts(judge: Debate["judge"], { say }: Pick<Words, "say">): string[] {
  const guiding = judge?.ahead
    ? say("Its recommendations after a round reach the speakers of the round after the next.")
    : say("Its recommendations after a round reach the next round's speakers.");
  return [
    ...(judge?.ahead
      ? [say("The next round starts while it still assesses the last one, so its assessment counts one round later.")]
      : []),
    ...(judge?.guides ? [guiding] : []),
  ];
}
