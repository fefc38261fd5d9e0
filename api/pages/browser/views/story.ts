/** The story: headings of rounds and phases, turns, the judge's remarks, and notes. */
import type { TemplateResult } from "lit-html";
import { cited, nameOf, voice } from "../cast.ts";
import { guard } from "../lib/lit-html/directives/guard.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.ts";
import { count, money, seconds, title, whole } from "../text/words.ts";
import type { Debate, Turn } from "../wire.ts";
import { assessmentView } from "./assessment.ts";

interface Story {
  debate: Debate;
  entries: Entry[];
  /** The rendered text of a whole turn; null while there is none. */
  dressed: (entry: Entry) => unknown;
  /** A report's additions at the end of an entry. */
  more?: (entry: Entry) => unknown;
}

export function storyView({ debate, entries, dressed, more = () => nothing }: Story) {
  return html`${repeat(
    entries,
    ({ key }) => key,
    (entry, at) => {
      const text = dressed(entry);
      const begins = phaseBefore(entries, at) !== entry.event.phase;
      const times = failuresUpTo(entries, at);
      return guard([entry.revision, text, begins, times], () =>
        VIEWS[entry.kind]({ debate, entry, text, begins, times, more, entries }),
      );
    },
  )}`;
}

/** What was said before the debate began anew. `isOpen`: the newest of it. */
export function earlierView({
  earlier,
  isOpen,
  ...story
}: Omit<Story, "entries"> & { earlier: Entry[][]; isOpen: boolean }) {
  return html`${earlier.map((entries, at) => {
    const turns = entries.filter(({ turn }) => turn).length;
    return html`<details class="earlier" ?open=${isOpen && at === earlier.length - 1}><summary>Before it began anew: ${count(turns, "turn")}</summary>${storyView({ ...story, entries })}</details>`;
  })}`;
}

/** The phase of the turn before, within the round. */
function phaseBefore(entries: Entry[], at: number) {
  for (let i = at - 1; i >= 0; i--) {
    const entry = entries[i];
    if (!entry || entry.kind === "round") return undefined;
    if (entry.kind === "turn" && entry.event.type === "turn.started") return entry.event.phase;
  }
  return undefined;
}

/** The judge's failures in a row are shown once, with their number: 0 if another one follows. */
function failuresUpTo(entries: Entry[], at: number) {
  const isFailure = (entry: Entry | undefined) => entry?.event.type === "judge.failed";
  if (!isFailure(entries[at])) return 1;
  if (isFailure(entries[at + 1])) return 0;
  return at - entries.findLastIndex((entry, i) => i < at && !isFailure(entry));
}

interface Look {
  debate: Debate;
  entry: Entry;
  text: unknown;
  begins: boolean;
  times: number;
  more: (entry: Entry) => unknown;
  entries: Entry[];
}

const VIEWS: Record<Entry["kind"], (look: Look) => TemplateResult> = {
  round: ({ debate, entry, more }) =>
    html`<h2 class="round" id=${entry.isEarlier ? nothing : `round-${entry.round}`}>Round ${entry.round}<span class="quiet"> of ${debate.maxRounds}</span></h2>${more(entry)}`,
  turn: turnView,
  assessment: ({ debate, entry, more }) => assessmentView(debate, entry, more),
  vote: ({ entry: { event } }) =>
    html`<section class="aside"><h3>The judge votes ${event.when} the debate: ${event.vote?.vote}</h3>
      <p class="quiet">${event.vote?.judge} · ${whole(event.vote?.confidence ?? 0)} % sure</p><p dir="auto">${cited(event.vote?.reasoning ?? "")}</p></section>`,
  evaluation: ({ entry, entry: { event, round }, more }) =>
    html`<section class="aside"><h3>The judge on round ${round}: ${whole(event.evaluation?.confidence ?? 0)} % confident</h3>
      <p dir="auto">${cited(event.evaluation?.reasoning ?? "")}</p>${more(entry)}</section>`,
  questions: questionsView,
  decision: ({ entry: { event } }) => {
    const made = event.decision?.made;
    const option = event.decision?.options.find(({ id }) => id === made?.option);
    return note(html`Decided${made?.by === "default" ? " by default" : ""}: ${option?.label ?? made?.option}`);
  },
  note: ({ debate, entry, times }) => (times === 0 ? html`` : note(cited(noteText(debate, entry, times)))),
  act: () => html``,
};

