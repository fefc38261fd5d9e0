/** The install's keys for receipts: Ed25519, the first signs, and all are published. */
import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import { line, list } from "../../../domain/shapes/schemas/bounds.ts";
import type { Provenance } from "../../../domain/shapes/schemas/provenance.ts";
import type { Receipt, UnsignedReceipt } from "../../../domain/show/export/receipt.export.ts";
import { canonicalJson } from "../domain/canonical.ts";
import type { TrustedKeys } from "../domain/checks/signature.ts";
import type { Statement } from "../domain/statement.ts";
import { signedText } from "../domain/statement.ts";

const PublicKey = z
  .object({
    kty: z.literal("OKP").meta({ description: "The kind of key (RFC 8037)" }),
    crv: z.literal("Ed25519").meta({ description: "Its curve" }),
    x: z
      .string()
      .max(43)
      .regex(/^[\w-]{43}$/, "must be 32 bytes as base64url")
      .meta({ description: "The public key, base64url" }),
    kid: line.meta({ description: "Its thumbprint (RFC 7638), which receipts name" }),
    use: z.literal("sig").meta({ description: "It signs" }),
    alg: z.literal("EdDSA").meta({ description: "The algorithm" }),
  })
  .meta({ id: "ReceiptKey", description: "A public key as a JWK (RFC 7517)" });
export type PublicKey = z.infer<typeof PublicKey>;

export const ReceiptKeys = z
  .object({ keys: list(PublicKey, 100).meta({ description: "The first signs; those after it signed before" }) })
  .meta({ id: "ReceiptKeys", description: "The install's public keys for receipts" });

/** The parts of a JWK that are the key. */
type Point = Pick<PublicKey, "kty" | "crv" | "x">;

export function publicKeyOf(key: KeyObject): PublicKey {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" }) as { x?: string };
  const point: Point = { kty: "OKP", crv: "Ed25519", x };
  return { ...point, kid: thumbprintOf(point), use: "sig", alg: "EdDSA" };
}

/** RFC 7638: the canonical JSON of the required members. */
function thumbprintOf({ kty, crv, x }: Point): string {
  return hash("sha256", canonicalJson({ kty, crv, x }), "base64url");
}

/** Keys count by their own thumbprints, whatever `kid` they come with. */
export function trustedKeys(keys: Point[]): TrustedKeys {
  const known = new Map(
    keys.map(({ kty, crv, x }) => [
      thumbprintOf({ kty, crv, x }),
      createPublicKey({ key: { kty, crv, x }, format: "jwk" }),
    ]),
  );
  return {
    has: (keyId) => known.has(keyId),
    hasSigned(keyId, { text, signature }) {
      const key = known.get(keyId);
      const bytes = Buffer.from(signature, "base64url");
      // Base64 has several texts for the same bytes, and only one of them is the receipt that was signed.
      if (!key || bytes.toString("base64url") !== signature) return false;
      return verify(null, Buffer.from(text), key, bytes);
    },
  };
}

/** The receipt of a statement. */
export function signStatement(
  statement: Statement & { provenance: Provenance },
  by: { key: KeyObject; now: Date },
): Receipt {
  const unsigned: UnsignedReceipt = {
    version: 2,
    algorithm: "Ed25519",
    keyId: publicKeyOf(by.key).kid,
    signedAt: by.now.toISOString(),
    ...statement,
  };
  const signature = sign(null, Buffer.from(signedText(unsigned)), by.key).toString("base64url");
  return { ...unsigned, signature };
}
