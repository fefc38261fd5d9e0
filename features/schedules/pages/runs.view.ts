/** What a schedule began, newest first. Read when the reader opens the list. */
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { moment, statusWord } from "../../../api/pages/browser/text/words.page-text.ts";
import type { Schedule, ScheduleRun } from "../domain/schedule.ts";

const PAGE = 20;

export function runsView({ id }: Schedule) {
  const toggle = ({ currentTarget }: Event) => {
    const details = currentTarget as HTMLDetailsElement;
    if (details.open) void list(details, id);
  };
  return html`<details @toggle=${toggle}><summary>Past runs</summary><div>Loading …</div></details>`;
}

async function list(details: HTMLDetailsElement, id: string) {
  const place = details.querySelector("div") as HTMLElement;
  const runs: ScheduleRun[] = [];
  let cursor: string | null = null;
  const more = async () => {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) });
    const page = await read<{ items: ScheduleRun[]; nextCursor: string | null }>(`/v1/schedules/${id}/runs?${query}`);
    runs.push(...page.items);
    cursor = page.nextCursor;
    render(listView(runs, cursor ? () => void more() : null), place);
  };
  place.replaceChildren();
  await more().catch((error: Error) => render(html`<p class="fault">${error.message}</p>`, place));
}

function listView(runs: ScheduleRun[], more: (() => void) | null) {
  if (runs.length === 0) return html`<p class="quiet">No run yet.</p>`;
  return html`<ol class="versions">${runs.map(runView)}</ol>
    ${more ? html`<button type="button" class="plain" @click=${more}>Earlier runs</button>` : nothing}`;
}

function runView({ scheduledFor, status, debate, reason }: ScheduleRun) {
  const when = html`<time datetime=${scheduledFor}>${moment(scheduledFor)}</time>`;
  return html`<li>${debate && status !== "deleted" ? html`<a href=${`/debates/${debate}`}>${when}</a>` : when}
    <span class="quiet">${statusWord(status)}</span>${reason ? html` <span dir="auto">${reason}</span>` : nothing}</li>`;
}
