/** What rankings came to, in lines for those who are shown it: by label, with the sentences why. */
import { standings } from "../../judge/council/borda.ts";
import type { ShownRanking } from "../../judge/council/others.ts";
import type { Fences } from "../fences/marks.ts";

/** Nothing says who ranked. */
export function rankingLines(rankings: ShownRanking[], { fence, label }: Fences): string[] {
  const ranked = [...new Set(rankings.flatMap(({ places }) => places.flat()))];
  const order = standings(
    rankings,
    ranked.map((participantId) => ({ participantId, turnId: "" })),
  );
  return [
    `The answers of round 1 were ranked ${rankings.length} times, by their authors and never by their own. The last place counts 0 points and each place above it one more; the mean decides:`,
    ...order.flatMap(({ participantId: key, mean, place }) => [
      `${place}. ${label(key)}: ${mean} on average. Why it was placed so:`,
      ...rankings.flatMap(({ reasons }) => {
        const why = reasons[key];
        return why === undefined ? [] : [fence("ballot", why, { on: key }).trimEnd()];
      }),
    ]),
  ];
}
