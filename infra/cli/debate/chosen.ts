/** The participants that `--agents` names. */
import { takesPart } from "../../../domain/rules/request/taking-part.ts";
import { UsageError } from "../base/arguments.cli.ts";
import { plainLine } from "../base/terminal.ts";
import type { FileParticipants } from "./file.debate-command.ts";

interface Choice {
  of: FileParticipants | undefined;
  /** Where they stand, for people. */
  whose: string;
  warn: (line: string) => void;
}

/** Whoever is disabled stays so, and is named. Throws `UsageError` where nobody is meant, or nobody is left. */
export function chosen(agents: string[], { of: all = [], whose, warn }: Choice): FileParticipants {
  const picked = [...new Set(agents.flatMap((wanted) => named(wanted, { all, whose })))];
  const disabled = picked.filter((one) => !takesPart(one)).map(({ name }) => plainLine(name));
  const told = `${disabled.join(", ")} ${disabled.length === 1 ? "is" : "are"} disabled in ${whose} ("enabled": false)`;
  if (disabled.length === picked.length) throw new UsageError(`${told}, and --agents names nobody else`);
  if (disabled.length > 0) warn(`${told} and ${disabled.length === 1 ? "takes" : "take"} no part`);
  return picked.filter(takesPart).map(({ enabled: _enabled, ...rest }) => rest);
}

/** By id or name one participant, by role all that have it. */
function named(wanted: string, { all, whose }: { all: FileParticipants; whose: string }): FileParticipants {
  const word = wanted.toLowerCase();
  const one = all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name.toLowerCase() === word);
  const found = one ? [one] : all.filter(({ role }) => role?.toLowerCase() === word);
  if (found.length > 0) return found;
  const known = all.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(", ") || "none";
  throw new UsageError(plainLine(`${whose} has no participant "${wanted}"; it has: ${known}`));
}
