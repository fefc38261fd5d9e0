/** How a report looks: as the page does. Whoever serves it allows this style by its hash, and nothing else. */
import { createHash } from "node:crypto";
import { pageStyle } from "../assets.ts";

export const REPORT_STYLE = pageStyle();
const HASH = createHash("sha256").update(REPORT_STYLE).digest("base64");
export const REPORT_CSP = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** For when it was saved: a file has nobody who sends a policy along, and its style may have been changed by then. */
export const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
