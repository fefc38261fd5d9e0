/**
 * A model of what the log needs of DynamoDB: a conditional put of one item, and a consistent query that is no
 * snapshot. It is there for exploring interleavings only; what a user runs is tested on the real engines.
 */
import { eventKey, type Item, type ItemKey } from "../../../store/table/keys.table.ts";
import type { QueryInput } from "../../../store/table/queries.ts";

/** Items in one page of an answer, so that a reader has to ask for more. */
const PAGE = 6;

export interface Engine {
  /** False when the place is taken. */
  putIfAbsent(item: Item): boolean;
  /** Begins a query: the places below `head + 1 + split` are read now, those above when the answer is asked for. */
  query(input: QueryInput, split: number): () => { items: Item[]; last: Item | null };
  /** Those that are there, by a read that may miss the last `behind` of all that were put. */
  getMany(keys: ItemKey[], behind: number): Item[];
  /** All items in the order of their places. */
  items(): Item[];
}

export function createEngine(): Engine {
  let stored: Item[] = [];
  let puts: Item[] = [];

  const between = (from: string, to: string) => stored.filter(({ SK }) => SK >= from && SK < to);

  function query(input: QueryInput, split: number) {
    if (!input.ConsistentRead) throw new Error("the log must read consistently");
    const { from, to } = rangeOf(input);
    const middle = maximum(from, eventKey(endOf(stored) + 1 + split));
    const below = between(from, middle);
    return () => pageOf([...below, ...between(middle, to)], input);
  }

  return {
    putIfAbsent(item) {
      if (stored.some(({ SK }) => SK === item.SK)) return false;
      puts = [...puts, item];
      stored = [...stored, item].toSorted((a, b) => (a.SK < b.SK ? -1 : 1));
      return true;
    },
    query,
    getMany(keys, behind) {
      const seen = puts.slice(0, Math.max(0, puts.length - behind));
      return seen.filter((item) => keys.some(({ PK, SK }) => PK === item.PK && SK === item.SK));
    },
    items: () => stored,
  };
}

function rangeOf({ ExpressionAttributeValues: values = {} }: QueryInput): { from: string; to: string } {
  if (values[":events"]) return { from: values[":events"], to: `${values[":events"]}:` };
  return { from: values[":from"], to: values[":to"] };
}

function pageOf(found: Item[], { Limit = PAGE, ScanIndexForward = true }: QueryInput) {
  const limit = Math.min(Limit, PAGE);
  const items = (ScanIndexForward ? found : found.toReversed()).slice(0, limit);
  return { items, last: items.length === limit ? (items.at(-1) ?? null) : null };
}

/** The last id of the log. */
function endOf(items: Item[]): number {
  const last = items.at(-1);
  return last ? Number(last.SK.slice("EVENT#".length)) + Number(last.count) - 1 : 0;
}

function maximum(a: string, b: string): string {
  return a > b ? a : b;
}
