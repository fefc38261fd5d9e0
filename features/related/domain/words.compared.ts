/** Names of a request's fields, in words of people. */

const NAMES: Record<string, string> = {
  "limits maxCostUsd": "Cost at most, USD",
  "limits warnAtCostUsd": "Warning at cost, USD",
  "limits maxTokens": "Tokens at most",
  "limits turnTimeoutSeconds": "Time for a turn, seconds",
  "limits judgeTimeoutSeconds": "Time for the judge, seconds",
  "limits roundTimeoutSeconds": "Time for a round, seconds",
  systemPrompt: "system prompt",
  systemPromptFrom: "where the system prompt is from",
  instructions: "instructions",
  maxOutputTokens: "length of an answer, tokens",
  temperature: "temperature",
  conclusion: "Written conclusion",
  judging: "When the judge assesses",
  roundDelayMs: "Pause between rounds, milliseconds",
  requireIndependent: "independent of the debaters",
  guides: "guides the speakers",
  "controlArm calls": "Answers without a debate",
  promptSource: "prompt",
};

/**
 * The field's own name where it has one, else its path in words.
 *
 * @example
 * settingName(["limits", "maxCostUsd"], { isFirst: true }) // → "Cost at most, USD"
 * settingName(["contextWindow", "strategy"], { isFirst: true }) // → "Context window, strategy"
 */
export function settingName(path: readonly string[], { isFirst }: { isFirst: boolean }): string {
  const words = NAMES[path.join(" ")] ?? path.map(spaced).join(", ");
  return isFirst ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : words;
}

function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[-_]/g, " ");
}
