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
import { type Counted, startCounted } from "./long/counted.ts";
import type { Histories } from "./long/history.ts";
import { betweenCalls, ofRequests, type Played, playLong, type Tenths, tenthsOf } from "./long/play.ts";

const WINDOW = 16_000;
const WORDS = 120;

interface Case {
  name: string;
  speakers: number;
  rounds: number;
  changes: object;
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

async function play(world: World, counted: Counted, { name, speakers, rounds, changes }: Case): Promise<string[]> {
  const ids = Array.from({ length: speakers }, (_, i) => `p${i + 1}`);
  const script = debaters(ids, { ...longTurns(WORDS), condense });
  const request = windowed(WINDOW, { maxRounds: rounds, minRounds: rounds, ...changes }, speakers);
  const played = await playLong(world, counted, { request, script });
  const { id, log, calls, histories } = played;
  const longest = Math.max(...world.models.journal.map((entry) => requestTokens(entry) + outputOf(entry)));
  return [
    `long: ${name}, ${rounds} rounds, ${calls.length} calls: ${log.at(-1)?.type}`,
    ...rowsOf(played).map(([what, [from, to]]) => `  ${what}: ${figure(from)} → ${figure(to)}, ${ratio(from, to)}`),
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

/** Means per call. */
function rowsOf(played: Played): [what: string, tenths: Tenths][] {
  const { activities, taskMs } = played.histories;
  return [
    ["ms from call to call", betweenCalls(played, (call) => call.at)],
    ["CPU ms", betweenCalls(played, (call) => call.cpuMs)],
    ["requests of the store", ofRequests(played, () => 1)],
    ["bytes to the store", ofRequests(played, ({ sent }) => sent)],
    ["bytes from the store", ofRequests(played, ({ received }) => received)],
    ["bytes of a state that is put", ofRequests(played, ({ meta }) => meta)],
    ["bytes of an activity's input", tenthsOf(activities, ({ bytes }) => bytes)],
    ["ms of a workflow task", tenthsOf(taskMs, (ms) => ms)],
  ];
}

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
