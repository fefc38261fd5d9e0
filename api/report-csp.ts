/** The policy under which an HTML report is shown: its own style by its hash, and nothing else. */
import { createHash } from "node:crypto";
import { REPORT_STYLE } from "../domain/export/html-style.ts";

const HASH = createHash("sha256").update(REPORT_STYLE).digest("base64");
export const REPORT_CSP = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
