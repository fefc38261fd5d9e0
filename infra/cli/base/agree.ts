/** Asks before a step that cannot be undone. */
import { UsageError } from "./arguments.cli.ts";
import type { Ask } from "./prompt.cli.ts";

interface Asking {
  err: (text: string) => void;
  /** Missing: no person is at the terminal. */
  ask?: Ask | undefined;
}

/** Prints the warning. Throws `UsageError` unless a person agrees, or has agreed by `--yes`. */
export async function requireAgreed({ err, ask }: Asking, warning: string, isAgreed = false): Promise<void> {
  err(`${warning}\n`);
  if (isAgreed) return;
  if (!ask) throw new UsageError("nobody is at the terminal to agree: add --yes");
  const answer = await ask("Go on? [y/N] ", new AbortController().signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("nothing was changed");
}
