/** What a request to the table is about, by its key: so a bill can say what costs more, and where. */
import type { WireItem } from "./capacity.ts";

/** Of the sort keys of debates, and of the partitions of all else, what stands before the first `#`. */
export function kindOf(item: WireItem): string {
  const [pk, sk] = [item["PK"]?.S ?? "", item["SK"]?.S ?? ""];
  if (!/^T#[^#]*#D#/.test(pk)) return /^T#[^#]*#([^#]+)/.exec(pk)?.[1] ?? /^[^#]+/.exec(pk)?.[0] ?? "?";
  if (sk.startsWith("EVENT#")) return item["deltas"] ? "EVENT of deltas" : "EVENT";
  return /^[^#]+/.exec(sk)?.[0] ?? "?";
}
