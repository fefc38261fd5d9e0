/** A live debate: the log has the story, the debate its status and the legal commands. */

import { type EarnedRate, readEarned } from "../../../domain/show/report/earned.report.ts";
import { Refusal, read, send } from "./base/api.page-base.ts";
import { refocus } from "./base/focus.ts";
import { withExhibitLinks } from "./base/say.ts";
import type { AcceptedCommand, Debate, Models, TranscriptExport, WireEvent } from "./base/wire.page-base.ts";
import { DIALOGS, RESULT_PARTS } from "./debate.features.ts";
import { showFailure } from "./failure.ts";
import { lazily } from "./lazy.ts";
import { guard } from "./lib/lit-html/directives/guard.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { announce } from "./live/announcer.ts";
import { callOwner } from "./live/attention.ts";
import { createDresser } from "./live/dresser.ts";
import { createFollower } from "./live/follower.live.ts";
import { landIn } from "./live/landing.ts";
import { followLog } from "./live/log.live.ts";
import { announceEvent, announceStatus } from "./live/news.ts";
import { paceOf } from "./live/pace.live.ts";
import { createReader } from "./live/reader.live.ts";
import { type Entry, emptyStory, fillInterjection } from "./live/story.live.ts";
import { createPictures } from "./pictures.ts";
import { askForKey, readSession, showMasthead } from "./session.page.ts";
import { formatTitle } from "./text/formats.ts";
import { prose } from "./text/markdown.page-text.ts";
import { acceptedWords } from "./views/accepted.ts";
import { actionsButton, dialogButton, jumpButton } from "./views/buttons.ts";
import { faultView } from "./views/fault.ts";
import { glanceView } from "./views/glance.view.ts";
import { castSection, headView } from "./views/head.ts";
import { roundLinks } from "./views/rounds.view.ts";
import { statusView } from "./views/status.ts";
import { earlierView, storyView } from "./views/story.view.ts";
import { resultView } from "./views/verdict.view.ts";
import { waitingIn } from "./views/waits.view.ts";

const { api = "", shared, stage } = document.body.dataset;
const place = document.getElementById("content") as HTMLElement;
const SECOND_MS = 1_000;
/** On both sides of the text, and its greatest width. */
const PADDING_PX = 40;
const COLUMN_PX = 664;
/** How often the time left is drawn again. */
const TICK_MS = 15_000;
/** Entries of the story that are drawn at once: a long debate comes in pieces, so that none blocks the page. */
const PIECE = 30;
/** Events that do not change the debate as a whole. */
const QUIET = new Set(["turn.delta", "turn.started", "tool.called", "phase.completed"]);
const STEERABLE = new Set(["initializing", "clarifying", "running", "paused", "error", "awaiting_decision"]);
const LIVE = new Set(["initializing", "clarifying", "running", "concluding"]);
const DRAFTS = new Set(["configuring", "validating", "ready"]);

const story = emptyStory();
const dresser = createDresser(drawSoon);
const follower = createFollower({ isLive: () => isLive(), onMove: drawSoon });
const picturesView = createPictures({ redraw: () => drawSoon(), readRejudgements });
const reader = createReader(shared ? `${api}/debate` : api, onRead);
/** What few debates need. */
const pending = lazily(() => import("./views/pending.ts"), drawSoon);
const steering = lazily(() => import("./steering.ts"), drawSoon);
const relations = lazily(() => import("./views/relations.ts"), drawSoon);
const rulings = lazily(() => import("./views/rulings.view.ts"), drawSoon);
const exhibits = lazily(
  () => import("./exhibits-panel.ts").then((it) => it.createExhibits({ redraw: drawSoon, shared: Boolean(shared) })),
  drawSoon,
);
const lookups = lazily(() => import("./views/lookups.view.ts"), drawSoon);
const audience = lazily(() => import("./views/stage.ts"), drawSoon);
const resultParts = Object.values(RESULT_PARTS).map((load) => lazily(load, drawSoon));
let debate: Debate;
let canWrite = false;
let connected = true;
let busy = false;
let refusal = "";
/** A command that is carried out in its turn, and the version of the debate that it came to. */
let accepted = { words: "", version: 0 };
let models: string[] = [];
/** How often answers at each level of support were right. */
let earned: readonly EarnedRate[] = [];
let isDrawing = false;
/** Entries of the story that are shown. */
let drawn = 0;
/** Counts down while a participant waits. */
let tick: number | undefined;
let isPast = true;
let endPast = () => {};
const past = new Promise<void>((resolve) => {
  endPast = resolve;
});
/** Texts of the result. */
let ruled: HTMLElement[] = [];
/** The debate was over when it was read first. Its pictures then stand above the story; they never move while it is open. */
let wasOver: boolean | undefined;
/** What was said before the debate began anew. It never closes under a reader's eyes. */
let isEarlierOpen = false;
/** A narrow screen shows all that stands beside the story on a wide one. */
let isGlanceOpen = false;

