/** A live debate: the log has the story, the debate its status and the legal commands. */
import { Refusal, read, send } from "./api.ts";
import { nameOf } from "./cast.ts";
import { showFailure } from "./failure.ts";
import { guard } from "./lib/lit-html/directives/guard.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { announce } from "./live/announcer.ts";
import { createDresser } from "./live/dresser.ts";
import { createFollower } from "./live/follower.ts";
import { followLog } from "./live/log.ts";
import { type Entry, emptyStory, fillInterjection } from "./live/story.ts";
import { createPictures } from "./pictures.ts";
import { askForKey, readSession, showMasthead } from "./session.ts";
import { commandsView, interjectionView } from "./steering.ts";
import { prose } from "./text/markdown.ts";
import { statusWord } from "./text/words.ts";
import { faultView } from "./views/fault.ts";
import { headView } from "./views/head.ts";
import { pendingView } from "./views/pending.ts";
import { shareView } from "./views/share.ts";
import { statusView } from "./views/status.ts";
import { storyView } from "./views/story.ts";
import { headline, resultView } from "./views/verdict.ts";
import { waitingIn } from "./views/waits.ts";
import type { Debate, Models, TranscriptExport, WireEvent } from "./wire.ts";

const { api = "", shared } = document.body.dataset;
const place = document.getElementById("content") as HTMLElement;
const debateAddress = shared ? `${api}/debate` : api;
/** Events of this time cause one read of the debate. */
const GATHER_MS = 150;
/** The log can be ahead of the debate: after the last event, it is read again after these pauses. */
const STILL_MS = [1_000, 4_000];
const SECOND_MS = 1_000;
/** On both sides of the text. */
const PADDING_PX = 40;
/** Events that do not change the debate as a whole. */
const QUIET = new Set(["turn.delta", "turn.started", "phase.completed"]);
const STEERABLE = new Set(["initializing", "clarifying", "running", "paused", "error", "awaiting_decision"]);

const story = emptyStory();
const dresser = createDresser(drawSoon);
const follower = createFollower();
const picturesView = createPictures({ redraw: () => drawSoon(), readRejudgements });
let debate: Debate;
let canWrite = false;
let connected = true;
let busy = false;
let refusal = "";
let models: string[] = [];
let isDrawing = false;
let isReading = false;
let again: number | undefined;
/** Counts down while a participant waits. */
let tick: number | undefined;
let isPast = true;

void start();

addEventListener("resize", drawSoon);

async function start() {
  try {
    const session = shared ? null : await readSession();
    showMasthead(session);
    if (session && !session.open && !session.signedIn) return askForKey(place);
    canWrite = session?.canWrite ?? false;
    await readDebate();
    place.replaceChildren();
    draw();
    await followLog({ api, story, onEvent, onLine, onLocked: giveUp });
    isPast = false;
    drawSoon();
  } catch (error) {
    giveUp(error);
  }
}

function giveUp(error: unknown) {
  if (error instanceof Refusal && error.status === 401 && !shared) return askForKey(place);
  // The server's page explains that the link has ended.
  if (error instanceof Refusal && error.status === 404 && shared) return location.reload();
  showFailure(place, error);
}

/** Resolves with whether there is anything new. */
async function readDebate(): Promise<boolean> {
  const before = debate;
  const now = await read<Debate>(debateAddress);
  if (before && JSON.stringify(before) === JSON.stringify(now)) return false;
  debate = now;
  document.title = `${debate.topic.slice(0, 80)} · Parley`;
  if (before && before.status !== debate.status) announceStatus();
  if (debate.pending?.type === "decision" && models.length === 0 && canWrite) void readModels();
  return true;
}

async function readModels() {
  const { items } = await read<Models>("/v1/models");
  models = items.flatMap(({ id, isAvailable }) => (isAvailable ? [id] : []));
  drawSoon();
}

function announceStatus() {
  const { result, pending } = debate;
  if (pending?.type === "answers") announce("The participants ask you questions.");
  else if (result) announce(`The debate is over: ${headline(debate, result)}.`);
  else announce(`${statusWord(debate.status)}.`);
}

/** Without an event, a page of the past was read. */
function onEvent(event: WireEvent | null) {
  if (event === null || event.type === "interjection.added") void readInterjections();
  if (event) announceEvent(event);
  if (!event || !QUIET.has(event.type)) readSoon();
  drawSoon();
}

