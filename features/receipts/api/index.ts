/** Receipts over HTTP: signed transcripts, and the keys that check them. */

import type { ApiFeature } from "../../../api/feature.ts";
import { getReceiptKeys } from "./receipts.routes.ts";
import { signedExport } from "./signed.ts";

export const receipts: ApiFeature = {
  routes: [getReceiptKeys],
  services: (services) => ({ signed: (record, by) => signedExport(services, record, by) }),
};
