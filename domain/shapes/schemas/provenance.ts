/** Where a debate ran: at the install that shows it, or elsewhere, from where it was imported. A receipt signs it. */
import { z } from "zod";
import { line, list } from "./bounds.ts";

const Origin = z.enum(["ran-here", "imported"]);

const ImportedSignature = z
  .object({
    keyId: line.meta({ description: "The key that the receipt names" }),
    signedAt: line.meta({ description: "When it was signed, as the receipt says" }),
    verified: z.boolean().meta({
      description: "True: a key of the importing install made the signature. False: that install does not know the key",
    }),
    says: Origin.meta({ description: "The provenance that the receipt states" }),
  })
  .meta({ id: "ImportedSignature", description: "The receipt that an imported export came with" });

export const Imported = z
  .object({
    at: line.optional().meta({ description: "When it was imported, by the install's clock; missing: not recorded" }),
    by: line.optional().meta({
      description:
        "Who imported it: an API key's id, or the hash of a token's subject. Missing: nobody needed a key, or a share link shows it",
    }),
    signature: z
      .union([ImportedSignature, z.null()])
      .meta({ description: "null: the export was not signed, so anybody may have written it" }),
    rejudgements: list(line, 50)
      .optional()
      .meta({ description: "Rejudgements that came with the export; later ones ran here" }),
  })
  .meta({
    id: "Imported",
    description: "How a debate came here that this install did not run; missing in debates that it ran",
  });
export type Imported = z.infer<typeof Imported>;

export const Provenance = z
  .union([
    z.object({ origin: z.literal("ran-here").meta({ description: "The install that signs ran the debate" }) }),
    z.object({
      origin: z.literal("imported").meta({ description: "The install that signs did not run the debate" }),
      ...Imported.shape,
    }),
  ])
  .meta({ id: "Provenance", description: "Where the debate ran" });
export type Provenance = z.infer<typeof Provenance>;

export function provenanceOf(imported: Imported | undefined): Provenance {
  return imported ? { origin: "imported", ...imported } : { origin: "ran-here" };
}

/**
 * Whether the install may sign it. An import must have come with a receipt of a key that the install still has: then the
 * install signed it before, and the debate began as one that ran there.
 */
export function isVouchedFor(imported: Imported | undefined, ownKeys: readonly string[]): boolean {
  if (!imported) return true;
  const { signature } = imported;
  return signature?.verified === true && ownKeys.includes(signature.keyId);
}
