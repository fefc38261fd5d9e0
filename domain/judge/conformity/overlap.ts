/**
 * How far participants hold what they hold for the same reasons, by their words. A reason shares with another the share of
 * the shorter one's words that both have (Szymkiewicz–Simpson). Each reason counts with the nearest reason of the other
 * participant, and the overlap of two participants is the mean over the reasons of both.
 */
import { wordKey } from "../../base/text/normalise-text.ts";
import { stemsOf } from "../../base/text/words.text.ts";

/** Long words that carry no reason, in the languages of reports. */
const EMPTY = new Set(
  `about also been being both can't could does done each even every from have having here into just less like made make many
  more most much must only other others over same shall should some such than that their them then there these they thing
  things this those through under very want wants well were what when where which while will with without work would your
  aber alle allem allen aller alles also andere anderen auch beide dann damit dass dazu denn deren dessen dies diese diesem
  diesen dieser dieses doch durch eben eher eine einem einen einer eines etwas gegen haben hatte hier ihre ihrem ihren ihrer
  immer jede jedem jeden jeder jedes kann kein keine keinen können lassen lässt machen macht mehr meist muss müssen nach
  nicht nichts noch oder ohne sehr sein seine seinem seinen seiner sich sind sollen sollte sondern soviel unter viel viele
  vielen weil wenn werden wieder wird wollen worden wurde wurden würde würden zwar über`.split(/\s+/),
);
/** A reason of fewer words counts as one of so many: one common word is no common reason. */
const FEWEST = 3;
/** In scripts without spaces each character counts. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;

/** The mean over all pairs of participants, 0–1; null where fewer than two gave a reason with a word in it. */
export function reasonsOverlap(reasonsOf: string[][]): number | null {
  const sets = reasonsOf.map((reasons) => reasons.map(tellingOf).filter((stems) => stems.size > 0));
  const given = sets.filter((reasons) => reasons.length > 0);
  const pairs = given.flatMap((one, i) => given.slice(i + 1).map((other) => pairOverlap(one, other)));
  return pairs.length === 0 ? null : mean(pairs);
}

function pairOverlap(one: Set<string>[], other: Set<string>[]): number {
  const nearest = (reason: Set<string>, among: Set<string>[]) => Math.max(...among.map((it) => shared(reason, it)));
  return mean([...one.map((reason) => nearest(reason, other)), ...other.map((reason) => nearest(reason, one))]);
}

/** The share of the shorter one's words. */
function shared(a: Set<string>, b: Set<string>): number {
  const both = a.intersection(b).size;
  return both === a.size && both === b.size ? 1 : both / Math.max(FEWEST, Math.min(a.size, b.size));
}

function tellingOf(reason: string): Set<string> {
  const key = wordKey(reason);
  const words = key.replaceAll(UNSPACED, " ").split(" ");
  const stems = stemsOf(words.filter((word) => !EMPTY.has(word)));
  return new Set([...stems, ...(key.match(UNSPACED) ?? [])]);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
