import { hash } from "node:crypto";
import type { Sha256 } from "../../features/receipts/domain/canonical.ts";

export const sha256: Sha256 = (text) => hash("sha256", text);
