/** The audience's view: large text without controls. */

import { headline } from "../../../../domain/show/report/ending.report.ts";
import { taleOf } from "../base/cast.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Pace } from "../live/pace.live.ts";
import type { Entry } from "../live/story.live.ts";
import { statusWord } from "../text/words.page-text.ts";
import { roundsView, speakersOf, speakersView } from "./status.ts";

interface Stage {
  debate: Debate;
  entries: Entry[];
  pace: Pace;
  connected: boolean;
  story: unknown;
  result: unknown;
}

export function stageView({ debate, entries, pace, connected, story, result }: Stage) {
  const { status, topic } = debate;
  return html`<header class="head"><h1 dir="auto">${topic}</h1></header>
    <div class="status"><p><strong class=${`state is-${status}`} dir="auto">${debate.result ? headline(debate.result, taleOf(debate)) : statusWord(status)}</strong>
      ${speakersView(speakersOf(debate, entries))}${roundsView(debate, { pace })}
      ${connected ? nothing : html`<span class="amiss">connection lost, trying again …</span>`}</p></div>
    ${result}${story}`;
}
