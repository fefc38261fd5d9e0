/**
 * A recorded debate, for whoever has none yet: the report of `docs/examples/debate.json`, which is the export of a debate
 * that the demo model spoke on the question of the README.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import type { App } from "../../base/context.api-base.ts";
import { packageFolder } from "../../base/package-folder.ts";
import { REPORT_CSP } from "./style.ts";

let report: Promise<string> | undefined;

/** Before the debates, whose `:id` matches its address too. */
export function registerRecorded(app: App): void {
  app.get("/debates/recorded", async (c) => {
    report ??= render();
    c.header("Content-Security-Policy", REPORT_CSP);
    return c.html(await report);
  });
}

async function render(): Promise<string> {
  const file = readFileSync(join(packageFolder(), "docs/examples/debate.json"), "utf8");
  const { renderReport } = await import("./report.report-page.ts");
  return renderReport(JSON.parse(file) as TranscriptExport);
}
