/** Turns that take longer than their rounds may. */
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import type { FlatEvent } from "../../support/world.ts";

/** Never done within the limit, in which a busy machine makes the others. */
export const SLOW: ModelReplyScript = { text: "word ".repeat(2_000), profile: { tps: 20, chunkSize: 5 } };
export const LIMIT = { limits: { roundTimeoutSeconds: 3 } };
export const IDS = ["p1", "p2", "p3"];

export const only = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);
export const isTurn = (request: ModelRequest) => kindOf(request) === "turn";
export const isBens = (request: ModelRequest) => isTurn(request) && request.model.includes("claude");

/** Replies slowly where `when` holds; the rest go as usual. */
export function slowly(when: (request: ModelRequest) => boolean, script: (r: ModelRequest) => ModelReplyScript) {
  return (request: ModelRequest) => (when(request) ? SLOW : script(request));
}
