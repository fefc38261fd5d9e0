/** Notifications of the browser, for an owner who asked for them. */

import type { Debate } from "../base/wire.page-base.ts";
import { listener } from "../live/attention.ts";

export const canNotify = "Notification" in globalThis;

/** Asks the browser's permission. Resolves with what happens from now on, in words. */
export async function askForNotices() {
  if ((await Notification.requestPermission()) !== "granted")
    return "This browser does not allow notifications from this page. You can change that in its settings.";
  listener.onCall = (debate, words) => {
    if (document.hidden) notify(debate, words);
  };
  return "You get a notification when the debate waits for its owner and this page is not in front.";
}

function notify({ id, topic }: Debate, words: string) {
  const notice = new Notification(words, { body: topic.slice(0, 200), tag: id });
  notice.addEventListener("click", () => {
    focus();
    notice.close();
  });
}
