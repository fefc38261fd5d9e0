/** The schemas of a receipt, and of the prompts beside it (docs/receipts.md). */
import { z } from "zod";
import { dictionary, line, list, prose } from "../../shapes/schemas/bounds.ts";
import { Provenance } from "../../shapes/schemas/provenance.ts";

const sha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");

// These stand in reports of imports, so they cannot be sentences.
const thumbprint = z
  .string()
  .max(43)
  .regex(/^[\w-]{43}$/, "must be a SHA-256 as base64url");
const moment = z
  .string()
  .max(24)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "must be a time in ISO 8601, UTC");

export const Receipt = z
  .object({
    version: z.literal(2).meta({ description: "Of this form" }),
    algorithm: z.literal("Ed25519").meta({ description: "The signature's algorithm (RFC 8032)" }),
    keyId: thumbprint.meta({
      description: "The key's `kid` in `/.well-known/parley-keys.json`: its thumbprint (RFC 7638)",
    }),
    signedAt: moment.meta({ description: "When it was signed, by the clock of the install: ISO 8601, UTC" }),
    provenance: Provenance,
    chain: z
      .object({
        events: z.int().min(0).meta({ description: "How many events are chained" }),
        head: sha256.meta({ description: "The last event's hash" }),
      })
      .meta({ description: "The end of the chain of events" }),
    content: sha256.meta({ description: "Of the export without this receipt, as canonical JSON (RFC 8785)" }),
    parts: dictionary(sha256, 30).meta({ description: "The same of each part of the export, by its name" }),
    signature: z
      .string()
      .max(86)
      .regex(/^[\w-]{86}$/, "must be 64 bytes as base64url")
      .meta({ description: "Of this receipt without `signature`, as canonical JSON; base64url" }),
  })
  .meta({ id: "Receipt", description: "What the install signs about an export" });
export type Receipt = z.infer<typeof Receipt>;
export type UnsignedReceipt = Omit<Receipt, "signature">;

const place = z.int().min(0).max(100_000);

export const SentPrompts = z
  .object({
    texts: list(prose, 100_000).meta({ description: "Each text of the prompts once" }),
    turns: list(
      z.object({
        id: line.meta({ description: "The turn's id" }),
        system: place.meta({ description: "The system prompt, as its place in `texts`" }),
        messages: list(
          z.object({
            role: z.enum(["user", "assistant"]).meta({ description: "`assistant`: the model's own words" }),
            content: list(place, 100_000).meta({ description: "Its pieces, as their places in `texts`" }),
          }),
          100_000,
        ).meta({ description: "The messages after it, in their order" }),
        output: z
          .object({
            name: line.meta({ description: "The schema's name" }),
            schema: dictionary(z.unknown(), 50).meta({ description: "The JSON Schema" }),
          })
          .optional()
          .meta({ description: "What a structured reply must look like" }),
      }),
      10_000,
    ).meta({ description: "Turns whose prompt could be rebuilt" }),
  })
  .meta({ id: "SentPrompts", description: "The prompts of the turns; those of a signed export alone" });
export type SentPrompts = z.infer<typeof SentPrompts>;
