/** The schedules: when each begins debates, in words and times of the reader's zone, what it began, and its pause. */
import { read, send } from "../../../api/pages/browser/base/api.page-base.ts";
import { refocus } from "../../../api/pages/browser/base/focus.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { moment } from "../../../api/pages/browser/text/words.page-text.ts";
import { plural } from "../../../domain/base/text/text.ts";
import type { Schedule, ScheduleState } from "../domain/schedule.ts";
import { runsView } from "./runs.view.ts";
import { inTime, whenText } from "./when.ts";

let place: HTMLElement;
let items: ScheduleState[] = [];
let nextCursor: string | null = null;
let canWrite = false;
let problem = "";

void beginPage("page", async (content, session) => {
  place = content;
  ({ canWrite } = session);
  await readMore();
  place.replaceChildren();
  draw();
});

/** The list has no times: each schedule is read for its own. */
async function readMore() {
  const query = new URLSearchParams({ limit: "20", ...(nextCursor && { cursor: nextCursor }) });
  const page = await read<{ items: Schedule[]; nextCursor: string | null }>(`/v1/schedules?${query}`);
  const states = await Promise.all(page.items.map(({ id }) => read<ScheduleState>(`/v1/schedules/${id}`)));
  items = [...items, ...states];
  ({ nextCursor } = page);
}

async function showMore() {
  const from = items.length;
  await readMore();
  draw();
  refocus(place.querySelectorAll<HTMLElement>(".topic")[from]);
}

async function give(id: string, command: "pause" | "resume") {
  problem = "";
  try {
    const state = await send<ScheduleState>(`/v1/schedules/${id}/${command}`);
    items = items.map((each) => (each.id === id ? state : each));
  } catch (error) {
    problem = (error as Error).message;
  }
  draw();
}

function draw() {
  render(
    html`<h1>Schedules</h1>
      <p class="lead">Debates that begin by the clock.</p>
      <p class="quiet">Times are those of your own zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. <a href="/docs/guide/api">How to make one</a></p>
      ${problem ? html`<p class="fault" role="alert">${problem}</p>` : nothing}
      ${items.length === 0 ? html`<p class="quiet">There are no schedules yet. <code>parley schedules create</code> makes one.</p>` : nothing}
      <ol class="debates">${items.map(scheduleView)}</ol>
      ${nextCursor ? html`<button type="button" @click=${() => void showMore()}>More schedules</button>` : nothing}`,
    place,
  );
}

function scheduleView(schedule: ScheduleState) {
  const { id, name, paused, running, counts, preset, request } = schedule;
  const command = paused ? "resume" : "pause";
  return html`<li aria-labelledby=${id}>
    <h2 class="topic" id=${id} tabindex="-1" dir="auto">${name}</h2>
    <p>${whenText(schedule)}</p>
    <p class="facts"><span class="state">${paused ? "Paused" : "On"}</span>
      <span>${counts.started} begun</span>
      ${running > 0 ? html`<span>${running} under way</span>` : nothing}
      ${counts.skipped > 0 ? html`<span>${counts.skipped} left out, since the one before was not over</span>` : nothing}
      ${counts.missed > 0 ? html`<span>${counts.missed} missed</span>` : nothing}</p>
    <p class="quiet">${preset ? html`The preset ${preset}` : html`<bdi>${topicOf(request)}</bdi>`}</p>
    ${nextView(schedule)}
    ${canWrite ? html`<p><button type="button" @click=${() => void give(id, command)}>${command === "pause" ? "Pause" : "Resume"}<span class="unseen"> ${name}</span></button></p>` : nothing}
    ${runsView(schedule)}
  </li>`;
}

function nextView({ paused, next }: ScheduleState) {
  const [first, ...later] = next;
  if (paused) return html`<p>It begins nothing until it is resumed.</p>`;
  if (!first) return html`<p>It has no further time.</p>`;
  return html`<p>Next ${inTime(first, Date.now())}: <time datetime=${first}>${moment(first)}</time></p>
    ${later.length > 0 ? html`<details><summary>${plural(later.length, "further time")}</summary><ul>${later.map((at) => html`<li><time datetime=${at}>${moment(at)}</time></li>`)}</ul></details>` : nothing}`;
}

function topicOf(request: ScheduleState["request"]) {
  const { topic, preset } = request ?? {};
  if (typeof topic === "string") return topic;
  return typeof preset === "string" ? `The preset ${preset}` : "Its own request";
}
