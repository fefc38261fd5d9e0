/** Rulings of other judges, beside the debate's own verdict. */
import type { Rejudgement } from "../../around/rejudgement/rejudgement.ts";
import { money } from "../../base/words/figures.words.ts";
import { benchOf, nameOf } from "../../shapes/names.shape.ts";
import type { RejudgementBrief } from "../../shapes/schemas/rejudgement-brief.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, list, named, paragraph, part, type Span, said, strong, table } from "./blocks.ts";
import { type Tale, winnerName } from "./names.report.ts";
import { verdictSections } from "./verdict.report.ts";

export function rejudgementSections(
  { rejudgements = [], result }: Pick<TranscriptExport, "rejudgements" | "result">,
  tale: Tale & Pick<TranscriptExport, "debate">,
): Block[] {
  if (rejudgements.length === 0) return [];
  const { debate, words } = tale;
  const { say } = words;
  const rows = [
    ["", debate.judge ? benchOf(debate.judge) : say("none"), ...rulingOf(result, tale)],
    ...rejudgements.map((r) => [r.id, benchOf(r.judge), ...rulingOf(r.result, tale)]),
  ];
  return [
    heading(2, say("Verdicts side by side")),
    table(["", say("Judge"), say("Winner"), say("Quality")], rows),
    ...rejudgements.flatMap((r) => ruling(r, tale)),
  ];
}

/** Of other judges' rulings, what each came to. */
export function briefSections(briefs: RejudgementBrief[] = [], tale: Tale): Block[] {
  const lines = briefs.map((brief): Span[] => [named(benchOf(brief.judge)), { own: `: ${briefOf(brief, tale)}` }]);
  return part(tale.words.say("Other judges"), lines);
}

function briefOf({ status, winner, contested }: RejudgementBrief, { debate, words: { say, word } }: Tale): string {
  if (status === "running") return say("is at work …");
  if (status === "failed") return say("gave no ruling");
  if (contested) return say("contested");
  if (winner === null) return say("no winner");
  return winner === "for" || winner === "against"
    ? say("The side “{side}” wins", { side: word(winner) })
    : say("{name} wins", { name: nameOf(debate, winner) });
}

function rulingOf(result: Result | null, tale: Tale & Pick<TranscriptExport, "debate">): [string, string | number] {
  const { say } = tale.words;
  if (result?.type !== "verdict") return [say("no verdict"), ""];
  const { winner, qualityScore } = result.verdict;
  const name = winnerName({ winner: winner?.participant, side: winner?.side }, tale);
  return [result.contested ? say("contested") : name, qualityScore];
}

function ruling(
  { id, judge, result, error, costUsd, warnings }: Rejudgement,
  tale: Tale & Pick<TranscriptExport, "debate">,
): Block[] {
  const { debate, words } = tale;
  const { criteria } = judge;
  const { criteria: _theirs, ...bench } = debate.judge ?? { model: "", panel: [], usage: debate.usage, costUsd: null };
  // Scores follow the rejudgement's own rubric.
  const judged = { ...debate, judge: { ...bench, ...(criteria && { criteria }) } };
  const [, ...sections] = result ? verdictSections(result, { ...tale, debate: judged }) : [];
  const { say } = words;
  const facts = [
    say("Cost: {cost}, no part of the debate's own", { cost: money(costUsd, words) }),
    ...warnings.map(({ detail }) => detail),
    ...(result?.degraded ?? []).map(({ what, why }) => say("Lost: {what}: {why}", { what, why })),
  ];
  return [
    heading(2, say("Rejudgement {id}: ", { id }), named(benchOf(judge))),
    list(facts),
    ...(error
      ? [paragraph(strong(say("There is no ruling:")), " ", said(`${error.message} ${error.suggestion}`))]
      : []),
    ...sections,
  ];
}
