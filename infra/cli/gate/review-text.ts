/** A review in words. */
import { plural } from "../../../domain/base/text/text.ts";
import { plainLine } from "../base/terminal.ts";
import type { Finding } from "./findings.gate.ts";
import type { Review } from "./review.gate.ts";

/** Who agreed, and why the finding is unclear. */
export function agreementText({ agreed, of, unclear_reason }: Finding): string {
  const who = agreed.map(({ name, model }) => `${name} (${model})`).join(", ");
  return `Named by ${agreed.length} of ${of}: ${who}.${unclear_reason === null ? "" : ` Unclear: ${unclear_reason}`}`;
}

/** In one line. */
function headline({
  outcome,
  unclear_reason,
  debates,
}: Pick<Review, "outcome" | "unclear_reason" | "debates">): string {
  if (unclear_reason !== null) return `${outcome}: ${unclear_reason}`;
  return debates.length === 0 ? `${outcome}: nothing changed` : outcome;
}

export function reviewText({ outcome, unclear_reason, findings, dropped, debates, unread, without }: Review): string {
  const lines = [
    headline({ outcome, unclear_reason, debates }),
    ...findings.map((it) => `${it.file}:${it.line} ${it.severity}: ${it.message} ${agreementText(it)}`),
    ...(dropped > 0 ? [`${plural(dropped, "finding")} dropped: no such line in the change`] : []),
    ...(without.length > 0 ? [`no lines to read: ${without.join(", ")}`] : []),
    ...(unread.length > 0 ? [`not reviewed: ${unread.join(", ")}`] : []),
    ...debates.map(({ id, outcome: own, answer, watch }) => `${own}: ${answer ?? "no conclusion"} ${watch ?? id}`),
  ];
  return lines.map((line) => `${plainLine(line)}\n`).join("");
}
