/** The part of a provider's message that may be shown: one short line without keys and without the prompt. */
import { HALF, wellFormed } from "../../../domain/base/text/well-formed.ts";
import type { ModelCall } from "../base/port.model.ts";

const LONGEST = 200;
/** Characters of a message that are read. Providers may send any number. */
const READ = 1_000;
/** If a message contains this many characters of the prompt, the provider echoes its input. */
const ECHO = 24;
/** Prefixed keys and bearer tokens. */
const KEY = /\b(?:bearer\s+\S+|(?:sk|pk|rk|gsk|key|org|proj)[-_][\w*.-]{4,}|AIza[\w*-]{6,})/gi;
/** A key if it mixes letters and digits. */
const LONG_RUN = /[\w-]{32,}/g;

/** The provider's message for our own; "" if nothing may be shown. */
export function shownMessage(message: string, call: ModelCall, apiKey: string | null): string {
  const unkeyed = apiKey ? message.replaceAll(apiKey, "***") : message;
  const line = beginning(wellFormed(unkeyed).replaceAll(/\s+/g, " ").trim());
  if (line === "" || echoesPrompt(line, call)) return "";
  const shown = line.replaceAll(KEY, "***").replaceAll(LONG_RUN, (run) => (isMixed(run) ? "***" : run));
  return shown.length <= LONGEST ? shown : `${shown.slice(0, LONGEST - 1).replace(HALF, "")}…`;
}

/** Ends after a word: half a key would not be recognised. */
function beginning(line: string): string {
  if (line.length <= READ) return line;
  const end = line.lastIndexOf(" ", READ);
  return line.slice(0, end < 0 ? READ : end);
}

function isMixed(run: string): boolean {
  return /\d/.test(run) && /[a-z]/i.test(run);
}

/** One pass over the prompt, whatever the line's length. */
function echoesPrompt(line: string, { system, messages }: ModelCall): boolean {
  const prompt = [system, ...messages.flatMap((message) => message.content)].join(" ").replaceAll(/\s+/g, " ");
  const pieces = new Set<string>();
  for (let at = 0; at + ECHO <= line.length; at++) pieces.add(line.slice(at, at + ECHO));
  for (let at = 0; at + ECHO <= prompt.length; at++) if (pieces.has(prompt.slice(at, at + ECHO))) return true;
  return false;
}
