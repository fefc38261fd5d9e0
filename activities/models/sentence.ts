/** What of a provider's own words may be shown: one short line without keys and without the prompt. */
import type { ModelCall } from "./port.ts";

const LONGEST = 200;
/** A piece of the prompt this long in an error means that the provider echoes what it was sent. */
const ECHO = 24;
/** Prefixed keys, bearer tokens, and any long run that mixes letters and digits. */
const KEY_LIKE =
  /\b(bearer\s+\S+|(sk|pk|rk|gsk|key|org|proj)[-_][\w*.-]{4,}|AIza[\w*-]{6,}|(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,})/gi;

/** The provider's message, ready to be appended to ours; "" when nothing of it may be shown. */
export function shownMessage(message: string, call: ModelCall, apiKey: string | null): string {
  const line = message.replaceAll(/\s+/g, " ").trim();
  const unkeyed = (apiKey ? line.replaceAll(apiKey, "***") : line).replaceAll(KEY_LIKE, "***");
  if (unkeyed === "" || echoesPrompt(line, call)) return "";
  return unkeyed.length <= LONGEST ? unkeyed : `${unkeyed.slice(0, LONGEST - 1)}…`;
}

function echoesPrompt(line: string, { system, messages }: ModelCall): boolean {
  const prompt = [system, ...messages.flatMap((message) => message.content)].join(" ").replaceAll(/\s+/g, " ");
  for (let at = 0; at + ECHO <= line.length; at++) if (prompt.includes(line.slice(at, at + ECHO))) return true;
  return false;
}
