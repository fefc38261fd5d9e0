/**
 * Follows a debate's log: reads the past in pages without pieces of text, then the stream. After a lost connection it
 * reconnects until it succeeds, and continues after the last event.
 */
import { read } from "../base/api.page-base.ts";
import type { EventPage, WireEvent } from "../base/wire.page-base.ts";
import { addEvent, catchUp, isTerminal, liveFrom, type Story } from "./story.live.ts";

/** The names of all events: a stream has a listener for each. */
const TYPES = (document.body.dataset["events"] ?? "").split(" ");
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;
const PAGE = 1_000;
/** The first page is small, so that its reader has something to read soon. */
const FIRST_PAGE = 200;
/** Browsers allow six connections to a server, so a hidden tab closes its own after a while. */
const HIDDEN_MS = 60_000;

interface Following {
  /** The debate's address. */
  api: string;
  story: Story;
  /** After an event; null: after a page of the past. */
  onEvent: (event: WireEvent | null) => void;
  onLine: (connected: boolean) => void;
  /** The session or the share has ended, or the debate was erased. */
  onLocked: (error: unknown) => void;
}

export async function followLog(input: Following) {
  await readPast(input);
  if (input.story.over) return input.onLine(true);
  listen(input, { from: liveFrom(input.story), wait: FIRST_WAIT_MS });
}

async function readPast({ api, story, onEvent, onLine }: Following) {
  for (let after = 0; ; ) {
    const limit = after === 0 ? FIRST_PAGE : PAGE;
    const page = await persist(
      () => read<EventPage>(`${api}/events?deltas=false&limit=${limit}&after=${after}`),
      onLine,
    );
    for (const event of page.items) addEvent(story, event);
    onEvent(null);
    if (page.terminal || page.nextAfter === after) return;
    after = page.nextAfter;
  }
}

/** Tries again while the server cannot be reached or fails. Throws when it refuses. */
async function persist<T>(ask: () => Promise<T>, onLine: Following["onLine"]): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = longer(wait)) {
    try {
      const answer = await ask();
      onLine(true);
      return answer;
    } catch (error) {
      const { status = 503 } = error as { status?: number };
      if (status < 500 && status !== 429) throw error;
      onLine(false);
      await pause(wait);
    }
  }
}

function listen(input: Following, { from, wait }: { from: number; wait: number }) {
  const { api, story, onEvent, onLine } = input;
  const source = new EventSource(`${api}/events?after=${from}`);
  let heard = from;
  let nextWait = wait;
  source.addEventListener("open", () => {
    nextWait = FIRST_WAIT_MS;
    onLine(true);
  });
  // Browsers reconnect after a lost connection, but give up after a response that is not a stream.
  source.addEventListener("error", () => {
    if (story.over) return source.close();
    onLine(false);
    if (source.readyState === EventSource.CLOSED) void reconnect(input, { from: heard, wait: nextWait });
  });
  whenHidden(source, () => listen(input, { from: heard, wait: FIRST_WAIT_MS }));
  const hear = ({ data }: MessageEvent<string>) => {
    const event: WireEvent = JSON.parse(data);
    heard = event.id;
    if (event.id > story.last) addEvent(story, event);
    else if (!catchUp(story, event)) return;
    onEvent(event);
    if (isTerminal(event.type)) source.close();
  };
  for (const type of TYPES) source.addEventListener(type, hear);
}

/** Closes the stream while the tab is hidden, and calls back when it is visible. */
function whenHidden(source: EventSource, onSeen: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
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

async function reconnect(input: Following, { from, wait }: { from: number; wait: number }) {
  await pause(wait);
  try {
    await read(input.api.startsWith("/shared/") ? `${input.api}/debate` : input.api);
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 401 || status === 404) return input.onLocked(error);
  }
  listen(input, { from, wait: longer(wait) });
}

const longer = (wait: number) => Math.min(LONGEST_WAIT_MS, wait * 2);

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
