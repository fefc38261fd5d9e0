/**
 * Calls an owner who looks elsewhere: a mark in the page's title and icon while the debate waits for them, and a
 * notification if they asked for it.
 */
import type { Debate } from "../wire.ts";

const MARK = "%3Ccircle cx='25' cy='7' r='7' fill='%23c8321a'/%3E%3C/svg%3E";

let wantsNotice = false;
let shown = "";

/** What the debate waits for; null if it goes on by itself. */
function callOf({ pending, status }: Debate) {
  if (pending?.type === "answers")
    return { key: pending.questions.map(({ id }) => id).join(), words: "The participants ask you questions." };
  if (pending) return { key: pending.decision.id, words: "The debate waits for your decision." };
  return status === "error" ? { key: status, words: "The debate was stopped by a fault." } : null;
}

export function callOwner(debate: Debate) {
  const call = callOf(debate);
  markPage(call !== null);
  if (call && call.key !== shown && wantsNotice && document.hidden) notify(debate, call.words);
  shown = call?.key ?? "";
  return call !== null;
}

function markPage(isMarked: boolean) {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!icon) return;
  const plain = icon.href.replace(MARK, "%3C/svg%3E");
  icon.href = isMarked ? plain.replace("%3C/svg%3E", MARK) : plain;
}

function notify({ id, topic }: Debate, words: string) {
  const notice = new Notification(words, { body: topic.slice(0, 200), tag: id });
  notice.addEventListener("click", () => {
    focus();
    notice.close();
  });
}

export const canNotify = "Notification" in globalThis;

/** Asks the browser's permission. Resolves with what happens from now on, in words. */
export async function askForNotices() {
  wantsNotice = (await Notification.requestPermission()) === "granted";
  return wantsNotice
    ? "You get a notification when the debate waits for you and this page is not in front."
    : "This browser does not allow notifications from this page. You can change that in its settings.";
}
