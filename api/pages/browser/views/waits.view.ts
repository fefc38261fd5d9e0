/** Who waits for the next attempt at a turn, and for how long by this browser's clock. */

import type { Debate } from "../base/wire.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";

type Waiting = Debate["participants"][number];

export function waitingIn({ participants }: Debate): Waiting[] {
  return participants.filter(({ statusUntil }) => statusUntil !== undefined);
}

export function waitsView(debate: Debate, now = Date.now()) {
  return waitingIn(debate).map((who) => html`<span class="waits" dir="auto">${waitText(who, now)}</span>`);
}

/** As in "Ben waits for the provider, 12 s". */
export function waitText({ name, status, statusUntil = "", attempt, attempts }: Waiting, now: number): string {
  const seconds = Math.ceil((Date.parse(statusUntil) - now) / 1_000);
  const left = seconds > 0 ? `, ${seconds} s` : "";
  if (status === "rate_limited") return `${name} waits for the provider${left}`;
  const which = attempts === undefined ? `attempt ${attempt}` : `attempt ${attempt} of ${attempts}`;
  return `${name} is asked again (${which})${left}`;
}
