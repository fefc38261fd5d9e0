/** The conclusion as a model is asked for it, by whoever writes it: its fields, and the schema of the reply. */
import { z } from "zod";
import { wordKey } from "../../base/text/normalise-text.ts";
import { claimVerifier } from "../../rules/claims/verify-claim.ts";
import { allExhibits } from "../../rules/exhibits/found.ts";
import { isOnMotion } from "../../rules/judges/ballot-answer.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import { type ConclusionText, CRUX_KINDS, STANCES } from "../../shapes/schemas/conclusion.schema.ts";
import { EVIDENCE_STATUSES, MOST_QUOTES } from "../../shapes/schemas/quoted-passage.ts";
import { filled } from "../parts/answer.prompt-part.ts";
import { type AskedPoint, byParticipant, pointsSchema } from "../parts/cited-turns.ts";

export interface ConclusionShape {
  /** Ids of the participants whose points are compared. */
  active: string[];
  /** The sides are for and against a motion. */
  isMotion: boolean;
  hasExhibits: boolean;
}

export const MOST = { cruxes: 4, evidence: 12, others: 20 };

export function shapeOf(
  config: Pick<DebateConfig, "participants" | "exhibits" | "found">,
  active: string[],
): ConclusionShape {
  return {
    active,
    isMotion: isOnMotion(config),
    hasExhibits: allExhibits(config).length > 0,
  };
}

/** `people`: the participants as the reader knows them. */
export function conclusionFields({ isMotion, hasExhibits }: ConclusionShape, people: string): string {
  const stance = isMotion ? " stance: for, against or mixed, on the motion." : "";
  const status = hasExhibits
    ? ` refs: the exhibits that bear on it, for example E1; supported or contradicted only by one of these, else unverified. quotes: at most ${MOST_QUOTES} passages of these exhibits that show it, word for word; the code looks each one up, and without one it is unverified.`
    : "";
  return `Rely on the record alone, give the ids of turns only in the fields that ask for them, and quote word for word or not at all. Say each point once, and the whole conclusion in at most 350 words. The participants, by id: ${people}.
- answer: text: what the record supports doing or believing, in 1 to 3 sentences. Where the question asks what to do: which option, how much of it, and on what conditions, as far as the record says. holder: the participant whose answer this is; null when it is none of theirs. whyOther: where it is nobody's, or not what the judges found, why it is the answer, in one sentence; else null.${stance}
- cruxes: the 1 to ${MOST.cruxes} questions that decide it, with the best point of each participant who made one and its turn, what was left unanswered, and who prevailed; null where nothing or nobody. ${isMotion ? "A holder, or a side that the stance takes," : "A holder"} prevails on one of them at least.
- wouldChange: what one would have to observe, and what then follows for the answer.
- evidence: at most ${MOST.evidence} claims that the answer rests on, with the turns that make them;${status}
- minority: the best case against the answer, as its holders would put it; null when nobody holds one.
- nextSteps: what to do next, and the number of the crux that it settles, or null.`;
}

/** Without the fields that the code fills in. No ranges: not every provider accepts them. */
export function conclusionSchema({ active, isMotion, hasExhibits }: ConclusionShape): z.ZodType<AskedConclusion> {
  const who = z.enum(active);
  const schema = z.strictObject({
    answer: z.strictObject({
      text: filled,
      holder: who.nullable(),
      whyOther: z.string().nullable(),
      ...(isMotion && { stance: z.enum(STANCES) }),
    }),
    cruxes: z.array(
      z.strictObject({
        question: filled,
        kind: z.enum(CRUX_KINDS),
        points: pointsSchema(active),
        unanswered: z.string().nullable(),
        prevailed: who.nullable(),
      }),
    ),
    wouldChange: z.array(z.strictObject({ observation: filled, effect: filled })),
    evidence: z.array(
      z.strictObject({
        claim: filled,
        turnIds: z.array(z.string()),
        ...(hasExhibits && {
          refs: z.array(z.string()),
          quotes: z.array(z.strictObject({ ref: z.string(), text: filled })),
          status: z.enum(EVIDENCE_STATUSES),
        }),
      }),
    ),
    minority: z.strictObject({ case: filled, holders: z.array(who) }).nullable(),
    nextSteps: z.array(z.strictObject({ action: filled, crux: z.number().nullable() })),
  });
  return schema as unknown as z.ZodType<AskedConclusion>;
}

/** As it is asked for: fields that only some debates have are missing in others. */
export interface AskedConclusion extends Pick<ConclusionText, "wouldChange" | "nextSteps"> {
  cruxes: (Omit<ConclusionText["cruxes"][number], "points"> & { points: AskedPoint[] })[];
  answer: Pick<ConclusionText["answer"], "text"> & Partial<ConclusionText["answer"]>;
  evidence: (Pick<ConclusionText["evidence"][number], "claim" | "turnIds"> &
    Partial<ConclusionText["evidence"][number]>)[];
  minority: Omit<NonNullable<ConclusionText["minority"]>, "ballots"> | null;
}

interface Known {
  /** Ids of the participants whose points are compared. */
  active: string[];
  exhibits?: DebateConfig["exhibits"];
  /** Checked before the ballots: the same claim has the same status. */
  claims?: ClaimCheck[] | undefined;
}

/** With the fields that were not asked for, and what the code finds of quoted passages. The ballots of a minority are counted later. */
export function wholeConclusion(
  { answer, cruxes, evidence, minority, ...rest }: AskedConclusion,
  { active, exhibits = [], claims = [] }: Known,
): ConclusionText {
  const verified = claimVerifier(exhibits);
  const settled = ({ claim, refs = [], status = "unverified", quotes = [] }: AskedConclusion["evidence"][number]) =>
    claims.find((check) => wordKey(check.claim) === wordKey(claim)) ?? verified({ refs, status, quotes });
  return {
    ...rest,
    answer: {
      text: answer.text,
      holder: answer.holder ?? null,
      whyOther: answer.whyOther?.trim() || null,
      stance: answer.stance ?? null,
    },
    cruxes: cruxes.map((crux) => ({ ...crux, points: byParticipant(crux.points, active) })),
    evidence: evidence.map((asked) => ({
      claim: asked.claim,
      turnIds: asked.turnIds,
      ...evidenceOf(settled(asked)),
    })),
    minority: minority && { ...minority, ballots: [] },
  };
}

function evidenceOf({ refs, status, unverifiedBecause, quotes }: ReturnType<ReturnType<typeof claimVerifier>>) {
  return {
    refs,
    status,
    ...(unverifiedBecause && { unverifiedBecause }),
    ...(quotes.length > 0 && { quotes }),
  };
}
