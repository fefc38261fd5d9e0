/** Room for the configurations that a debate has had after its first: calls under way may read each of them. */
import { createHash } from "node:crypto";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";

/** Of one debate. */
export const MOST_CHANGES = { things: 1_000, bytes: 50_000_000 };

/** Takes a place for a changed configuration before it is stored. The text says why there is none. */
export async function whyNoRoom(
  { shelves }: Pick<Store, "shelves">,
  debate: DebateKey,
  config: DebateConfig,
): Promise<string | null> {
  const json = JSON.stringify(config);
  const taken = { id: createHash("sha256").update(json).digest("base64url"), bytes: Buffer.byteLength(json) };
  const { tenant, debateId } = debate;
  if ((await shelves.put({ tenant, debateId, of: "changes" }, taken, MOST_CHANGES)) !== "full") return null;
  const { things, bytes } = MOST_CHANGES;
  const most = `a debate takes at most ${things} different changes with ${bytes / 1_000_000} MB in all`;
  return `${most}: begin another debate with what it has`;
}
