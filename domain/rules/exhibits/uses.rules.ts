/**
 * What a debate makes of its exhibits: who cites them, which claims they bear on, and for whom they were found. Browsers
 * load this module as it is, so it imports types only.
 */
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Conclusion } from "../../shapes/schemas/conclusion.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** A claim was checked before the ballots; without such checks the conclusion names what it rests on. */
type Claim = ClaimCheck | Conclusion["evidence"][number];

export interface ExhibitUse {
  /** In the order in which it was said. */
  citedBy: { turnId: string; participant: string; quoted: { text: string; found: boolean }[] }[];
  claims: Claim[];
  /** The turns for which it was found; null: it was found for the judge. */
  foundFor: { turnId: string; participant: string | null }[];
}

interface Debated {
  turns: readonly Pick<Turn, "id" | "participant" | "citations">[];
  lookups: readonly (ExhibitUse["foundFor"][number] & { tools: readonly Partial<Pick<ToolUse, "exhibits">>[] })[];
  result: Result | null;
}

/** By the exhibit's id. */
export function exhibitUses({ turns, lookups, result }: Debated): (id: string) => ExhibitUse {
  const uses = new Map<string, ExhibitUse>();
  const useOf = (id: string) => {
    const use = uses.get(id) ?? { citedBy: [], claims: [], foundFor: [] };
    uses.set(id, use);
    return use;
  };
  for (const { id: turnId, participant, citations = [] } of turns)
    for (const { ref, quoted, found } of citations) {
      if (ref === null) continue;
      const { citedBy } = useOf(ref);
      const known = citedBy.at(-1);
      const citing = known?.turnId === turnId ? known : { turnId, participant, quoted: [] };
      if (citing !== known) citedBy.push(citing);
      if (quoted !== null) citing.quoted.push({ text: quoted, found });
    }
  for (const claim of claimsIn(result)) for (const ref of new Set(refsOf(claim))) useOf(ref).claims.push(claim);
  for (const { tools, ...whom } of lookups)
    for (const ref of new Set(tools.flatMap(({ exhibits = [] }) => exhibits))) useOf(ref).foundFor.push(whom);
  return useOf;
}

function claimsIn(result: Result | null): readonly Claim[] {
  const checked = result?.type === "verdict" ? result.claims : undefined;
  return checked?.length ? checked : (result?.conclusion?.evidence ?? []);
}

function refsOf({ refs, quotes = [] }: Claim): string[] {
  return [...refs, ...quotes.map(({ ref }) => ref)];
}
