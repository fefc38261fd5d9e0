/** The tasks of a page's main thread while it loads, from Chromium's trace. */
import type { Page } from "playwright-core";

export interface Loading {
  /** Milliseconds from the request of the page until it shows what it is about and answers. */
  interactive: number;
  /** Milliseconds of the longest task, by the clock. */
  longest: number;
  /** Of the task that takes most of it: milliseconds of processor time, which other programs do not change much. */
  longestCpu: number;
}

/** An event of the trace. Times are in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];

interface Opening {
  address: string;
  /** Resolves when the page shows what it is about. */
  shown: () => Promise<void>;
  /** Resolves when it has drawn all that it draws by itself. */
  whole: () => Promise<void>;
}

export async function loading(page: Page, { address, shown, whole }: Opening): Promise<Loading> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(address, { waitUntil: "commit" });
  await shown();
  const interactive = await page.evaluate<number>("performance.now()");
  await whole();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = mainTasks(traceEvents);
  const most = (of: "dur" | "tdur") => Math.round(Math.max(0, ...tasks.map((task) => task[of] ?? 0)) / 1_000);
  return { interactive: Math.round(interactive), longest: most("dur"), longestCpu: most("tdur") };
}

/** Of the renderer that worked: others wait for a page. */
function mainTasks(events: TraceEvent[]): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const tasks = mains.map(({ pid, tid }) =>
    events.filter((event) => event.name === "RunTask" && event.pid === pid && event.tid === tid),
  );
  return tasks.toSorted((a, b) => b.length - a.length)[0] ?? [];
}
