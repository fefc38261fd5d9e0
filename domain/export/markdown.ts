/** A debate as a Markdown report (spec §1.14). What models and owners wrote is tamed first: see `markdown-text.ts`. */
import { unmatched } from "../citations.ts";
import { RUBRIC } from "../judging/rubric.ts";
import { type Assessment, CRITERIA, type Debate, type Evaluation, type Turn, type Usage } from "../schemas.ts";
import { answerSections } from "./answer-report.ts";
import { critiqueReport } from "./critique-table.ts";
import { inline, list, quote, table } from "./markdown-text.ts";
import { nameOf, scoreCells } from "./names.ts";
import type { TranscriptExport } from "./transcript.ts";
import { solutionSections } from "./solution-report.ts";
import { verdictSections } from "./verdict-report.ts";

/** The report. Sections stand at `##`, rounds' parts at `###` and `####`. Ends with a line break. */
export function renderMarkdown(input: TranscriptExport): string {
  const { debate } = input;
  const sections = [
    `# Debate: ${inline(shortened(debate.topic))}`,
    overview(input),
    ...(debate.demo
      ? ["**Demo:** canned replies of the demo model take part in this debate. No language model wrote them."]
      : []),
    `## Topic\n\n${quote(debate.topic)}`,
    ...(debate.context ? [`## Context\n\n${quote(debate.context)}`] : []),
    ...exhibits(debate),
    `## Participants\n\n${participants(debate)}`,
    ...questions(input),
    ...rounds(input),
    ...resultSections(input),
    ...degraded(debate),
    `## Costs\n\n${costs(debate)}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function resultSections({ result, debate }: TranscriptExport): string[] {
  if (!result) return [];
  if (result.type === "verdict") return verdictSections(result, debate);
  return result.type === "solution" ? solutionSections(result) : answerSections(result, debate);
}

function shortened(text: string): string {
  const flat = text.trim().replaceAll(/\s+/g, " ");
  return flat.length <= 120 ? flat : `${Array.from(flat).slice(0, 119).join("")}…`;
}

function overview({ debate, trace }: TranscriptExport): string {
  const total = trace.timing.totalMs;
  const facts = [
    `Debate: ${debate.id}`,
    `Status: ${debate.status}`,
    `Format: ${debate.format}, ${debate.mode}, ${debate.round} of at most ${debate.maxRounds} rounds`,
    `Judge: ${debate.judge?.model ?? "none"}`,
    `Created: ${debate.createdAt}`,
    ...(total === null ? [] : [`Duration: ${seconds(total)}, of which models ${seconds(trace.timing.modelMs)}`]),
    ...(trace.templates.length > 0 ? [`Reasoning templates: ${trace.templates.map((t) => t.name).join(", ")}`] : []),
    ...(trace.userRating ? [ratingLine(trace.userRating)] : []),
    ...(debate.tags.length > 0 ? [`Tags: ${debate.tags.join(", ")}`] : []),
  ];
  return list(facts);
}

function ratingLine({ rating, comment }: NonNullable<TranscriptExport["trace"]["userRating"]>): string {
  return `The owner's rating: ${rating} of 5${comment ? `. ${comment}` : ""}`;
}

function exhibits({ exhibits: all = [] }: Debate): string[] {
  if (all.length === 0) return [];
  const shown = all.map(({ id, title, text, source }) =>
    [`### ${id}: ${inline(title)}`, ...(source ? [`Source: ${inline(source)}`] : []), quote(text)].join("\n\n"),
  );
  return [["## Exhibits", ...shown].join("\n\n")];
}

function participants(debate: Debate): string {
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

function questions({ questions: asked, debate }: TranscriptExport): string[] {
  if (asked.length === 0) return [];
  const parts = asked.map(({ id, text, askedBy, answer }) => {
    const who = askedBy.map((participant) => nameOf(debate, participant)).join(", ");
    return [
      `### ${id}, asked by ${inline(who)}`,
      quote(text),
      answer === null ? "*No answer was given.*" : quote(`Answer: ${answer}`),
    ];
  });
  return [["## Questions before the debate", ...parts.flat()].join("\n\n")];
}

function rounds({ turns, assessments, evaluations = [], debate }: TranscriptExport): string[] {
  const numbers = [...new Set(turns.map((turn) => turn.round))].toSorted((a, b) => a - b);
  return numbers.map((round) => {
    const parts = turns.filter((turn) => turn.round === round).toSorted((a, b) => a.index - b.index);
    const judged = assessments.filter((a) => a.round === round).map((a) => assessment(a, debate));
    const found = evaluations.filter((e) => e.round === round).map(evaluation);
    return [`## Round ${round}`, ...phases(parts, turns), ...judged, ...found].join("\n\n");
  });
}

const PHASE_TITLES: Record<Turn["phase"], string> = {
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
  interjection: "From the moderator",
};

/** Turns about the same turn stand together. */
function phases(turns: Turn[], all: Turn[]): string[] {
  const present = [...new Set(turns.map((turn) => turn.phase))];
  return present.flatMap((phase) => [
    `### ${PHASE_TITLES[phase]}`,
    ...byTarget(turns.filter((turn) => turn.phase === phase)).map((turn) => contribution(turn, all)),
  ]);
}

function byTarget(turns: Turn[]): Turn[] {
  return [...Map.groupBy(turns, (turn) => turn.targetId).values()].flat();
}

function contribution(turn: Turn, all: Turn[]): string {
  const target = all.find((t) => t.id === turn.targetId);
  const about = target ? ` on ${inline(target.participant)} (${target.id})` : "";
  const title = `#### ${inline(turn.participant)}${about} (${turn.id})`;
  const note = "*This turn failed. What it had said took no part in the debate.*";
  const said = turn.critique ? critiqueReport(turn.critique) : [quote(turn.text || "(nothing)")];
  return [title, ...(turn.status === "failed" ? [note] : []), ...said, ...unmatchedIn(turn)].join("\n\n");
}

function unmatchedIn({ citations = [] }: Turn): string[] {
  const lines = unmatched(citations);
  return lines.length === 0 ? [] : ["**Citations that match nothing:**", list(lines)];
}

function assessment(a: Assessment, debate: Debate): string {
  const rows = a.assessments.map((row) => [nameOf(debate, row.participant), ...scoreCells(row.scores), row.score]);
  const flags = Object.entries(a.flags).flatMap(([name, set]) => (set ? [name] : []));
  return [
    "### The judge's assessment",
    table(["Participant", ...CRITERIA.map((key) => RUBRIC[key].title), "Score"], rows),
    list([
      `Quality: ${a.qualityScore} of 10`,
      `Flags: ${flags.join(", ") || "none"}`,
      `Go on: ${a.shouldContinue ? "yes" : "no"}`,
      ...a.assessments.flatMap((row) => findings(nameOf(debate, row.participant), row)),
      ...a.recommendations.map((text) => `Recommendation: ${text}`),
    ]),
    quote(a.reasoning),
  ].join("\n\n");
}

function evaluation({ confidence, bestRefinement, reasoning }: Evaluation): string {
  const facts = [`Confidence: ${confidence} of 100`, ...(bestRefinement ? [`Best refinement: ${bestRefinement}`] : [])];
  return ["### The judge's evaluation", list(facts), quote(reasoning)].join("\n\n");
}

function findings(name: string, row: Assessment["assessments"][number]): string[] {
  return [
    ...row.strengths.map((text) => `${name}, strength: ${text}`),
    ...row.weaknesses.map((text) => `${name}, weakness: ${text}`),
  ];
}

function degraded({ degraded: losses }: Debate): string[] {
  return losses.length === 0 ? [] : [`## What was lost\n\n${list(losses.map(({ what, why }) => `${what}: ${why}`))}`];
}

function costs(debate: Debate): string {
  const row = (name: string, model: string, part: { usage: Usage; costUsd: number | null }) => {
    const { calls, inputTokens, cachedInputTokens, outputTokens } = part.usage;
    return [name, model, calls, inputTokens, cachedInputTokens, outputTokens, usd(part.costUsd)];
  };
  const rows = [
    ...debate.participants.map((p) => row(p.name, p.model, p)),
    ...(debate.judge ? [row("Judge", debate.judge.model, debate.judge)] : []),
    row("Total", "", { usage: debate.usage, costUsd: debate.cost.totalUsd }),
  ];
  return table(["Who", "Model", "Calls", "Input tokens", "of these cached", "Output tokens", "USD"], rows);
}

function usd(amount: number | null): string {
  return amount === null ? "unknown" : amount.toFixed(6);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
