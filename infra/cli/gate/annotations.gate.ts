/**
 * Findings as GitHub's workflow commands, which become annotations of the lines. The runner takes every line that begins
 * with `::` for a command, so models' words are printed between two others that switch commands off and on.
 */
import { randomUUID } from "node:crypto";
import type { Finding } from "./findings.gate.ts";
import { agreementText } from "./review-text.ts";

const COMMANDS = { error: "error", warning: "warning", note: "notice" } as const;

/** A line for each finding. */
export function annotationsOf(findings: readonly Finding[]): string {
  return findings.map((finding) => `${annotationOf(finding)}\n`).join("");
}

function annotationOf(finding: Finding): string {
  const { file, line, severity, message } = finding;
  const at = `file=${property(file)},line=${line},title=${property("Parley")}`;
  return `::${COMMANDS[severity]} ${at}::${data(`${message}\n${agreementText(finding)}`)}`;
}

/** Runs `print` while the runner takes no commands. Nobody can guess the word that ends it. */
export async function withoutCommands<T>(out: (text: string) => void, print: () => Promise<T>): Promise<T> {
  const word = randomUUID();
  out(`::stop-commands::${word}\n`);
  try {
    return await print();
  } finally {
    out(`\n::${word}::\n`);
  }
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
