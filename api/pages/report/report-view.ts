/** A report: the page's views, and sections of the Markdown report for what the page does not show. */
import { html, nothing } from "lit-html";
import { type Block, heading } from "../../../domain/export/blocks.ts";
import { exhibits, overview } from "../../../domain/export/report.ts";
import { answerCredit } from "../../../domain/export/sections/answer.ts";
import { controlArmSections } from "../../../domain/export/sections/before-and-after.ts";
import { costsTable } from "../../../domain/export/sections/costs.ts";
import { decisionSections } from "../../../domain/export/sections/decisions.ts";
import { rejudgementSections } from "../../../domain/export/sections/rejudgements.ts";
import { solutionCredit } from "../../../domain/export/sections/solution.ts";
import { ballotSections, verdictQuality } from "../../../domain/export/sections/verdict.ts";
import type { TranscriptExport } from "../../../domain/export/transcript.ts";
import { formatOf } from "../../../domain/formats/registry.ts";
import { drawingsView } from "../browser/drawings.ts";
import type { Entry } from "../browser/live/story.ts";
import { faultView } from "../browser/views/fault.ts";
import { headView } from "../browser/views/head.ts";
import { statusView } from "../browser/views/status.ts";
import { storyView } from "../browser/views/story.ts";
import { criteriaTable, resultView } from "../browser/views/verdict.ts";
import { blocksView } from "./blocks-view.ts";
import { blocksBeside, scoresIn } from "./entries.ts";

/** Pixels of the text column on a desktop and on a phone. */
const WIDTHS = { wide: 664, narrow: 340 };

export interface Frozen {
  whole: TranscriptExport;
  entries: Entry[];
  /** The rendered text of a turn. */
  dressed: (entry: Entry) => unknown;
  /** How a text of a result is rendered. */
  prose: (text: string) => unknown;
}

export function reportView({ whole, entries, dressed, prose }: Frozen) {
  const { debate } = whole;
  const more = (entry: Entry) => [
    entry.kind === "assessment" ? criteriaTable(debate, scoresIn(entry)) : nothing,
    blocksView(blocksBeside(entry, whole)),
  ];
  return html`${headView(debate, { format: formatOf(debate).title, frozen: true })}
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

/** What the page's view of a result does not show. */
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

/** A report has no script to measure its width: CSS shows the drawings that fit. */
function picturesView({ debate, rejudgements }: TranscriptExport, entries: Entry[]) {
  if (!entries.some(({ turn }) => turn)) return nothing;
  return html`<section class="part pictures"><h2>In pictures</h2>
    ${Object.entries(WIDTHS).map(([name, width]) => html`<div class=${name}>${drawingsView({ debate, entries, width, ...(rejudgements && { rejudgements }) })}</div>`)}
  </section>`;
}
