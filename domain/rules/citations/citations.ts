/**
 * Checks a turn's citations by normalised string match, without a model
 * (docs/design/debate.md#19-exhibits-and-templates): exhibits by number, and verbatim quotations of other speakers.
 */

import { type Allowance, createFinder, newAllowance } from "../../base/text/normalise-text.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { Citation, Turn } from "../../shapes/schemas/turn.schema.ts";
import { type Quotation, quotationsIn } from "./quotations.ts";
import { type Reference, referencesIn } from "./references.rules.ts";

export interface CitationInput {
  text: string;
  /** The author's id. */
  participantId: string;
  exhibits: Exhibit[];
  /** The turns that the speaker could see. */
  turns: Pick<Turn, "id" | "participantId" | "participant" | "text">[];
  /** Topic, context and positions: quoting these is not a citation. */
  given: string[];
}

/** Every citation contains one of these. Used to skip turns without citations. */
const SIGNS = /[“„«»「"‘]|E\d|exhibits?\s/iu;

export function mayCite(text: string): boolean {
  return SIGNS.test(text);
}

interface Source {
  id: string;
  has: (quotation: string) => boolean;
  isImage?: boolean;
}

/** The parts of a text, found in one pass. */
interface Read {
  quotations: Quotation[];
  references: Reference[];
  /** Offsets at which sentences begin, except the first. */
  sentences: number[];
  speakers: Speaker[];
}

interface Speaker {
  name: string;
  /** Offsets of the name in the text. */
  places: number[];
  turnId: string;
}

/**
 * In text order. An exhibit is listed once, and not again if a quotation cites it. null if the search would take too
 * long.
 */
export function checkCitations(input: CitationInput): Citation[] | null {
  const read = readCitations(input);
  const { quotations, references } = read;
  const allowance = newAllowance();
  const sources = sourcesOf(input, allowance);
  const quoted = quotations.map((quotation, i) => {
    const reference = neighbour(input.text, { quotation, before: quotations[i - 1], read });
    const citation = reference
      ? fromExhibit(quotation, reference, sources.exhibits)
      : fromAnywhere(quotation, sources, read);
    return { at: quotation.from, citation };
  });
  if (allowance.left < 0) return null;
  const taken = new Set(quoted.map(({ citation }) => citation?.ref));
  const named = references.flatMap(({ number, from, to }) => {
    const ref = `E${number}`;
    const around = quotations[countWhere(quotations, (q) => q.from < from) - 1];
    if (taken.has(ref) || (around && to < around.to)) return [];
    taken.add(ref);
    return [{ at: from, citation: { ref, quoted: null, found: input.exhibits.some(({ id }) => id === ref) } }];
  });
  const all = [...quoted, ...named].toSorted((a, b) => a.at - b.at);
  return all.flatMap(({ citation }) => citation ?? []);
}

function readCitations({ text, exhibits, turns, participantId }: CitationInput): Read {
  const others = new Set(turns.filter((t) => t.participantId !== participantId).map((t) => t.participant));
  const latest = new Map(turns.map((t) => [t.participant, t.id]));
  return {
    quotations: quotationsIn(text),
    references: referencesIn(text, { bare: exhibits.length > 0 }),
    sentences: [...text.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length),
    speakers: [...others].map((name) => ({
      name,
      places: placesOf(name, text),
      turnId: latest.get(name) ?? "",
    })),
  };
}

/** A full stop ends a sentence before a blank; Chinese and Japanese stops always do. */
const SENTENCE_END = /\p{Sentence_Terminal}["”’)\]]?\s|[。！？｡．][”’」』）］]?|\n/gu;

function placesOf(name: string, text: string): number[] {
  const places: number[] = [];
  if (name === "") return places;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) places.push(at);
  return places;
}

function sourcesOf({ exhibits, turns, participantId, given }: CitationInput, allowance: Allowance) {
  const source = ({ id, text }: { id: string; text: string }): Source => ({ id, has: createFinder(text, allowance) });
  return {
    exhibits: exhibits.map((exhibit) => ({ ...source(exhibit), isImage: exhibit.image !== undefined })),
    others: turns
      .filter((t) => t.participantId !== participantId)
      .toReversed()
      .map(source),
    own: turns.filter((t) => t.participantId === participantId).map(source),
    given: given.map((text) => source({ id: "given", text })),
  };
}

function fromExhibit({ text }: Quotation, { number }: Reference, exhibits: Source[]): Citation {
  const ref = `E${number}`;
  // What is written in an image cannot be compared.
  if (exhibits.some(({ id, isImage }) => id === ref && isImage)) return { ref, quoted: null, found: true };
  return { ref, quoted: text, found: exhibits.some(({ id, has }) => id === ref && has(text)) };
}

/** Prefers the newest turn. null if the quotation is not a citation. */
function fromAnywhere(quotation: Quotation, sources: ReturnType<typeof sourcesOf>, read: Read): Citation | null {
  const { text } = quotation;
  const source = [...sources.others, ...sources.exhibits, ...sources.own].find(({ has }) => has(text));
  if (source) return { ref: source.id, quoted: text, found: true };
  if (sources.given.some(({ has }) => has(text))) return null;
  return { ref: attributed(quotation, read), quoted: text, found: false };
}

/** What may separate a quotation from the reference that follows it. */
const AFTER = /^[\s.,;:!?()[\]–—-]{0,4}(?:see |in )?(?:exhibit\s+)?E?$/iu;

/** The exhibit that a quotation is attributed to: named right after it, else before it in the same sentence. */
function neighbour(
  text: string,
  at: { quotation: Quotation; before: Quotation | undefined; read: Read },
): Reference | null {
  const { quotation, before, read } = at;
  const { references } = read;
  const behind = references[countWhere(references, (r) => r.from < quotation.to)];
  if (behind && AFTER.test(text.slice(quotation.to, behind.from))) return behind;
  const start = Math.max(sentenceStart(quotation, read), before?.to ?? 0);
  const ahead = references[countWhere(references, (r) => r.to <= quotation.from) - 1];
  if (!ahead || ahead.from < start) return null;
  return lastNamed({ from: ahead.to, to: quotation.from }, read) ? null : ahead;
}

function sentenceStart({ from }: Quotation, { sentences }: Read): number {
  return sentences[countWhere(sentences, (start) => start <= from) - 1] ?? 0;
}

/** The latest turn of the speaker named before the quotation in its sentence; null if no speaker is named. */
function attributed(quotation: Quotation, read: Read): string | null {
  return lastNamed({ from: sentenceStart(quotation, read), to: quotation.from }, read)?.turnId ?? null;
}

/** The speaker named last in this part of the text. */
function lastNamed({ from, to }: { from: number; to: number }, { speakers }: Read): Speaker | null {
  let last: { speaker: Speaker; at: number } | null = null;
  for (const speaker of speakers) {
    const { name, places } = speaker;
    const at = places[countWhere(places, (place) => place + name.length <= to) - 1] ?? -1;
    if (at >= from && at > (last?.at ?? -1)) last = { speaker, at };
  }
  return last?.speaker ?? null;
}

/** Binary search: the number of leading items that match, if no later item does. */
function countWhere<T>(items: readonly T[], isSo: (item: T) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(items[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** One line for each citation that matched nothing, for the judge and reports. */
export function unmatched(citations: Citation[], says: Record<keyof typeof UNMATCHED, string> = UNMATCHED): string[] {
  return citations
    .filter(({ found }) => !found)
    .map(({ ref, quoted }) => {
      if (quoted === null) return `${ref}: ${says.exhibit}`;
      return `"${quoted}": ${ref === null ? says.anywhere : `${says.within} ${ref}`}`;
    });
}

/** In English, as judges read it. */
export const UNMATCHED = {
  exhibit: "there is no such exhibit",
  anywhere: "not found anywhere",
  within: "not found in",
} as const;
