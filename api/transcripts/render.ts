/** Renders a transcript as a report. Runs in a thread: transcripts may be long, and their texts are untrusted. */
import { renderMarkdown } from "../../domain/export/markdown.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";

export interface ReportInput {
  /** The transcript as JSON. */
  json: Uint8Array;
  as: "md" | "html";
  /** The HTML shows texts as they were written, without Markdown. */
  plain?: boolean;
}

export async function renderTranscript({ json, as, plain = false }: ReportInput): Promise<Uint8Array<ArrayBuffer>> {
  const whole = JSON.parse(new TextDecoder().decode(json)) as TranscriptExport;
  return new TextEncoder().encode(as === "md" ? renderMarkdown(whole) : await html(whole, plain));
}

/** Loads the renderer at its first use. */
async function html(whole: TranscriptExport, plain: boolean): Promise<string> {
  const { renderReport } = await import("../pages/report/report.ts");
  return renderReport(whole, { plain });
}
