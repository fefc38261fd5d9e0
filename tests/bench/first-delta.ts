/** From the model's first token to a reader of the event stream, through SDK, log and HTTP (wanted: at most 100 ms). */
import { debaters, events, requestOf, type World } from "../support/world.ts";
import { median } from "./own-time.ts";

const DEBATES = 5;

export async function benchFirstDelta(world: World): Promise<string[]> {
  const speak = { text: "word ".repeat(60), profile: { ttft: 80, tps: 60, chunkSize: 10 } };
  world.models.use(debaters(["p1", "p2"], { turn: () => speak }));
  const delays: number[] = [];
  for (let n = 0; n < DEBATES; n++) {
    world.models.forget();
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    const arrived = new Map<unknown, number>();
    for await (const event of events(world.url, id, 0)) {
      const turn = event["turnId"];
      if (event.type === "turn.delta" && !arrived.has(turn))
        arrived.set(turn, performance.timeOrigin + performance.now());
    }
    const tokens = world.models.journal.flatMap((e) => (e.schema === null && e.firstTokenAt ? [e.firstTokenAt] : []));
    delays.push(...[...arrived.values()].map((at, i) => at - (tokens[i] ?? Number.NaN)));
  }
  const sorted = delays.toSorted((a, b) => a - b);
  return [
    "first delta: from the model's first token to a reader of the event stream (wanted: median at most 100 ms)",
    `  median ${median(delays).toFixed(1)} ms, highest ${sorted.at(-1)?.toFixed(1)} ms of ${delays.length} turns`,
  ];
}
