/**
 * Checks what a turn cites (spec §1.9): exhibits by their number, and verbatim quotations of the others, by normalised
 * string match. Pure code: no model is asked.
 */
import { createFinder } from "./matching.ts";
import { type Quotation, quotationsIn, type Reference, referencesIn } from "./quotations.ts";
import type { Citation, Exhibit, Turn } from "./schemas/turn.ts";

export interface CitationInput {
  text: string;
  /** Who wrote it, by id. */
  participantId: string;
  exhibits: Exhibit[];
  /** What the speaker could see. */
  turns: Pick<Turn, "id" | "participantId" | "participant" | "text">[];
  /** Topic, context and positions: quoting them is no citation. */
  given: string[];
}

type Source = { id: string; has: (quotation: string) => boolean };

/** In the order of the text; an exhibit that is named again is listed once, and not beside a quotation from it. */
export function checkCitations(input: CitationInput): Citation[] {
  const { text, exhibits } = input;
  const references = referencesIn(text, { bare: exhibits.length > 0 });
  const quotations = quotationsIn(text);
  const sources = sourcesOf(input);
  const quoted = quotations.flatMap((quotation, i) => {
    const reference = neighbour({ quotation, before: quotations[i - 1], references, input });
    const citation = reference
      ? fromExhibit(quotation, reference, sources.exhibits)
      : fromAnywhere(quotation, sources, input);
    return citation ? [{ at: quotation.from, citation }] : [];
  });
  const taken = new Set(quoted.map(({ citation }) => citation.ref));
  const named = references.flatMap(({ number, from, to }) => {
    const ref = `E${number}`;
    const inside = quotations.some((q) => q.from < from && to < q.to);
    if (taken.has(ref) || inside) return [];
    taken.add(ref);
    return [{ at: from, citation: { ref, quoted: null, found: exhibits.some(({ id }) => id === ref) } }];
  });
  return [...quoted, ...named].toSorted((a, b) => a.at - b.at).map(({ citation }) => citation);
}

function sourcesOf({ exhibits, turns, participantId, given }: CitationInput) {
  const source = ({ id, text }: { id: string; text: string }): Source => ({ id, has: createFinder(text) });
  return {
    exhibits: exhibits.map(source),
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
  return { ref, quoted: text, found: exhibits.some(({ id, has }) => id === ref && has(text)) };
}

/** The newest turn that says so comes first. Null for what is no citation. */
function fromAnywhere(
  quotation: Quotation,
  sources: ReturnType<typeof sourcesOf>,
  input: CitationInput,
): Citation | null {
  const { text } = quotation;
  const source = [...sources.others, ...sources.exhibits, ...sources.own].find(({ has }) => has(text));
  if (source) return { ref: source.id, quoted: text, found: true };
  if (sources.given.some(({ has }) => has(text))) return null;
  return { ref: attributed(quotation, input), quoted: text, found: false };
}

/** Between a quotation and the reference that follows it stands no word. */
const AFTER = /^[\s.,;:!?()[\]–—-]{0,4}(?:see |in )?(?:exhibit\s+)?E?$/iu;

/** The exhibit that a quotation is said to come from: named right behind it, else before it in the same sentence. */
function neighbour(at: {
  quotation: Quotation;
  before: Quotation | undefined;
  references: Reference[];
  input: CitationInput;
}): Reference | null {
  const { quotation, references, input } = at;
  const behind = references.find((r) => r.from >= quotation.to);
  if (behind && AFTER.test(input.text.slice(quotation.to, behind.from))) return behind;
  const start = leadStart(input.text, at);
  const ahead = references.findLast((r) => r.from >= start && r.to <= quotation.from);
  if (!ahead) return null;
  return lastNamed(input.text.slice(ahead.to, quotation.from), input) ? null : ahead;
}

/** Where the words begin that lead up to a quotation: its sentence, or the end of the quotation before it. */
function leadStart(text: string, { quotation, before }: { quotation: Quotation; before?: Quotation | undefined }) {
  const sentence = /.*(?:[.!?]["”’)\]]?\s|\n)/s.exec(text.slice(0, quotation.from))?.[0].length ?? 0;
  return Math.max(sentence, before?.to ?? 0);
}

/** The latest turn of whom the sentence names before the quotation; null when it names nobody who has spoken. */
function attributed(quotation: Quotation, input: CitationInput): string | null {
  const lead = input.text.slice(leadStart(input.text, { quotation }), quotation.from);
  const speaker = lastNamed(lead, input);
  return input.turns.findLast((turn) => turn.participant === speaker)?.id ?? null;
}

function lastNamed(lead: string, { turns, participantId }: CitationInput): string | null {
  const others = new Set(turns.filter((t) => t.participantId !== participantId).map((t) => t.participant));
  const places = [...others].map((name) => ({ name, at: lead.lastIndexOf(name) })).filter(({ at }) => at >= 0);
  return places.toSorted((a, b) => b.at - a.at)[0]?.name ?? null;
}

/** Each citation that matched nothing, as a line for the judge and for reports. */
export function unmatched(citations: Citation[]): string[] {
  return citations
    .filter(({ found }) => !found)
    .map(({ ref, quoted }) => {
      if (quoted === null) return `${ref}: there is no such exhibit`;
      return `"${quoted}": not found ${ref === null ? "anywhere" : `in ${ref}`}`;
    });
}
