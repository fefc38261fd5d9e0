/** Ids in OpenAI's style. Each is made of the debate's id, so nothing need be looked up, and none can be lost. */

import { isDebateId } from "../../../api/base/ids.api-base.ts";
import type { Asked } from "../domain/asked.openai.ts";

const PREFIX: Record<Asked["by"], string> = { chat: "chatcmpl-", responses: "resp_" };

export function idOf(by: Asked["by"], debateId: string): string {
  return PREFIX[by] + restOf(debateId);
}

/** null for an id that is none of ours. */
export function debateOf(by: Asked["by"], id: string): string | null {
  const prefix = PREFIX[by];
  const debateId = `deb-${id.slice(prefix.length)}`;
  return id.startsWith(prefix) && isDebateId(debateId) ? debateId : null;
}

export function itemId(kind: "rs" | "msg" | "fus", debateId: string, n?: number | string): string {
  return `${kind}_${restOf(debateId)}${n === undefined ? "" : `_${n}`}`;
}

function restOf(debateId: string): string {
  return debateId.slice("deb-".length);
}