void start();

landIn(place);
addEventListener("resize", drawSoon);
setInterval(() => {
  if (debate?.status === "running") drawSoon();
}, TICK_MS);

async function start() {
  try {
    const session = shared ? null : await readSession();
    if (!stage) showMasthead(session);
    if (session && !session.open && !session.signedIn) return askForKey(place);
    canWrite = !stage && (session?.canWrite ?? false);
    await reader.readNow();
    place.replaceChildren();
    draw();
    await followLog({ api, story, onEvent, onLine, onLocked: giveUp });
    isPast = false;
    endPast();
    drawSoon();
    // An audience follows from the start.
    if (stage && !story.over) follower.follow();
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

function onRead(now: Debate, before: Debate | undefined) {
  debate = withExhibitLinks(now);
  wasOver ??= Boolean(debate.result);
  const isCalling = canWrite && callOwner(debate);
  document.title = `${isCalling ? "(!) " : ""}${debate.topic.slice(0, 80)} · Parley`;
  if (before && before.status !== debate.status) announceStatus(debate);
  if (debate.pending?.type === "decision" && models.length === 0 && canWrite) void readModels();
  if (debate.result?.conclusion && !before?.result && !shared && !stage) void showEarned();
  drawSoon();
}

/** Beside the result, which is shown without it too. */
async function showEarned() {
  earned = await readEarned(debate, () => read("/v1/ratings/levels"));
  drawSoon();
}

async function readModels() {
  const { items } = await read<Models>("/v1/models");
  models = items.flatMap(({ id, isAvailable }) => (isAvailable ? [id] : []));
  drawSoon();
}

/** Without an event, a page of the past was read. */
function onEvent(event: WireEvent | null) {
  if (event === null || event.type === "interjection.added") void readInterjections();
  if (event) announceEvent(debate, event);
  if (!event || !QUIET.has(event.type)) reader.readSoon();
  drawSoon();
}

function onLine(now: boolean) {
  if (now === connected) return;
  connected = now;
  announce(now ? "Connected again." : "The connection is lost; trying again.");
  if (now) reader.readSoon();
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

/** Resolves with whether the command was accepted. */
async function steer(path: string, body?: object): Promise<boolean> {
  if (busy) return false;
  busy = true;
  refusal = "";
  draw();
  try {
    const answer = await send<Partial<AcceptedCommand> | null>(`${api}/${path}`, body);
    accepted = { words: acceptedWords(answer), version: debate.version };
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) askForKey(place);
    const faults = error instanceof Refusal ? error.errors.map(({ detail }) => detail) : [];
    refusal = [(error as Error).message, ...faults].join(" – ");
    return false;
  } finally {
    busy = false;
    await reader.readNow().catch(() => {});
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
  const isNew = Boolean(debate.result) && !document.getElementById("result");
  const lands = isNew && !isPast && follower.isAtEnd();
  const region = document.activeElement?.closest(".commands, .pending");
  // For the style: a selector that looks for what stands in the page would be tried at each change of it.
  document.documentElement.classList.toggle("with-glance", !stage);
  render(stage ? stagePage() : pageView(), place);
  if (region) refocus(controlIn(region.isConnected ? region : place.querySelector(".steer")));
  dresser.work([...story.earlier.flat(), ...story.entries]);
  if (!stage && debate.exhibits?.length) exhibits()?.link([...textsOf(story.entries), ...ruled], debate);
  if (lands) follower.land(document.getElementById("result"));
  clearTimeout(tick);
  if (waitingIn(debate).length > 0) tick = setTimeout(drawSoon, SECOND_MS);
}

function controlIn(region: Element | null) {
  return region?.querySelector<HTMLElement>("button, input, textarea");
}

/** Texts of turns before a new beginning name exhibits that are no more. */
function textsOf(entries: Entry[]) {
  return entries.flatMap((entry) => dresser.find(entry) ?? []);
}

function pageView() {
  const status = statusView({ debate, connected, commands: commands(), pace: paceNow(), entries: story.entries });
  const glance = { debate, entries: story.entries, status, isOpen: isGlanceOpen, onFold: foldGlance };
  return html`<div class="debate">
    <div class="opening">
      ${guard([debate.topic, debate.version, canWrite, debate.result?.at], () => headView(debate, { format: formatTitle(debate.format), alone: Boolean(shared) }))}
      ${!shared && hasRelations(debate) ? relations()?.relationsView(debate) : nothing}
    </div>
    ${glanceView(glance)}
    <div class="rest">
      ${debate.result ? resultFirst() : nothing}
      ${debate.exhibits?.length ? exhibits()?.view(debate, story.entries) : nothing}
      ${spoken()}
      ${debate.pending ? nothing : faultView(debate)}
      ${canWrite && debate.pending ? pending()?.pendingView({ debate, busy, models, onReply: (path, body) => void steer(path, body) }) : nothing}
      ${wasOver ? nothing : pictures()}
      ${canWrite && STEERABLE.has(debate.status) ? steering()?.interjectionView({ debate, busy, onSay: say }) : nothing}
      ${!shared && debate.result ? resultParts.map((part) => part()?.(api)) : nothing}
    </div></div>
    ${jumpButton({ isShown: LIVE.has(debate.status) && !debate.pending && follower.isAway(), onJump: follower.follow })}`;
}

function commands() {
  const isSteered = canWrite && (debate.allowed.length > 0 || debate.pausing);
  return html`<div class="steer">${isSteered ? steering()?.commandsView({ debate, busy, onCommand: (name, body) => void steer(name, body) }) : nothing}
      ${canWrite ? Object.entries(DIALOGS).map(([label, load]) => dialogButton({ label, load, api })) : nothing}
      ${actionsButton({ debate, api, canWrite, shared: Boolean(shared), rounds: wholeRounds, onChange: () => reader.readSoon() })}</div>
    <p class=${refusal ? "fault outcome" : "fault unseen"} role="alert">${refusal || nothing}</p>
    ${accepted.words !== "" && accepted.version === debate.version ? html`<p class="quiet outcome" role="status">${accepted.words}</p>` : nothing}`;
}

function foldGlance() {
  isGlanceOpen = !isGlanceOpen;
  draw();
}

/** Above the story, which keeps its place in the page when the result comes. */
function resultFirst() {
  return html`${result()}${debate.rejudgements?.length ? rulings()?.rulingsView(debate, { isShared: Boolean(shared) }) : nothing}
    ${guard([debate.version, debate.result?.at], () => castSection(debate))}
    ${wasOver ? pictures() : nothing}`;
}

function pictures() {
  return picturesView({
    debate,
    entries: story.entries,
    width: Math.min(COLUMN_PX, Math.max(280, place.clientWidth - PADDING_PX)),
  });
}

function stagePage() {
  const { entries } = story;
  return audience()?.stageView({ debate, entries, connected, pace: paceNow(), story: spoken(), result: result() });
}

function isLive() {
  return debate?.completedAt === null && !debate.result;
}

function hasRelations({ forkedFrom, twinOf, forks, twins }: Debate) {
  return Boolean(forkedFrom || twinOf || forks || twins);
}

/** Known once the log has been read. */
async function wholeRounds() {
  await past;
  return paceNow().done;
}

function paceNow() {
  return paceOf(story.entries, { maxRounds: debate.maxRounds, now: Date.now() });
}

function result() {
  return guard([debate.result?.at, debate.participants.length, earned], () => {
    ruled = [];
    return resultView(debate, { prose: (text, lang) => kept(prose(text, lang)), earned });
  });
}

function kept(text: HTMLElement) {
  ruled.push(text);
  return text;
}

function spoken() {
  const isDraft = DRAFTS.has(debate.status);
  const { earlier, entries } = story;
  const hasLookups = [...earlier.flat(), ...entries].some((entry) => entry.lookups);
  const shown = { debate, dressed: dresser.find, lookups: hasLookups ? lookups() : null };
  isEarlierOpen ||= earlier.length > 0 && !isPast && entries.every(({ kind }) => kind !== "turn");
  return html`<section class="story" aria-label="What was said">
      ${earlierView({ ...shown, earlier, isOpen: isEarlierOpen })}
      ${stage ? nothing : guard([debate.round, debate.language], () => roundLinks(debate))}
      ${storyView({ ...shown, entries: piecesOf(entries).filter(isShown) })}
      ${entries.every(({ kind }) => kind === "act") ? html`<p class="quiet">${isDraft ? "This is a draft; there are no turns yet." : "Nobody has spoken yet."}</p>` : nothing}
    </section>`;
}

/** One more piece than before, until all are there. */
function piecesOf(entries: Entry[]) {
  drawn = Math.min(entries.length, drawn + PIECE);
  if (drawn < entries.length) drawSoon();
  return entries.slice(0, drawn);
}

/** False for open questions that the form below shows already. */
function isShown({ kind, answers }: Entry) {
  return !(kind === "questions" && answers?.size === 0 && canWrite && debate.pending?.type === "answers");
}

function say(text: string, to: string) {
  return steer("interjections", { text, ...(to && { to }) });
}
