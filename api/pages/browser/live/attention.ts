/** Calls an owner who looks elsewhere: marks the page's title and icon while the debate waits for them. */
import type { Debate } from "../base/wire.page-base.ts";

const MARK = "%3Ccircle cx='25' cy='7' r='7' fill='%23c8321a'/%3E%3C/svg%3E";

/** Set by actions/notices.ts when the owner wants notifications. */
export const listener: { onCall?: (debate: Debate, words: string) => void } = {};
let last = "";

/** Returns whether the debate waits for its owner. */
export function callOwner(debate: Debate) {
  const call = callOf(debate);
  markIcon(call !== null);
  if (call && call.key !== last) listener.onCall?.(debate, call.words);
  last = call?.key ?? "";
  return call !== null;
}

/** What the debate waits for; null if it goes on by itself. */
function callOf({ pending, status }: Debate) {
  if (pending?.type === "answers")
    return { key: pending.questions.map(({ id }) => id).join(), words: "The participants ask the owner questions." };
  if (pending) return { key: pending.decision.id, words: "The debate waits for its owner’s decision." };
  return status === "error" ? { key: status, words: "The debate was stopped by a fault." } : null;
}

function markIcon(isMarked: boolean) {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!icon) return;
  const plain = icon.href.replace(MARK, "%3C/svg%3E");
  icon.href = isMarked ? plain.replace("%3C/svg%3E", MARK) : plain;
}
