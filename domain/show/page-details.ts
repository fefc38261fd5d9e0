/** Details of workflows for Temporal's UI, in Markdown: what they do, and the page that shows it. */
import { withoutLastSlash } from "../base/text/text.ts";

/** `publicUrl`: where Parley's pages are; unknown: the path stands there as text. */
export function debateDetails(does: string, debateId: string, publicUrl?: string | null): string {
  const page = pageLine("The page of the debate", `/debates/${debateId}`, publicUrl);
  return does === "" ? page : `${does} ${page}`;
}

export function experimentDetails(experimentId: string, publicUrl?: string | null): string {
  return pageLine("The page of the experiment", `/experiments/${experimentId}`, publicUrl);
}

function pageLine(name: string, path: string, publicUrl: string | null = null): string {
  const shows = "shows what happens, as it happens";
  if (!publicUrl) return `${name} ${shows}: \`${path}\` at the address of Parley.`;
  return `[${name}](${withoutLastSlash(publicUrl)}${path}) ${shows}.`;
}
