/** Options that other tools have, and what they are called here: letters alone would suggest another one. */
const MEANT: Record<string, string> = {
  "--agent": "--participants",
  "--budget": "--max-cost",
  "--cost": "--max-cost",
  "--debaters": "--participants",
  "--max-cost-usd": "--max-cost",
  "--max-rounds": "--rounds",
  "--max-turns": "--rounds",
  "--model": "--participants, whose entries name their models",
  "--models": "--participants, whose entries name their models",
  "--out": "--output",
  "--schema": "--output-schema",
  "--turns": "--rounds",
};

/** Commander's message about an unknown option, with the one that was probably meant. */
export function withMeant(text: string): string {
  const [, option = ""] = /unknown option '(--[a-z-]{1,40})/.exec(text) ?? [];
  const meant = Object.hasOwn(MEANT, option) ? MEANT[option] : undefined;
  if (meant === undefined) return text;
  const rest = text.replace(/\n\(Did you mean [^\n]*\)/, "").trimEnd();
  return `${rest}\n(Did you mean ${meant}?)\n`;
}
