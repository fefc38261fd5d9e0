/** A debate as a report (docs/design/debate.md#114-records), which is rendered as Markdown or HTML. */
import { unmatched } from "../citations/citations.ts";
import { formatOf } from "../formats/registry.ts";
import type { Assessment } from "../schemas/assessment.ts";
import type { Debate } from "../schemas/debate.ts";
import type { Evaluation } from "../schemas/evaluation.ts";
import type { Turn } from "../schemas/turn.ts";
import { type Block, em, heading, list, paragraph, quote, said, strong, table } from "./blocks.ts";
import { columnsOf, nameOf, scoreCells, speakerOf, turnName } from "./names.ts";
import { answerSections } from "./sections/answer.ts";
import { contextLines } from "./sections/context.ts";
import { costsTable } from "./sections/costs.ts";
import { critiqueReport } from "./sections/critique.ts";
import { decisionSections, unjudgedSections } from "./sections/decisions.ts";
import { flipLines, measuredAlone, measuredLines } from "./sections/measured.ts";
import { rejudgementSections } from "./sections/rejudgements.ts";
import { solutionSections } from "./sections/solution.ts";
import { verdictSections } from "./sections/verdict.ts";
import type { TranscriptExport } from "./transcript.ts";

/** Sections are at level 2, parts of rounds at levels 3 and 4. */
export function buildReport(input: TranscriptExport): Block[] {
  const { debate } = input;
  return [
    heading(1, "Debate: ", said(shortened(debate.topic))),
    overview(input),
    ...(debate.demo
      ? [
          paragraph(
            strong("Demo:"),
            " canned replies of the demo model take part in this debate. No language model wrote them.",
          ),
        ]
      : []),
    heading(2, "Topic"),
    quote(debate.topic),
    ...(debate.context ? [heading(2, "Context"), quote(debate.context)] : []),
    ...exhibits(debate),
    heading(2, "Participants"),
    participants(debate),
    ...questions(input),
    ...rounds(input),
    ...resultSections(input),
    ...rejudgementSections(input),
    ...degraded(debate),
    ...decisionSections(input),
    heading(2, "Costs"),
    costsTable(debate),
  ];
}

export function reportTitle({ topic }: Pick<Debate, "topic">): string {
  return `Debate: ${shortened(topic)}`;
}

function resultSections({ result, debate }: TranscriptExport): Block[] {
  if (!result) return [];
  if (result.type === "unjudged") return unjudgedSections(result, debate);
  if (result.type === "verdict") return verdictSections(result, debate);
  return result.type === "solution" ? solutionSections(result) : answerSections(result, debate);
}

function shortened(text: string): string {
  const flat = text.trim().replaceAll(/\s+/g, " ");
  return flat.length <= 120 ? flat : `${Array.from(flat).slice(0, 119).join("")}…`;
}

/** Status and key facts. */
export function overview({ debate, trace }: TranscriptExport): Block {
  const total = trace.timing.totalMs;
  const facts = [
    `Debate: ${debate.id}`,
    `Status: ${debate.status.replaceAll("_", " ")}`,
    ...(debate.generation
      ? [`Generation: ${debate.generation}. What was said before the last reset is not shown here`]
      : []),
    `Format: ${formatOf(debate).title}, ${debate.mode}, ${debate.round} of at most ${debate.maxRounds} rounds`,
    `Judge: ${debate.judge?.model ?? "none"}`,
    `Created: ${minuteOf(debate.createdAt)}`,
    ...(total === null ? [] : [`Duration: ${seconds(total)}, of which models ${seconds(trace.timing.modelMs)}`]),
    ...(trace.templates.length > 0 ? [`Reasoning templates: ${trace.templates.map((t) => t.name).join(", ")}`] : []),
    ...(trace.userRating ? [ratingLine(trace.userRating)] : []),
    ...(debate.tags.length > 0 ? [`Tags: ${debate.tags.join(", ")}`] : []),
  ];
  return list(facts);
}

function minuteOf(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}

function ratingLine({ rating, comment }: NonNullable<TranscriptExport["trace"]["userRating"]>): string {
  return `The owner's rating: ${rating} of 5${comment ? `. ${comment}` : ""}`;
}

export function exhibits({ exhibits: all = [] }: Debate): Block[] {
  if (all.length === 0) return [];
  const shown = all.flatMap(({ id, title, text, source }) => [
    heading(3, `${id}: `, said(title)),
    ...(source ? [paragraph("Source: ", said(source))] : []),
    quote(text),
  ]);
  return [heading(2, "Exhibits"), ...shown];
}

function participants(debate: Debate): Block {
  const hasRoles = debate.participants.some((p) => p.role !== undefined);
  const role = (text: string) => (hasRoles ? [text] : []);
  const rows = debate.participants.map((p) => [
    p.name,
    ...role(p.role ?? "its own"),
    p.position,
    p.persona ?? "",
    p.model,
  ]);
  return table(["Name", ...role("Role"), "Position", "Character", "Model"], rows);
}

function questions({ questions: asked, debate }: TranscriptExport): Block[] {
  if (asked.length === 0) return [];
  const parts = asked.flatMap(({ id, text, askedBy, answer }) => {
    const who = askedBy.map((participant) => nameOf(debate, participant)).join(", ");
    return [
      heading(3, `${id}, asked by `, said(who)),
      quote(text),
      answer === null ? paragraph(em("No answer was given.")) : quote(`Answer: ${answer}`),
    ];
  });
  return [heading(2, "Questions before the debate"), ...parts];
}

