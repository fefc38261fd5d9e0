/**
 * Long debates, and whether a call costs more at their end than at their beginning: Parley's own time and processor time,
 * requests of the store, and bytes, each for a call in the first and the last tenth. The models answer at once, in windows
 * of 16,000 tokens.
 *
 *     npm run bench -- long [rounds of two] [rounds of eight]
 */
import { longTurns, outputOf, requestTokens, windowed } from "../support/debates/long-debate.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { debaters, startWorld, type World } from "../support/world.ts";
import { type Asked, type Counted, startCounted } from "./long/counted.ts";
import { type Histories, historiesOf } from "./long/history.ts";

const WINDOW = 16_000;
const WORDS = 120;

interface Case {
  name: string;
  speakers: number;
  rounds: number;
  changes: object;
}

/** One call to a model, as the model saw it. */
interface Call {
  at: number;
  cpuMs: number;
  /** Requests of the store until then. */
  asked: number;
}

export async function benchLong({ temporalAddress }: World): Promise<string[]> {
  const [two = 500, eight = 50] = process.argv.slice(2).map(Number).filter(Boolean);
  const cases: Case[] = [
    { name: "two speakers, one after the other", speakers: 2, rounds: two, changes: { judging: "final-only" } },
    { name: "a round table of eight", speakers: 8, rounds: eight, changes: { format: "roundtable" } },
    { name: "two speakers, every round assessed", speakers: 2, rounds: two, changes: { judging: "every-round" } },
  ];
  let counted: Counted | undefined;
  const before = async (engine: string) => (counted = await startCounted(engine));
  await using world = await startWorld({ temporalAddress, before });
  const lines: string[] = [];
  for (const each of cases) if (counted) lines.push(...(await play(world, counted, each)));
  return lines;
}

async function play(world: World, { asked }: Counted, { name, speakers, rounds, changes }: Case): Promise<string[]> {
  const calls: Call[] = [];
  const seen = () => {
    const { user, system } = process.cpuUsage();
    calls.push({ at: performance.now(), cpuMs: (user + system) / 1_000, asked: asked.length });
  };
  const ids = Array.from({ length: speakers }, (_, i) => `p${i + 1}`);
  const script = debaters(ids, { ...longTurns(WORDS), condense });
  world.models.forget();
  world.models.use((request) => {
    seen();
    return script(request);
  });
  const from = asked.length;
  const { id } = await world.create(windowed(WINDOW, { maxRounds: rounds, minRounds: rounds, ...changes }, speakers));
  const log = await world.finished(id);
  await world.handle(id).result();
  const histories = await historiesOf(world, id);
  const tenths = tenthsOf({ calls, asked, from, histories });
  const longest = Math.max(...world.models.journal.map((entry) => requestTokens(entry) + outputOf(entry)));
  return [
    `long: ${name}, ${rounds} rounds, ${calls.length} calls: ${log.at(-1)?.type}`,
    ...tenths.map(([what, first, last]) => `  ${what}: ${figure(first)} → ${figure(last)}, ${ratio(first, last)}`),
    `  histories: ${histories.runs.length}, the longest of ${longestOf(histories)}; the longest request ${longest} tokens`,
    ...(await pagesOf(world, id)),
  ];
}

function condense(request: ModelRequest): ModelReplyScript {
  return {
    text: "They agree on less than they think. ".repeat(30),
    usage: { input: requestTokens(request), output: 210 },
  };
}

interface Played {
  calls: Call[];
  asked: Asked[];
  from: number;
  histories: Histories;
}

/** Means per call. */
function tenthsOf({ calls, asked, histories }: Played): [what: string, first: number, last: number][] {
  const each = <T>(rows: T[], of: (row: T) => number) => [first(rows), last(rows)].map((part) => mean(part.map(of)));
  const between = (of: (call: Call) => number) =>
    [first(calls), last(calls)].map((part) => (of(part.at(-1) as Call) - of(part[0] as Call)) / (part.length - 1));
  const store = (of: (one: Asked) => number) =>
    [first(calls), last(calls)].map((part) => {
      const [start, end] = [part[0]?.asked ?? 0, part.at(-1)?.asked ?? 0];
      return asked.slice(start, end).reduce((sum, one) => sum + of(one), 0) / (part.length - 1);
    });
  const [acts, tasks] = [histories.activities, histories.taskMs];
  const rows: [string, number[]][] = [
    ["ms from call to call", between((call) => call.at)],
    ["CPU ms", between((call) => call.cpuMs)],
    ["requests of the store", store(() => 1)],
    ["bytes to the store", store(({ sent }) => sent)],
    ["bytes from the store", store(({ received }) => received)],
    ["bytes of a state that is put", store(({ meta }) => meta)],
    ["bytes of an activity's input", each(acts, ({ bytes }) => bytes)],
    ["ms of a workflow task", each(tasks, (ms) => ms)],
  ];
  return rows.map(([what, [a = 0, b = 0]]) => [what, a, b]);
}

const first = <T>(rows: T[]) => rows.slice(0, Math.ceil(rows.length / 10));
const last = <T>(rows: T[]) => rows.slice(-Math.ceil(rows.length / 10));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const figure = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toString());
const ratio = (from: number, to: number) => `${(to / from).toFixed(2)} ×`;

function longestOf({ runs }: Histories): string {
  const most = (of: (run: Histories["runs"][number]) => number) => Math.max(...runs.map(of));
  return `${most(({ events }) => events)} events and ${Math.round(most(({ bytes }) => bytes) / 1024)} KiB`;
}

/** What a reader of it waits for. */
async function pagesOf(world: World, id: string): Promise<string[]> {
  const kinds: [string, string, string][] = [
    ["the debate", `/v1/debates/${id}`, "application/json"],
    ["its report", `/v1/debates/${id}/transcript`, "text/html"],
    ["its transcript", `/v1/debates/${id}/transcript`, "application/json"],
  ];
  const lines: string[] = [];
  for (const [what, path, accept] of kinds) {
    const start = performance.now();
    const { status, text } = await world.request(path, { headers: { accept } });
    const ms = Math.round(performance.now() - start);
    lines.push(`${what} ${status}: ${ms} ms, ${Math.round(text.length / 1024)} KiB`);
  }
  return [`  ${lines.join("; ")}`];
}
