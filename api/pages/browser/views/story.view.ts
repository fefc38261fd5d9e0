/** The story: headings of rounds and phases, turns, the judge's remarks, and notes. */

import type { TemplateResult } from "lit-html";
import { plural } from "../../../../domain/base/text/text.ts";
import { money, percent, seconds, whole } from "../../../../domain/base/words/figures.words.ts";
import { assessmentSections, evaluationSections } from "../../../../domain/show/report/assessment.report.ts";
import type { Block } from "../../../../domain/show/report/blocks.ts";
import { aboutWhom, phaseTitle } from "../../../../domain/show/report/names.report.ts";
import { noteOf } from "../../../../domain/show/report/notes.report.ts";
import { cited, type Lang, langOf, nameOf, taleOf, voice } from "../base/cast.page-base.ts";
import { type PageWords, type Words, wordsIn } from "../base/say.ts";
import type { Debate, Turn } from "../base/wire.page-base.ts";
import { guard } from "../lib/lit-html/directives/guard.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";
import { blocksView } from "./blocks.view.ts";

interface Story {
  debate: Debate;
  entries: Entry[];
  /** The rendered text of a whole turn; null while there is none. */
  dressed: (entry: Entry) => unknown;
  /** Left out: it is not loaded yet. */
  lookups?: typeof import("./lookups.view.ts") | null;
  /** A report's additions at the end of an entry. */
  more?: (entry: Entry) => unknown;
}

