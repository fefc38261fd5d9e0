/** The page of a debate as it stands: its own views, and sections of the Markdown report for what it has no view of. */
import { html, nothing } from "lit-html";
import { answerCredit } from "../../../domain/export/answer-report.ts";
import { type Block, heading } from "../../../domain/export/blocks.ts";
import { controlArmSections } from "../../../domain/export/control-arm-report.ts";
import { costsTable } from "../../../domain/export/costs-table.ts";
import { decisionSections } from "../../../domain/export/decision-report.ts";
import { rejudgementSections } from "../../../domain/export/rejudgement-report.ts";
import { exhibits, overview } from "../../../domain/export/report.ts";
import { solutionCredit } from "../../../domain/export/solution-report.ts";
import type { TranscriptExport } from "../../../domain/export/transcript.ts";
import { ballotSections, verdictQuality } from "../../../domain/export/verdict-report.ts";
import { drawingsView } from "../browser/drawings.js";
import { faultView } from "../browser/fault-view.js";
import { headView } from "../browser/head-view.js";
import { statusView } from "../browser/status-view.js";
import type { Entry } from "../browser/story.js";
import { storyView } from "../browser/story-view.js";
import { criteriaTable, resultView } from "../browser/verdict-view.js";
import { blocksView } from "./blocks-view.ts";
import { prose } from "./prose.ts";
import { blocksBeside, scoresIn } from "./told.ts";

/** Pixels: the column of text, and that of a phone. */
const WIDTHS = { wide: 664, narrow: 340 };

export interface Frozen {
  whole: TranscriptExport;
  entries: Entry[];
  /** The rendered text of a turn. */
  dressed: (entry: Entry) => unknown;
}

export function reportView({ whole, entries, dressed }: Frozen) {
  const { debate } = whole;
  const more = (entry: Entry) => [
    entry.kind === "assessment" ? criteriaTable(debate, scoresIn(entry)) : nothing,
    blocksView(blocksBeside(entry, whole)),
  ];
  return html`${headView(debate, { frozen: true })}
    ${statusView({ debate: { ...debate, pending: null }, connected: true, commands: nothing })}
    ${section(exhibits(debate))}
    <section class="story" aria-label="What was said">
      ${storyView({ debate, entries, dressed, more })}
      ${entries.every(({ kind }) => kind === "act") ? html`<p class="quiet">Nobody has spoken yet.</p>` : nothing}
    </section>
    ${debate.pending ? nothing : faultView(debate)}
    ${resultView(debate, { prose, more: blocksView(besideResult(whole)) })}
    ${section(rejudgementSections(whole))}
    ${picturesView(whole, entries)}
    ${section(decisionSections(whole))}
    ${section([heading(2, "Costs"), costsTable(debate)])}
    ${section([heading(2, "About this debate"), overview(whole)])}`;
}

function section(blocks: Block[]) {
  return blocks.length === 0 ? nothing : html`<section class="part">${blocksView(blocks)}</section>`;
}

/** What the page's view of a result leaves out. */
function besideResult({ result, debate }: TranscriptExport): Block[] {
  switch (result?.type) {
    case "verdict":
      return [
        verdictQuality(result),
        ...(result.controlArm && debate.round > 0 ? controlArmSections(result.controlArm, debate) : []),
        ...ballotSections(result, debate),
      ];
    case "solution":
      return [solutionCredit(result)];
    case "answer":
      return [answerCredit(result, debate)];
    default:
      return [];
  }
}

/** Without a script nothing can be drawn to measure: a style shows the one that fits. */
function picturesView({ debate, rejudgements }: TranscriptExport, entries: Entry[]) {
  if (!entries.some(({ turn }) => turn)) return nothing;
  return html`<section class="part pictures"><h2>In pictures</h2>
    ${Object.entries(WIDTHS).map(([name, width]) => html`<div class=${name}>${drawingsView({ debate, entries, width, ...(rejudgements && { rejudgements }) })}</div>`)}
  </section>`;
}