function questionsView({ debate, entry: { event, answers } }: Look) {
  return html`<section class="aside"><h3>Questions before the debate</h3>
    <dl class="questions">${event.questions?.map(({ id, text, askedBy }) => {
      const answer = answers?.get(id);
      const open = answers?.has(id) ? "not answered" : "not answered yet";
      return html`<dt dir="auto">${text} <span class="quiet">${askedBy.map((who) => nameOf(debate, who)).join(", ")}</span></dt>
        <dd dir="auto">${answer ?? html`<span class="quiet">${open}</span>`}</dd>`;
    })}</dl></section>`;
}

function note(text: unknown) {
  return html`<p class="note" dir="auto">${text}</p>`;
}

function noteText(debate: Debate, { event }: Entry, times: number) {
  const why = event.reason ? ` – ${event.reason}` : "";
  switch (event.type) {
    case "participant.dropped":
      return `${nameOf(debate, event.participantId)} is out: ${event.message ?? event.kind}`;
    case "judge.replaced":
      return `${event.judge} judges from here on, in place of ${event.before}`;
    case "judge.failed":
      return `The judge failed${times > 1 ? `, ${times} times` : ""}: ${event.message ?? event.kind}${event.waitMs === null ? "" : "; retrying"}`;
    case "round.timed_out":
    case "act.skipped":
      return `Left out: ${event.degradation?.what} – ${event.degradation?.why}`;
    default:
      return `${STATUS_NOTES[event.by ?? ""] ?? STATUS_NOTES[event.status ?? ""] ?? event.status}${why}`;
  }
}

const STATUS_NOTES: Record<string, string> = {
  resume: "Resumed",
  retry: "Tried again",
  reset: "Begun anew",
  stop: "Stopped by its owner",
  paused: "Paused",
  error: "Stopped by a fault",
  awaiting_decision: "Waiting for a decision",
};

function turnView({ debate, entry, text, begins, more, entries }: Look) {
  const { event, turn, state } = entry;
  const speaker = turn?.participantId ?? event.participantId;
  const isMine = event.type === "interjection.added";
  const name = isMine ? "The owner" : (turn?.participant ?? nameOf(debate, speaker));
  const target = turn?.targetId && html` on ${speakerOf(entries, turn.targetId)}${cited(turn.targetId)}`;
  const to = turn?.to && ` to ${nameOf(debate, turn.to)} alone`;
  const phase = isMine ? "interjection" : (event.phase ?? "");
  return html`${begins && !isMine ? phaseHeading(entry, phase) : nothing}
    <article class=${`turn ${isMine ? "voice-0" : voice(debate, speaker)} ${state}`} id=${event.turnId ?? entry.key}
      aria-labelledby=${`${entry.key}-by`} aria-busy=${state === "speaking" ? "true" : "false"}>
      <h4 class="speaker" id=${`${entry.key}-by`}><span class="name" dir="auto">${name}</span>
        <span class="quiet">${isMine ? "says" : nothing}${target || to || nothing}</span></h4>
      ${text ?? html`<div class="prose raw" dir="auto">${entry.text}${state === "speaking" ? html`<span class="caret" aria-hidden="true"></span>` : nothing}</div>`}
      ${entry.fault ? html`<p class="fault">${cited(entry.fault)}</p>` : nothing}
      ${more(entry)}
      ${turn && !isMine ? footView(turn) : nothing}
    </article>`;
}

/** The answers before round 1 belong to no round, so they need their own heading. */
function phaseHeading({ round }: Entry, phase: string) {
  return phase === "blind"
    ? html`<h2 class="round" id=${`round-${round}`}>Round ${round}: each alone, blind<span class="quiet"> before the debate; no participant sees it later</span></h2>`
    : html`<h3 class="phase">${title(phase)}</h3>`;
}

function speakerOf(entries: Entry[], turnId: string) {
  const turn = entries.find((entry) => entry.turn?.id === turnId)?.turn;
  return turn ? `${turn.participant}, ` : "";
}

function footView({ model, latencyMs, costUsd, usage, citations, attempt }: Turn) {
  const missing = citations?.filter(({ found }) => !found).length ?? 0;
  const facts = [
    model,
    seconds(latencyMs),
    `${whole(usage.outputTokens)} tokens`,
    ...(costUsd ? [money(costUsd)] : []),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ];
  return html`<p class="foot">${facts.join(" · ")}${missing ? html` · <strong class="amiss">${missing} quoted words not found</strong>` : nothing}</p>`;
}