function rounds(whole: TranscriptExport): Block[] {
  const { turns, assessments, evaluations = [], debate, events } = whole;
  const numbers = [...new Set(turns.map((turn) => turn.round))].toSorted((a, b) => a - b);
  return numbers.flatMap((round) => {
    const parts = turns.filter((turn) => turn.round === round).toSorted((a, b) => a.index - b.index);
    const judged = assessments.filter((a) => a.round === round).flatMap((a) => assessment(a, whole));
    const found = evaluations.filter((e) => e.round === round).flatMap((e) => evaluation(e, turns));
    const windows = contextLines({ events, debate }, round);
    const context = windows.length === 0 ? [] : [list(windows)];
    const alone = measuredAlone(whole, round);
    const measured = alone.length === 0 ? [] : [paragraph(strong("Measured by the code:")), list(alone)];
    return [
      heading(2, round === 0 ? "Before round 1" : `Round ${round}`),
      ...phases(parts, turns),
      ...judged,
      ...found,
      ...measured,
      ...context,
    ];
  });
}

const PHASE_TITLES: Record<Turn["phase"], string> = {
  blind: "Answers given alone",
  response: "Responses",
  opening: "Opening statements",
  rebuttal: "Rebuttals",
  closing: "Closing statements",
  constructive: "Constructive speeches",
  "cross-question": "Cross-examination: questions",
  "cross-answer": "Cross-examination: answers",
  proposal: "Proposals",
  critique: "Critiques",
  refinement: "Refinements",
  synthesis: "Synthesis",
  interjection: "From the owner",
};

export function failureNote({ status }: Turn): Block[] {
  return status === "failed" ? [paragraph(em("This turn failed. What it had said took no part in the debate."))] : [];
}

/** Groups turns by the turn that they are about. */
function phases(turns: Turn[], all: Turn[]): Block[] {
  const present = [...new Set(turns.map((turn) => turn.phase))];
  return present.flatMap((phase) => [
    heading(3, PHASE_TITLES[phase]),
    ...byTarget(turns.filter((turn) => turn.phase === phase)).flatMap((turn) => contribution(turn, all)),
  ]);
}

function byTarget(turns: Turn[]): Turn[] {
  return [...Map.groupBy(turns, (turn) => turn.targetId).values()].flat();
}

function contribution(turn: Turn, all: Turn[]): Block[] {
  const target = all.find((t) => t.id === turn.targetId);
  const about = target ? [" on ", said(target.participant), ` (${target.id})`] : [];
  return [
    heading(4, said(speakerOf(turn)), ...about, ` (${turn.id})`),
    ...failureNote(turn),
    ...(turn.critique ? critiqueReport(turn.critique) : [quote(turn.text || "(nothing)")]),
    ...unmatchedIn(turn),
  ];
}

export function unmatchedIn({ citations = [], citationsChecked }: Turn): Block[] {
  if (citationsChecked === false) return [paragraph(em("The code could not check what this turn cites."))];
  const lines = unmatched(citations);
  return lines.length === 0 ? [] : [paragraph(strong("Citations that match nothing:")), list(lines)];
}

function assessment(a: Assessment, whole: TranscriptExport): Block[] {
  const { debate } = whole;
  const columns = columnsOf(
    debate,
    a.assessments.map((row) => row.scores),
  );
  const rows = a.assessments.map((row) => [
    nameOf(debate, row.participant),
    ...scoreCells(row.scores, columns),
    row.score,
  ]);
  const flags = Object.entries(FLAGS).flatMap(([name, words]) => (a.flags[name as keyof typeof FLAGS] ? [words] : []));
  return [
    heading(3, "The judge's assessment"),
    table(["Participant", ...columns.map(({ title }) => title), "Score"], rows),
    list([
      `Quality: ${a.qualityScore} of 10`,
      `Flags: ${flags.join(", ") || "none"}`,
      `Go on: ${a.shouldContinue ? "yes" : "no"}`,
      ...a.assessments.flatMap((row) => findings(nameOf(debate, row.participant), row)),
      ...(a.agreementAreas ?? []).map((text) => `Agreement: ${text}`),
      ...a.recommendations.map((text) => `Recommendation: ${text}`),
    ]),
    quote(a.reasoning),
    ...apart(a, whole),
  ];
}

const FLAGS: Record<keyof Assessment["flags"], string> = {
  repetitive: "repetitive",
  drifting: "drifting",
  diminishingReturns: "diminishing returns",
  convergenceReached: "convergence reached",
};

/** The code's measurements are separate from the judge's flags. */
function apart(a: Assessment, whole: TranscriptExport): Block[] {
  const lines = [...measuredLines(a.measured, whole), ...flipLines(a.flips, whole)];
  return lines.length === 0
    ? []
    : [paragraph(strong("Measured by the code, apart from the judge's flags:")), list(lines)];
}

function evaluation({ confidence, bestRefinement: best, reasoning }: Evaluation, turns: Turn[]): Block[] {
  const facts = [`Confidence: ${confidence} of 100`, ...(best ? [`Best refinement: ${turnName(turns, best)}`] : [])];
  return [heading(3, "The judge's evaluation"), list(facts), quote(reasoning)];
}

function findings(name: string, row: Assessment["assessments"][number]): string[] {
  return [
    ...row.strengths.map((text) => `${name}, strength: ${text}`),
    ...row.weaknesses.map((text) => `${name}, weakness: ${text}`),
  ];
}

function degraded({ degraded: losses }: Debate): Block[] {
  if (losses.length === 0) return [];
  return [heading(2, "What was lost"), list(losses.map(({ what, why }) => `${what}: ${why}`))];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