export function storyView({ debate, entries, dressed, lookups = null, more = () => nothing }: Story) {
  return html`${repeat(
    entries,
    ({ key }) => key,
    (entry, at) => {
      const text = dressed(entry);
      const begins = phaseBefore(entries, at) !== entry.event.phase;
      const times = failuresUpTo(entries, at);
      const known = entry.lookups ? [lookups, debate.exhibits?.length] : [];
      return guard([entry.revision, text, begins, times, debate.language, ...known], () =>
        VIEWS[entry.kind]({ debate, entry, text, begins, times, lookups, more, entries }),
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
    return html`<details class="earlier" ?open=${isOpen && at === earlier.length - 1}><summary>Before it began anew: ${plural(turns, "turn")}</summary>${storyView({ ...story, entries })}</details>`;
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
  lookups: NonNullable<Story["lookups"]> | null;
  more: (entry: Entry) => unknown;
  entries: Entry[];
}

const VIEWS: Record<Entry["kind"], (look: Look) => TemplateResult> = {
  round: ({ debate, entry, more }) =>
    html`<h2 class="round" id=${entry.isEarlier ? nothing : `round-${entry.round}`}>${wordsIn(debate).say("Round {round}", { round: entry.round ?? 0 })}<span class="quiet"> ${wordsIn(debate).say("of {count}", { count: debate.maxRounds })}</span></h2>${more(entry)}`,
  turn: turnView,
  assessment: ({ debate, entry: { event } }) =>
    asideView(debate, event.assessment ? assessmentSections(event.assessment, taleOf(debate)) : []),
  vote: ({ debate, entry: { event } }) => {
    const words = wordsIn(debate);
    return html`<section class="aside"><h4>${noteOf(event, taleOf(debate))}</h4>
      <p class="quiet">${event.vote?.judge} · ${words.say("{share} sure", { share: percent((event.vote?.confidence ?? 0) / 100) })}</p><p dir="auto" lang=${langOf(debate)}>${cited(event.vote?.reasoning ?? "", words)}</p></section>`;
  },
  evaluation: ({ debate, entry: { event } }) =>
    asideView(debate, event.evaluation ? evaluationSections(event.evaluation, taleOf(debate)) : []),
  questions: questionsView,
  decision: ({ debate, entry: { event } }) => note(noteOf(event, taleOf(debate))),
  note: ({ debate, entry, times }) =>
    times === 0 ? html`` : note(cited(noteText(debate, entry, times), wordsIn(debate))),
  lookups: ({ debate, entry, lookups }) => html`${lookups?.judgesView(debate, entry.lookups)}`,
  act: () => html``,
};

/** As deep as the turns: the judge speaks when the next round may have begun. */
function asideView(debate: Debate, blocks: Block[]) {
  const deep = blocks.map((block) => (block.kind === "heading" ? { ...block, level: 4 as const } : block));
  return html`<section class="aside">${blocksView(deep, debate)}</section>`;
}

function questionsView({ debate, entry: { event, answers } }: Look) {
  const { say } = wordsIn(debate);
  return html`<section class="aside"><h2>${say("Questions before the debate")}</h2>
    <dl class="questions">${event.questions?.map(({ id, text, askedBy }) => {
      const answer = answers?.get(id);
      const open = say(answers?.has(id) ? "not answered" : "not answered yet");
      return html`<dt dir="auto" lang=${langOf(debate)}>${text} <span class="quiet">${askedBy.map((who) => nameOf(debate, who)).join(", ")}</span></dt>
        <dd dir="auto">${answer ?? html`<span class="quiet">${open}</span>`}</dd>`;
    })}</dl></section>`;
}

function note(text: unknown) {
  return html`<p class="note" dir="auto">${text}</p>`;
}

function noteText(debate: Debate, { event }: Entry, times: number) {
  const told = noteOf(event, taleOf(debate));
  if (told !== null) return told;
  const words = wordsIn(debate);
  const { say } = words;
  if (event.type === "judge.failed") {
    const fault = event.message ?? event.kind ?? "";
    return `${times > 1 ? say("The judge failed, {times} times: {fault}", { times, fault }) : say("The judge failed: {fault}", { fault })}${event.waitMs === null ? "" : say("; retrying")}`;
  }
  return `${statusNote(event, words)}${event.reason ? ` – ${event.reason}` : ""}`;
}

function statusNote({ by, status }: Entry["event"], { word }: Words) {
  return word(STATUS_NOTES[by ?? ""] ?? STATUS_NOTES[status ?? ""] ?? status ?? "");
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

function turnView({ debate, entry, text, begins, lookups, more, entries }: Look) {
  const { event, turn, state } = entry;
  const words = wordsIn(debate);
  const { say } = words;
  const speaker = turn?.participantId ?? event.participantId;
  // The owner may write in any language.
  const lang = event.type === "interjection.added" ? nothing : langOf(debate);
  const isMine = event.type === "interjection.added";
  const name = isMine ? say("The owner") : (turn?.participant ?? nameOf(debate, speaker));
  const target = ofWhom({ debate, entries, words }, { phase: event.phase, targetId: turn?.targetId ?? event.targetId });
  const to = turn?.to && say(" to {name} alone", { name: nameOf(debate, turn.to) });
  return html`${begins && event.phase && !isMine ? html`<h3 class="phase">${phaseTitle(event.phase, words)}</h3>` : nothing}
    <article class=${`turn ${isMine ? "voice-0" : voice(debate, speaker)} ${state}`} id=${event.turnId ?? entry.key}
      aria-labelledby=${`${entry.key}-by`} aria-busy=${state === "speaking" ? "true" : "false"}>
      <h4 class="speaker" id=${`${entry.key}-by`}><span class="name" dir="auto">${name}</span>
        <span class="quiet">${isMine ? say("says") : nothing}${target || to || nothing}</span></h4>
      ${lookups?.lookupsView(debate, entry) ?? nothing}
      ${text ? inLanguage(text, lang) : html`<div class="prose raw" dir="auto" lang=${lang}>${entry.text}${state === "speaking" ? html`<span class="caret" aria-hidden="true"></span>` : nothing}</div>`}
      ${entry.fault ? html`<p class="fault">${cited(entry.fault, words)}</p>` : nothing}
      ${more(entry)}
      ${turn && !isMine ? footView(turn, words) : nothing}
    </article>`;
}

function inLanguage(text: unknown, lang: Lang) {
  return lang === nothing ? text : html`<div lang=${lang}>${text}</div>`;
}

/** Of whom a turn speaks, with a link where it is about one turn. */
function ofWhom(
  { debate, entries, words }: Pick<Look, "debate" | "entries"> & { words: PageWords },
  { phase, targetId }: { phase: string | null | undefined; targetId: string | undefined },
) {
  if (targetId === undefined) return undefined;
  const target = entries.find(({ event }) => event.turnId === targetId);
  const name = target?.turn?.participant ?? nameOf(debate, target?.event.participantId ?? targetId);
  const told = aboutWhom(phase ?? "", name, words);
  return target ? html`${told}, ${cited(targetId, words)}` : told;
}

function footView({ model, latencyMs, costUsd, usage, citations, attempt, isCutOff }: Turn, words: Words) {
  const { say } = words;
  const missing = citations?.filter(({ found }) => !found) ?? [];
  const misquoted = missing.filter(({ quoted }) => quoted !== null).length;
  const unknown = missing.flatMap(({ ref, quoted }) => (quoted === null ? (ref ?? []) : []));
  const facts = [
    model,
    seconds(latencyMs, words),
    say("{count} tokens", { count: whole(usage.outputTokens, words) }),
    ...(costUsd ? [money(costUsd, words)] : []),
    ...(attempt > 1 ? [say("attempt {attempt}", { attempt })] : []),
  ];
  const cut = isCutOff ? html` · <strong class="amiss">${say("cut off at its limit of output")}</strong>` : nothing;
  return html`<p class="foot">${facts.join(" · ")}${cut}${misquoted ? html` · <strong class="amiss">${say("{count} quoted words not found", { count: misquoted })}</strong>` : nothing}${unknown.length > 0 ? html` · <strong class="amiss">${say("there is no such exhibit")}: ${unknown.join(", ")}</strong>` : nothing}</p>`;
}