function announceEvent({ type, round, phase, turn }: WireEvent) {
  if (type === "round.started") announce(`Round ${round}.`);
  if (type === "phase.started" && phase === "judging") announce("The judge assesses the round.");
  if (type === "turn.completed" && turn) announce(`${nameOf(debate, turn.participantId)} has spoken.`);
}

function onLine(now: boolean) {
  if (now === connected) return;
  connected = now;
  announce(now ? "Connected again." : "The connection is lost; trying again.");
  if (now) readSoon();
  drawSoon();
}

/** The log has only the places of interjections; the transcript has their texts. */
async function readInterjections() {
  const open = story.entries.some(({ event, state }) => event.type === "interjection.added" && state === "waiting");
  if (!open) return;
  const { turns } = await read<TranscriptExport>(`${api}/transcript?as=json`);
  for (const turn of turns) if (turn.phase === "interjection") fillInterjection(story, turn);
  drawSoon();
}

/** The transcript has finished rejudgements whole. */
async function readRejudgements() {
  const { rejudgements = [] } = await read<TranscriptExport>(`${api}/transcript?as=json`);
  return rejudgements;
}

function readSoon(pauses = STILL_MS) {
  if (isReading) return;
  isReading = true;
  clearTimeout(again);
  setTimeout(async () => {
    isReading = false;
    try {
      if (await readDebate()) drawSoon();
    } catch {
      // The next read, event or connection tries again.
    }
    const [pause, ...rest] = pauses;
    clearTimeout(again);
    if (pause !== undefined) again = setTimeout(() => readSoon(rest), pause);
  }, GATHER_MS);
}

/** Resolves with whether the command was accepted. */
async function steer(path: string, body?: object): Promise<boolean> {
  busy = true;
  refusal = "";
  draw();
  try {
    await send(`${api}/${path}`, body);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) askForKey(place);
    const faults = error instanceof Refusal ? error.errors.map(({ detail }) => detail) : [];
    refusal = [(error as Error).message, ...faults].join(" – ");
    return false;
  } finally {
    busy = false;
    await readDebate().catch(() => {});
    draw();
  }
}

function drawSoon() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    draw();
  });
}

function draw() {
  if (!debate || place.querySelector(".sign-in")) return;
  const stays = follower.isAtEnd() && !isPast;
  render(pageView(), place);
  dresser.work(story.entries);
  if (stays && !story.over) follower.toEnd();
  clearTimeout(tick);
  if (waitingIn(debate).length > 0) tick = setTimeout(drawSoon, SECOND_MS);
}

function pageView() {
  const commands = html`${canWrite ? commandsView({ debate, busy, onCommand: (name, body) => void steer(name, body) }) : nothing}
    <p class=${refusal ? "fault refused" : "fault unseen"} role="alert">${refusal || nothing}</p>`;
  return html`
    ${guard([debate.topic, debate.version, canWrite], () => headView(debate, { alone: Boolean(shared) }))}
    ${statusView({ debate, connected, commands })}
    <section class="story" aria-label="What was said">
      ${storyView({ debate, entries: story.entries.filter(isShown), dressed: dresser.find })}
      ${story.entries.every(({ kind }) => kind === "act") ? html`<p class="quiet">${debate.status === "configuring" ? "This is a draft; there are no turns yet." : "Nobody has spoken yet."}</p>` : nothing}
    </section>
    ${debate.pending ? nothing : faultView(debate)}
    ${canWrite ? pendingView({ debate, busy, models, onReply: (path, body) => void steer(path, body) }) : nothing}
    ${guard([debate.result?.at, debate.participants.length], () => resultView(debate, { prose }))}
    ${picturesView({ debate, entries: story.entries, width: Math.max(280, place.clientWidth - PADDING_PX) })}
    ${canWrite && STEERABLE.has(debate.status) ? interjectionView({ debate, busy, onSay: say }) : nothing}
    ${canWrite ? shareView(api) : nothing}`;
}

/** False for open questions that the form below shows already. */
function isShown({ kind, answers }: Entry) {
  return !(kind === "questions" && answers?.size === 0 && canWrite && debate.pending?.type === "answers");
}

function say(text: string, to: string) {
  return steer("interjections", { text, ...(to && { to }) });
}
