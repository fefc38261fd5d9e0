// @ts-check
/**
 * Follows a debate's log. First the past in pages without the pieces of text, then the stream; when the stream breaks, it
 * is taken up right after the last event, for as long as it takes.
 *
 * @typedef {import("./wire.d.ts").WireEvent} WireEvent
 */
import { read } from "./api.js";
import { catchUp, isTerminal, liveFrom, tell } from "./story.js";

const TYPES = [
  "debate.created debate.status positions.assigned clarification.collected clarification.asked clarification.answered",
  "retrieval.completed round.started round.completed phase.started phase.completed turn.started turn.delta",
  "turn.completed turn.restarted turn.failed judge.failed assessment.completed vote.completed context.summarized",
  "evaluation.completed act.skipped participant.dropped judge.replaced decision.requested decision.made",
  "interjection.added command.ignored result.completed debate.completed debate.failed debate.cancelled",
  "ballot.completed context.warning attempt.unsettled cost.warning cost.limit warning.acknowledged",
]
  .join(" ")
  .split(" ");
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;
const PAGE = 1_000;
/** Browsers keep six lines to a server at most: a tab that nobody looks at gives its own up after a while. */
const HIDDEN_MS = 60_000;

/**
 * @param {object} input
 * @param {string} input.api The debate's address.
 * @param {import("./story.js").Story} input.story
 * @param {(event: WireEvent | null) => void} input.onTold After an event; null: after a page of the past.
 * @param {(connected: boolean) => void} input.onLine
 * @param {(error: unknown) => void} input.onLocked The session is over, or the debate is no longer there.
 */
export async function followLog(input) {
  await readPast(input);
  if (input.story.over) return input.onLine(true);
  listen(input, { from: liveFrom(input.story), wait: FIRST_WAIT_MS });
}

/** @param {Parameters<typeof followLog>[0]} input */
async function readPast({ api, story, onTold }) {
  for (let after = 0; ; ) {
    /** @type {{ items: WireEvent[], nextAfter: number, terminal: boolean }} */
    const page = await read(`${api}/events?deltas=false&limit=${PAGE}&after=${after}`);
    for (const event of page.items) tell(story, event);
    onTold(null);
    if (page.terminal || page.nextAfter === after) return;
    after = page.nextAfter;
  }
}

/**
 * @param {Parameters<typeof followLog>[0]} input
 * @param {{ from: number, wait: number }} at
 */
function listen(input, { from, wait }) {
  const { api, story, onTold, onLine } = input;
  const source = new EventSource(`${api}/events?after=${from}`);
  let heard = from;
  let pause = wait;
  source.addEventListener("open", () => {
    pause = FIRST_WAIT_MS;
    onLine(true);
  });
  // A browser comes back by itself while the line breaks, but gives up at an answer that is no stream.
  source.addEventListener("error", () => {
    if (story.over) return source.close();
    onLine(false);
    if (source.readyState === EventSource.CLOSED) void takeUp(input, { from: heard, wait: pause });
  });
  whenHidden(source, () => listen(input, { from: heard, wait: FIRST_WAIT_MS }));
  /** @param {MessageEvent<string>} message */
  const hear = ({ data }) => {
    /** @type {WireEvent} */
    const event = JSON.parse(data);
    heard = event.id;
    if (event.id > story.last) tell(story, event);
    else catchUp(story, event);
    onTold(event);
    if (isTerminal(event.type)) source.close();
  };
  for (const type of TYPES) source.addEventListener(type, hear);
}

/**
 * Closes the stream while nobody looks, and calls back once somebody does.
 *
 * @param {EventSource} source
 * @param {() => void} onSeen
 */
function whenHidden(source, onSeen) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const look = () => {
    clearTimeout(timer);
    const isOver = source.readyState === EventSource.CLOSED;
    if (isOver) document.removeEventListener("visibilitychange", look);
    else if (document.hidden) timer = setTimeout(leave, HIDDEN_MS);
  };
  const leave = () => {
    document.removeEventListener("visibilitychange", look);
    if (source.readyState === EventSource.CLOSED) return;
    source.close();
    document.addEventListener("visibilitychange", onSeen, { once: true });
  };
  document.addEventListener("visibilitychange", look);
  look();
}

/**
 * @param {Parameters<typeof followLog>[0]} input
 * @param {{ from: number, wait: number }} at
 */
async function takeUp(input, { from, wait }) {
  await new Promise((done) => setTimeout(done, wait));
  const again = { from, wait: Math.min(LONGEST_WAIT_MS, wait * 2) };
  try {
    await read(input.api.startsWith("/shared/") ? `${input.api}/debate` : input.api);
  } catch (error) {
    const { status } = /** @type {{ status?: number }} */ (error);
    if (status === 401 || status === 404) return input.onLocked(error);
  }
  listen(input, again);
}
