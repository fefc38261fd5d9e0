/** A report uses the pages' style sheet. The served policy allows this style by its hash, and nothing else. */
import { createHash } from "node:crypto";
import { policyOf } from "../../http/headers.http.ts";
import { pageStyle } from "../assets.ts";

export const REPORT_STYLE = pageStyle();
const HASH = createHash("sha256").update(REPORT_STYLE).digest("base64");
export const REPORT_CSP = policyOf([`style-src 'sha256-${HASH}'`]);
/** The policy inside a saved file, whose style may be changed. */
export const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
