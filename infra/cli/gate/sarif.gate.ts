/** Findings as SARIF 2.1.0, which code hosts show beside the lines. */
import type { Log, Result } from "sarif";
import { version } from "../../base/version.ts";
import type { Finding } from "./findings.gate.ts";
import { agreementText } from "./review-text.ts";

const RULE = "review";

export function sarifOf(findings: readonly Finding[]): Log {
  return {
    version: "2.1.0",
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    runs: [
      {
        tool: {
          driver: {
            name: "parley",
            semanticVersion: version(),
            rules: [{ id: RULE, shortDescription: { text: "A debate between language models names a problem." } }],
          },
        },
        automationDetails: { id: "parley-gate/" },
        columnKind: "utf16CodeUnits",
        results: findings.map(resultOf),
      },
    ],
  };
}

function resultOf(finding: Finding): Result {
  const { file, line, severity, message, agreed, of, unclear_reason } = finding;
  return {
    ruleId: RULE,
    ruleIndex: 0,
    level: severity,
    message: { text: `${message}\n\n${agreementText(finding)}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), uriBaseId: "%SRCROOT%" },
          region: { startLine: line },
        },
      },
    ],
    properties: { agreed, of, unclear_reason },
  };
}

/** A path may have any character. */
function uriOf(path: string): string {
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
