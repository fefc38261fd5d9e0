// @ts-check
/**
 * A debate, live: the log tells the story, the debate itself says where it stands and what its owner may do.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 * @typedef {import("./wire.d.ts").WireEvent} WireEvent
 */
import { announce } from "./announcer.js";
import { Refusal, read, send } from "./api.js";
import { nameOf } from "./cast.js";
import { createDresser } from "./dresser.js";
import { showFailure } from "./failure.js";
import { faultView } from "./fault-view.js";
import { createFollower } from "./follower.js";
import { headView } from "./head-view.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { followLog } from "./log.js";
import { prose } from "./markdown.js";
import { pendingView } from "./pending-view.js";
import { createPictures } from "./pictures.js";
import { askForKey, readSession, showMasthead } from "./session.js";
import { shareView } from "./share-view.js";
import { statusView } from "./status-view.js";
import { commandsView, interjectionView } from "./steering.js";
import { emptyStory, fillInterjection } from "./story.js";
import { storyView } from "./story-view.js";
import { headline, resultView } from "./verdict-view.js";
import { statusWord } from "./words.js";

const { api = "", shared } = document.body.dataset;
const place = /** @type {HTMLElement} */ (document.getElementById("content"));
const debateAddress = shared ? `${api}/debate` : api;
/** How long what the log says is gathered before the debate is read anew. */
const GATHER_MS = 150;
/** The log may tell of something before the debate shows it: once all is still, it is read again after these pauses. */
const STILL_MS = [1_000, 4_000];
/** Left and right of the text. */
const PADDING_PX = 40;
/** Events that say nothing new of the debate as a whole. */
const QUIET = new Set(["turn.delta", "turn.started", "phase.completed"]);
const STEERABLE = new Set(["initializing", "clarifying", "running", "paused", "error", "awaiting_decision"]);

const story = emptyStory();
const dresser = createDresser(drawSoon);
const follower = createFollower();
const picturesView = createPictures({ redraw: () => drawSoon(), readRejudgements });
/** @type {Debate} */
let debate;
let canWrite = false;
let connected = true;
let busy = false;
let refusal = "";
/** @type {string[]} */
let models = [];
let isDrawing = false;
let isReading = false;
/** @type {number | undefined} */
let again;
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
    await followLog({ api, story, onTold, onLine, onLocked: giveUp });
    isPast = false;
    drawSoon();
  } catch (error) {
    giveUp(error);
  }
}

/** @param {unknown} error */
function giveUp(error) {
  if (error instanceof Refusal && error.status === 401 && !shared) return askForKey(place);
  showFailure(place, error);
}

/** @returns {Promise<boolean>} Whether there is anything new. */
async function readDebate() {
  const before = debate;
  /** @type {Debate} */
  const now = await read(debateAddress);
  if (before && JSON.stringify(before) === JSON.stringify(now)) return false;
  debate = now;
  document.title = `${debate.topic.slice(0, 80)} · Parley`;
  if (before && before.status !== debate.status) announceStatus();
  if (debate.pending?.type === "decision" && models.length === 0 && canWrite) void readModels();
  return true;
}

async function readModels() {
  const { items } = await read("/v1/models");
  models = items.flatMap((/** @type {{ id: string, isAvailable: boolean }} */ { id, isAvailable }) =>
    isAvailable ? [id] : [],
  );
  drawSoon();
}

function announceStatus() {
  const { result, pending } = debate;
  if (pending?.type === "answers") announce("The participants ask you questions.");
  else if (result) announce(`The debate is over: ${headline(debate, result)}.`);
  else announce(`${statusWord(debate.status)}.`);
}

/** @param {WireEvent | null} event null: some of the past was read. */
function onTold(event) {
  if (event === null || event.type === "interjection.added") void readInterjections();
  if (event) announceEvent(event);
  if (!event || !QUIET.has(event.type)) readSoon();
  drawSoon();
}

/** @param {WireEvent} event */
function announceEvent({ type, round, phase, turn }) {
  if (type === "round.started") announce(`Round ${round}.`);
  if (type === "phase.started" && phase === "judging") announce("The judge assesses the round.");
  if (type === "turn.completed" && turn) announce(`${nameOf(debate, turn.participantId)} has spoken.`);
}

/** @param {boolean} now */
function onLine(now) {
  if (now === connected) return;
  connected = now;
  announce(now ? "Connected again." : "The connection is lost; it is sought again.");
  if (now) readSoon();
  drawSoon();
}

/** The log says where the owner spoke; what was said stands in the transcript. */
async function readInterjections() {
  const open = story.entries.some(({ event, state }) => event.type === "interjection.added" && state === "waiting");
  if (!open) return;
  const { turns } = await read(`${api}/transcript?as=json`);
  for (const turn of turns) if (turn.phase === "interjection") fillInterjection(story, turn);
  drawSoon();
}

/** Those that are over stand whole in the transcript. */
async function readRejudgements() {
  const { rejudgements = [] } = await read(`${api}/transcript?as=json`);
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
      // The next reading, what the log still brings, or the next connection leads here again.
    }
    const [pause, ...rest] = pauses;
    clearTimeout(again);
    if (pause !== undefined) again = setTimeout(() => readSoon(rest), pause);
  }, GATHER_MS);
}

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<boolean>} Whether it was obeyed.
 */
async function steer(path, body) {
  busy = true;
  refusal = "";
  draw();
  try {
    await send(`${api}/${path}`, body);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) askForKey(place);
    const faults = error instanceof Refusal ? error.errors.map(({ detail }) => detail) : [];
    refusal = [/** @type {Error} */ (error).message, ...faults].join(" – ");
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
}

function pageView() {
  const commands = html`${canWrite ? commandsView({ debate, busy, onCommand: (name, body) => void steer(name, body) }) : nothing}
    <p class=${refusal ? "fault refused" : "fault unseen"} role="alert">${refusal || nothing}</p>`;
  return html`
    ${guard([debate.topic, debate.version, canWrite], () => headView(debate, { alone: Boolean(shared) }))}
    ${statusView({ debate, connected, commands })}
    <section class="story" aria-label="What was said">
      ${storyView({ debate, entries: story.entries.filter(isTold), dressed: dresser.find })}
      ${story.entries.every(({ kind }) => kind === "act") ? html`<p class="quiet">${debate.status === "configuring" ? "This is a draft; nothing was said yet." : "Nobody has spoken yet."}</p>` : nothing}
    </section>
    ${debate.pending ? nothing : faultView(debate)}
    ${canWrite ? pendingView({ debate, busy, models, onReply: (path, body) => void steer(path, body) }) : nothing}
    ${guard([debate.result?.at, debate.participants.length], () => resultView(debate, { prose }))}
    ${picturesView({ debate, entries: story.entries, width: Math.max(280, place.clientWidth - PADDING_PX) })}
    ${canWrite && STEERABLE.has(debate.status) ? interjectionView({ debate, busy, onSay: say }) : nothing}
    ${canWrite ? shareView(api) : nothing}`;
}

/**
 * Questions that nobody has answered yet stand in the form below for whoever may answer them.
 *
 * @param {import("./story.js").Entry} entry
 */
function isTold({ kind, answers }) {
  return !(kind === "questions" && answers?.size === 0 && canWrite && debate.pending?.type === "answers");
}

/**
 * @param {string} text
 * @param {string} to
 */
function say(text, to) {
  return steer("interjections", { text, ...(to && { to }) });
}
