/** A link that lets others read one debate, as the API shows it. */
import { z } from "zod";

export const Share = z
  .object({
    id: z.string().meta({ description: "The link's id, which is no secret", examples: ["mVb1cQ7xT0aZ"] }),
    createdAt: z.string().meta({ description: "ISO 8601, UTC" }),
    expiresAt: z.string().meta({ description: "ISO 8601, UTC" }),
  })
  .meta({ id: "Share" });
export type Share = z.infer<typeof Share>;

const THIRTY_DAYS = 2_592_000;

export const ShareRequest = z
  .strictObject({ expiresInSeconds: z.int().min(1).max(THIRTY_DAYS).meta({ description: "At most 30 days" }) })
  .meta({ id: "ShareRequest", description: "How long a link lets others read the debate" });
