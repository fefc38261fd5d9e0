/** A debate as a Markdown report (spec §1.14). What models and owners wrote is tamed first: see `markdown-text.ts`. */
import { RUBRIC } from "../judging/rubric.ts";
import { type Assessment, CRITERIA, type Debate, type Turn, type Usage } from "../schemas.ts";
import { inline, list, quote, table } from "./markdown-text.ts";
import { nameOf, scoreCells } from "./names.ts";
import type { TranscriptExport } from "./transcript.ts";
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
    `## Participants\n\n${participants(debate)}`,
    ...questions(input),
    ...rounds(input),
    ...(input.result ? verdictSections(input.result, debate) : []),
    ...degraded(debate),
    `## Costs\n\n${costs(debate)}`,
  ];
  return `${sections.join("\n\n")}\n`;
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
    ...(debate.tags.length > 0 ? [`Tags: ${debate.tags.join(", ")}`] : []),
  ];
  return list(facts);
}

function participants(debate: Debate): string {
  const rows = debate.participants.map((p) => [p.name, p.position, p.persona ?? "", p.model]);
  return table(["Name", "Position", "Character", "Model"], rows);
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

function rounds({ turns, assessments, debate }: TranscriptExport): string[] {
  const numbers = [...new Set(turns.map((turn) => turn.round))].toSorted((a, b) => a - b);
  return numbers.map((round) => {
    const parts = turns.filter((turn) => turn.round === round).toSorted((a, b) => a.index - b.index);
    const judged = assessments.filter((a) => a.round === round).map((a) => assessment(a, debate));
    return [`## Round ${round}`, ...phases(parts), ...judged].join("\n\n");
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
};

function phases(turns: Turn[]): string[] {
  const present = [...new Set(turns.map((turn) => turn.phase))];
  return present.flatMap((phase) => [
    `### ${PHASE_TITLES[phase]}`,
    ...turns.filter((turn) => turn.phase === phase).map(contribution),
  ]);
}

function contribution(turn: Turn): string {
  const title = `#### ${inline(turn.participant)} (${turn.id})`;
  const note = "*This turn failed. What it had said took no part in the debate.*";
  return [title, ...(turn.status === "failed" ? [note] : []), quote(turn.text || "(nothing)")].join("\n\n");
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
