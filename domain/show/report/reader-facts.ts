/** What a reader must know of how a debate was held: who guided, who was told to play a part, and who ended it. */

import { wordsOf } from "../../base/words/words.ts";
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
    ...(debate.judge?.guides ? [say("Its recommendations after a round reach the next round's speakers.")] : []),
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
