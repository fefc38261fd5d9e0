/** Renders a transcript as a report, or as a log of Inspect AI. Runs in a process of its own: transcripts may be long, and their texts are untrusted. */

import type { Imported } from "../../domain/shapes/schemas/provenance.ts";
import { inspectLog } from "../../domain/show/export/inspect.ts";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../domain/show/report/markdown.report.ts";
import type { Tale } from "../../domain/show/report/names.report.ts";

export interface ReportInput {
  /** The transcript as JSON. */
  json: Uint8Array;
  as: "md" | "html" | "inspect";
  /** What the transcript does not say of itself. */
  imported?: Imported | undefined;
  /** The HTML shows texts as they were written, without Markdown. */
  plain?: boolean;
  /** What the reader is told beside the support. */
  earned?: Tale["earned"];
}

declare module "../base/tasks.api-base.ts" {
  interface Tasks {
    renderTranscript: { input: ReportInput; output: Uint8Array<ArrayBuffer> };
  }
}

export async function renderTranscript(input: ReportInput): Promise<Uint8Array<ArrayBuffer>> {
  const { json, as, imported, plain = false, earned } = input;
  const read = JSON.parse(new TextDecoder().decode(json)) as TranscriptExport;
  const whole = imported ? { ...read, debate: { ...read.debate, imported } } : read;
  return new TextEncoder().encode(await text(whole, { as, plain, earned }));
}

type Telling = Pick<ReportInput, "as" | "earned"> & { plain: boolean };

function text(whole: TranscriptExport, { as, plain, earned }: Telling) {
  if (as === "inspect") return `${JSON.stringify(inspectLog(whole))}\n`;
  return as === "md" ? renderMarkdown({ ...whole, earned }) : html(whole, { plain, earned });
}

/** Loads the renderer at its first use. */
async function html(whole: TranscriptExport, how: Omit<Telling, "as">): Promise<string> {
  const { renderReport } = await import("../pages/report/report.report-page.ts");
  return renderReport(whole, how);
}
