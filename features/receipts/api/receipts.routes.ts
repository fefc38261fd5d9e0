/** The public keys by which anybody checks a receipt. */
import { reply } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { publicKeyOf, ReceiptKeys } from "./keys.api.ts";

export const KEYS_PATH = "/.well-known/parley-keys.json";

export const getReceiptKeys = defineRoute({
  at: `GET ${KEYS_PATH}`,
  place: "none",
  operationId: "getReceiptKeys",
  tag: "Receipts",
  summary: "The public keys that check receipts, as a JWK set; empty where the install signs nothing",
  query: null,
  isJson: false,
  replies: { 200: reply(ReceiptKeys, "The keys", { "Cache-Control": "Anybody may keep them for an hour" }) },
  answer(c, { settings: { receiptKeys = [] } }) {
    c.header("Cache-Control", "public, max-age=3600");
    return c.json({ keys: receiptKeys.map(publicKeyOf) }, 200);
  },
});
