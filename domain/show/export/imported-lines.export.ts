/** What a debate's readers read first if it was imported, or spoken by the demo: in reports, on pages and in the terminal. */

import type { Words } from "../../base/words/english.words.ts";
import { isScripted } from "../../shapes/catalogue/examples.catalogue.ts";
import type { Imported } from "../../shapes/schemas/provenance.ts";

/** Once in whatever is told of a debate of the demo. */
export function demoLine(debate: Parameters<typeof isScripted>[0], { say }: Words): string {
  return isScripted(debate)
    ? say("A scripted example: nobody's model spoke.")
    : say("A demo model speaks: its words are canned and mean nothing.");
}

/** Sentences. The first says that it was imported. */
export function importedLines(imported: Imported, words: Pick<Words, "say" | "minute">): string[] {
  const { say } = words;
  const { rejudgements = [] } = imported;
  return [
    say("This debate was imported. This install did not run it."),
    signatureLine(imported, words),
    ...arrival(imported, words),
    ...(rejudgements.length > 0
      ? [say("Rejudgements that came with it: {ids}. Later ones ran here.", { ids: rejudgements.join(", ") })]
      : []),
  ];
}

function signatureLine({ signature }: Imported, { say }: Pick<Words, "say">): string {
  if (!signature) return say("It came without a signature, so anybody may have written it.");
  const { verified, says, keyId: key, signedAt: time } = signature;
  const from = { key, time };
  if (!verified)
    return say(
      "It came with a receipt of the key {key}, which this install does not know. So nothing shows who wrote it.",
      from,
    );
  if (says === "ran-here")
    return say("It came with a receipt of this install (key {key}, {time}), which says that it ran here.", from);
  return say(
    "It came with a receipt of this install (key {key}, {time}), which says that it ran here and was imported before.",
    from,
  );
}

function arrival({ at, by }: Imported, { say, minute }: Pick<Words, "say" | "minute">): string[] {
  if (at === undefined) return [];
  const time = minute(at);
  return [by === undefined ? say("Imported: {time}", { time }) : say("Imported: {time}, by {who}", { time, who: by })];
}
