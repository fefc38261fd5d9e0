/** The debate's own verdict beside the rulings of other judges. Pure. */
import { benchOf } from "../../../../domain/shapes/names.shape.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate, Rejudgement, Result } from "../base/wire.page-base.ts";

/** Unknown values of a ruling in brief are null. */
export interface Ruling {
  /** One letter or number that stands for it in a picture. */
  mark: string;
  name: string;
  /** The models that ruled. */
  bench: string;
  status: "running" | "completed" | "failed";
  /** A participant's id or a side; null: nobody, or there is none yet. */
  winner: string | null;
  contested: boolean;
  /** 0–100 */
  quality: number | null;
  agreement: Result["agreement"];
  /** 0–100, by participant. */
  scores: Record<string, number> | null;
}

/** The debate's own ruling first; none where nobody judged again. `whole`: the rejudgements that are known whole. */
export function rulingsOf(debate: Debate, whole: Rejudgement[]): Ruling[] {
  const briefs = debate.rejudgements ?? whole.map(briefOf);
  if (briefs.length === 0) return [];
  const { say } = wordsIn(debate);
  const own = {
    mark: "V",
    name: say("The verdict"),
    bench: debate.judge ? benchOf(debate.judge) : say("nobody"),
    status: "completed" as const,
  };
  return [
    { ...own, ...ruledIn(debate.result) },
    ...briefs.map((brief) => {
      const { id, judge, status, winner, contested } = brief;
      const found = whole.find((rejudgement) => rejudgement.id === id)?.result ?? null;
      const known = found ? ruledIn(found) : { ...ruledIn(null), winner, contested };
      return {
        mark: id.replace(/\D/g, ""),
        name: say("Rejudgement {id}", { id }),
        bench: benchOf(judge),
        status,
        ...known,
      };
    }),
  ];
}

function briefOf({ id, judge, status }: Rejudgement) {
  return { id, judge, status, winner: null, contested: false };
}

function ruledIn(result: Result | null): Pick<Ruling, "winner" | "contested" | "quality" | "agreement" | "scores"> {
  if (result?.type !== "verdict")
    return { winner: null, contested: false, quality: null, agreement: null, scores: null };
  const { winner, qualityScore, scores } = result.verdict;
  const { contested, agreement } = result;
  return { winner: winner?.side ?? winner?.participant ?? null, contested, quality: qualityScore, agreement, scores };
}
