/** Reads a conclusion, and finds what no schema can: references to nothing, and a winner where nobody won. */

import type { Outcome } from "../../judge/conclusion/outcome.judging.ts";
import { checkCitations, unmatched } from "../../rules/citations/citations.ts";
import { allExhibits } from "../../rules/exhibits/found.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { ConclusionText } from "../../shapes/schemas/conclusion.schema.ts";
import { MOST_QUOTES } from "../../shapes/schemas/quoted-passage.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { readAnswer, shortened } from "../parts/answer.prompt-part.ts";
import { pointFaults, strangeTurns } from "../parts/cited-turns.ts";
import type { Reading } from "../parts/prompt.prompt-part.ts";
import { type AskedConclusion, conclusionSchema, MOST, shapeOf, wholeConclusion } from "./schema.prompt.ts";
import { winFaults } from "./wins.ts";

/** All as the writer was shown it. */
export interface ShownRecord {
  config: DebateConfig;
  turns: Turn[];
  /** Ids of the participants whose points are compared. */
  active: string[];
  /** Checked before the ballots. */
  claims?: ClaimCheck[] | undefined;
  /** Left out: nobody voted. */
  outcome?: Outcome | undefined;
}

/** `text`: the conclusion alone, as JSON. */
export function readConclusion(text: string, record: ShownRecord): Reading<ConclusionText> {
  const reading = readAnswer(text, {
    schema: conclusionSchema(shapeOf(record.config, record.active)),
    tidy,
    check: (raw) => faultsOf((raw ?? {}) as Partial<AskedConclusion>, record),
  });
  return reading.ok
    ? {
        ok: true,
        value: wholeConclusion(reading.value, {
          active: record.active,
          exhibits: allExhibits(record.config),
          claims: record.claims,
        }),
      }
    : reading;
}

/** `raw` may have any shape: the schema's own faults are listed beside these. */
function faultsOf(raw: Partial<AskedConclusion>, record: ShownRecord): string[] {
  const turnIds = record.turns.map(({ id }) => id);
  const cruxes = listOf(raw.cruxes);
  return [
    ...strangeTurns(raw, turnIds),
    ...amounts(raw),
    ...cruxes.flatMap((crux, i) => pointFaults(crux, `cruxes[${i}]`, turnIds)),
    ...listOf(raw.evidence).flatMap((evidence, i) => evidenceFaults(evidence, { where: `evidence[${i}]`, record })),
    ...listOf(raw.nextSteps).flatMap(({ crux }, i) => {
      const isThere = crux === null || (Number.isInteger(crux) && crux >= 1 && crux <= cruxes.length);
      return isThere ? [] : [`nextSteps[${i}].crux must be the number of a crux, from 1, or null.`];
    }),
    ...quotationFaults(raw, record),
    ...winFaults(raw, record),
  ];
}

function listOf<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

const MOST_KEPT = {
  cruxes: MOST.cruxes,
  wouldChange: MOST.others,
  evidence: MOST.evidence,
  nextSteps: MOST.others,
  quotes: MOST_QUOTES,
};

/** Without what is too much. A step to a crux that is left out is one without a crux. */
function tidy(raw: unknown): unknown {
  const kept = shortened(raw, MOST_KEPT) as Partial<AskedConclusion> | null;
  const given = (raw as { cruxes?: unknown } | null)?.cruxes;
  const count = Array.isArray(given) ? given.length : 0;
  const isLeftOut = (crux: unknown) => typeof crux === "number" && crux > MOST.cruxes && crux <= count;
  if (!Array.isArray(kept?.nextSteps)) return kept;
  return { ...kept, nextSteps: kept.nextSteps.map((step) => (isLeftOut(step?.crux) ? { ...step, crux: null } : step)) };
}

function amounts(raw: Partial<AskedConclusion>): string[] {
  const needed = ["cruxes", "wouldChange", "nextSteps"] as const;
  return needed.flatMap((field) =>
    listOf<object>(raw[field]).length < 1 ? [`${field} must be 1 to ${MOST_KEPT[field]}.`] : [],
  );
}

function evidenceFaults(
  { turnIds, refs, status, quotes }: AskedConclusion["evidence"][number],
  { where, record: { config, turns } }: { where: string; record: ShownRecord },
): string[] {
  const missing = (ids: unknown, there: { id: string }[]) =>
    Array.isArray(ids) ? ids.filter((id) => !there.some((each) => each.id === id)) : [];
  const rests = status === undefined || status === "unverified" || (Array.isArray(refs) && refs.length > 0);
  return [
    ...missing(turnIds, turns).map((id) => `${where}.turnIds: there is no turn ${String(id)}.`),
    ...missing(refs, allExhibits(config)).map((id) => `${where}.refs: there is no exhibit ${String(id)}.`),
    ...missing(Array.isArray(quotes) ? quotes.map((quote) => quote?.ref) : [], allExhibits(config)).map(
      (id) => `${where}.quotes: there is no exhibit ${String(id)}.`,
    ),
    ...(rests ? [] : [`${where} is ${status} by no exhibit: name it in refs, or call it unverified.`]),
  ];
}

/** Every quotation stands in the record, and every exhibit that a text names exists. */
function quotationFaults(raw: object, { config, turns }: ShownRecord): string[] {
  const { topic, context = "", participants, clarified = [] } = config;
  const found = checkCitations({
    text: stringsIn(raw).join("\n"),
    participantId: "",
    exhibits: allExhibits(config),
    turns,
    given: [topic, context, ...clarified.map(({ answer }) => answer ?? ""), ...participants.map((p) => p.position)],
  });
  if (!found) return ["It quotes too much to be checked: quote less."];
  return unmatched(found).map((line) => `It cites what is not there: ${line}.`);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
