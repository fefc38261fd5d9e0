/** What somebody reads whose command waits in line. */

import type { AcceptedCommand } from "../base/wire.page-base.ts";
import { timeOf } from "../form/estimate.form.ts";

/** Empty where it was carried out at once. */
export function acceptedWords(answer: Partial<AcceptedCommand> | null): string {
  const { acceptedAt, estimateSeconds: seconds = 0 } = answer ?? {};
  if (acceptedAt === undefined) return "";
  return `Accepted. Very many commands came at once: yours is carried out in ${timeOf({ seconds })}. It needs no repeating.`;
}
