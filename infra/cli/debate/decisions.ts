/** A decision that waits for its owner, as text. */
import type { Decision } from "../../../domain/faults/decision.ts";
import { plainLine } from "../terminal.ts";

/** The question, its options, and the command that decides. */
export function decisionLines(
  { id, question, options, default: byDefault, expiresAt }: Decision,
  debateId: string,
): string[] {
  const params = (option: Decision["options"][number]) =>
    option.params ? ` --params '${JSON.stringify(option.params)}'` : "";
  return [
    `decision ${id}: ${plainLine(question)}`,
    ...options.map((o) => `  ${o.id}${params(o)}: ${plainLine(o.label)}. ${plainLine(o.consequence)}`),
    `decide with: parley decide ${debateId} ${id} <option> (by default ${byDefault}, at ${expiresAt})`,
  ];
}
