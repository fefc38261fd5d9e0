// @ts-check
/**
 * The debate's own verdict and what other judges ruled since, side by side. Pure.
 *
 * @typedef {import("../wire.d.ts").Debate} Debate
 * @typedef {import("../wire.d.ts").Result} Result
 * @typedef {import("../wire.d.ts").Rejudgement} Rejudgement
 */

/**
 * Of a ruling that is known in brief alone, what is not known is null.
 *
 * @typedef {object} Ruling
 * @property {string} mark One letter or number that stands for it in a picture.
 * @property {string} name
 * @property {string} bench The models that ruled.
 * @property {"running" | "completed" | "failed"} status
 * @property {string | null} winner A participant's id or a side; null: nobody, or there is none yet.
 * @property {boolean} contested
 * @property {number | null} quality 0–100
 * @property {number | null} agreement
 * @property {Record<string, number> | null} scores 0–100, by participant.
 */

/**
 * @param {Debate} debate
 * @param {Rejudgement[]} whole Those that are known whole.
 * @returns {Ruling[]} The debate's own first; empty where nobody judged again.
 */
export function rulingsOf(debate, whole) {
  const briefs = debate.rejudgements ?? whole.map(briefOf);
  if (briefs.length === 0) return [];
  const own = {
    mark: "V",
    name: "The verdict",
    bench: benchOf(debate.judge),
    status: /** @type {const} */ ("completed"),
  };
  return [
    { ...own, ...ruledIn(debate.result) },
    ...briefs.map((brief) => {
      const { id, judge, status, winner, contested } = brief;
      const found = whole.find((rejudgement) => rejudgement.id === id)?.result ?? null;
      const known = found ? ruledIn(found) : { ...ruledIn(null), winner, contested };
      return { mark: id.replace(/\D/g, ""), name: `Rejudgement ${id}`, bench: benchOf(judge), status, ...known };
    }),
  ];
}

/** @param {Rejudgement} whole */
function briefOf({ id, judge, status }) {
  return { id, judge, status, winner: null, contested: false };
}

/** @param {{ model: string, panel: string[] } | null} judge */
function benchOf(judge) {
  if (!judge) return "nobody";
  return judge.panel.length > 0 ? judge.panel.join(", ") : judge.model;
}

/**
 * @param {Result | null} result
 * @returns {Pick<Ruling, "winner" | "contested" | "quality" | "agreement" | "scores">}
 */
function ruledIn(result) {
  if (result?.type !== "verdict")
    return { winner: null, contested: false, quality: null, agreement: null, scores: null };
  const { winner, qualityScore, scores } = result.verdict;
  const { contested, agreement } = result;
  return { winner: winner?.side ?? winner?.participant ?? null, contested, quality: qualityScore, agreement, scores };
}
