/** What a request leaves open, where a limit has to make its debate shorter. */

import type { DebateConfig } from "../../shapes/plan/config.plan.ts";

/** The request, as far as it says what may not change. */
export interface Asked {
  maxRounds?: unknown;
  minRounds?: unknown;
  judging?: unknown;
  limits?: { maxOutputTokens?: unknown } | undefined;
  judge?: { bothOrders?: unknown; guides?: unknown; model?: unknown } | undefined;
  participants?: { model?: unknown }[];
  policies?: { onCostLimit?: unknown } | undefined;
  controlArm?: unknown;
}

/** Whose longest reply the request gives. */
export function givenIn(config: DebateConfig, { limits, judge, participants = [] }: Asked): string[] {
  const speakers = config.participants.filter(
    (_, i) => limits?.maxOutputTokens !== undefined || hasOwn(participants[i]?.model),
  );
  return [...speakers.map(({ id }) => id), ...(hasOwn(judge?.model) ? ["judge"] : [])];
}

/** What may change, and the pointers of what would help if it might. */
export function openIn(config: DebateConfig, { maxRounds, judging, limits, judge, participants = [] }: Asked) {
  const isEvery = config.judging === "every-round";
  // A judge who is to guide has to assess rounds.
  const guides = isEvery && judge?.guides === true;
  const own = participants.flatMap(({ model }, i) =>
    hasOwn(model) ? [`/participants/${i}/model/maxOutputTokens`] : [],
  );
  return {
    rounds: maxRounds === undefined,
    judging: isEvery && judging === undefined && !guides,
    orders: config.judge?.bothOrders === true && judge?.bothOrders === undefined,
    closed: [
      ...(isEvery && judging !== undefined ? ["/judging"] : []),
      ...(guides ? ["/judge/guides"] : []),
      ...(config.judge?.bothOrders && judge?.bothOrders !== undefined ? ["/judge/bothOrders"] : []),
      ...(hasOwn(judge?.model) ? ["/judge/model/maxOutputTokens"] : []),
      ...(limits?.maxOutputTokens === undefined ? [] : ["/limits/maxOutputTokens"]),
      ...own,
    ],
  };
}

/** A model is a name, or an object with its options. */
function hasOwn(model: unknown): boolean {
  return (model as { maxOutputTokens?: unknown } | null | undefined)?.maxOutputTokens !== undefined;
}
