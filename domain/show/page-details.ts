/** Details of workflows for Temporal's UI, in Markdown: what they do, and the page that shows it. */
import { withoutLastSlash } from "../base/text/text.ts";

/**
 * `publicUrl`: where Parley's pages are; unknown: the path stands there as text.
 *
 * @example
 * debateDetails("", "deb-1", "https://parley.test/") // → "[The page of the debate](https://parley.test/debates/deb-1) shows what happens, as it happens."
 */
export function debateDetails(does: string, debateId: string, publicUrl?: string | null): string {
  const page = pageLine("The page of the debate", `/debates/${debateId}`, publicUrl);
  return does === "" ? page : `${does} ${page}`;
}

/**
 * `publicUrl`: as for a debate.
 *
 * @example
 * experimentDetails("exp-1") // → "The page of the experiment shows what happens, as it happens: `/experiments/exp-1` at the address of Parley."
 */
export function experimentDetails(experimentId: string, publicUrl?: string | null): string {
  return pageLine("The page of the experiment", `/experiments/${experimentId}`, publicUrl);
}

function pageLine(name: string, path: string, publicUrl: string | null = null): string {
  const shows = "shows what happens, as it happens";
  if (!publicUrl) return `${name} ${shows}: \`${path}\` at the address of Parley.`;
  return `[${name}](${withoutLastSlash(publicUrl)}${path}) ${shows}.`;
}
