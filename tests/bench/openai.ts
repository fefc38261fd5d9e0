/**
 * What OpenAI's format adds to a debate: the time of a `chat/completions` call less that of the same debate when it is
 * created by `POST /v1/debates` and its event stream is read to the end. Both take turns, and medians are compared.
 *
 * What a call has beyond its debate, one after the other: a write before it (repeats find the debate by it), and after it a
 * look whether META has followed the log, and the result and the turns, which are read together. The debate's event stream
 * has that look too. The rest is the workers' last requests: they share the process, and the engine, with the answer.
 *
 *     npm run bench -- openai
 */
import { debaters, requestOf, type World } from "../support/world.ts";

const RUNS = 60;
const WARM_UP = 5;
/** Milliseconds. */
const WANTED = 30;
const TOPIC = "Should cities ban cars?";

export async function benchOpenAi(world: World): Promise<string[]> {
  world.models.use(debaters(["p1", "p2"]));
  const { topic: _ofEach, ...request } = requestOf({ maxRounds: 1, conclusion: true }) as { topic: string };
  await world.post("/v1/presets", { name: "bench", request });
  const completion = { model: "parley/bench", messages: [{ role: "user", content: TOPIC }] };
  const model: number[] = [];
  const debate: number[] = [];
  for (let run = -WARM_UP; run < RUNS; run++) {
    const asModel = await timed(() => world.post("/openai/v1/chat/completions", completion));
    const asDebate = await timed(async () => {
      const { id } = await world.create({ preset: "bench", topic: TOPIC });
      await world.finished(id);
    });
    if (run < 0) continue;
    model.push(asModel);
    debate.push(asDebate);
  }
  const own = Math.round(median(model) - median(debate));
  return [
    `openai: a chat/completions call takes ${own} ms more than the debate itself (wanted: at most ${WANTED} ms)`,
    `  medians of ${RUNS}: the call ${Math.round(median(model))} ms, the debate with its event stream ${Math.round(median(debate))} ms`,
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
