/** Models at a price that count what they sell, for the tests of an experiment's budget. */
import { expect } from "vitest";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Experiment } from "../../../features/experiments/domain/schema.experiment.ts";
import { answering, askedOf } from "../../support/debates/question.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { debaters, type World } from "../../support/world.ts";
import { aloneReply, isAlone, readIn } from "./lab.ts";

/** USD for a thousand tokens. */
export const DEAR = 1;
const MODEL = { model: "openai/dear", priceUsdPerMTok: { input: 1_000 * DEAR, output: 1_000 * DEAR } };
const USAGE = { input: 60, output: 7 };

const LONGEST = 300;

/** A short debate of so many speakers, all at the same high price. */
export function dearBase(format: FormatName, speakers: number) {
  const participants = Array.from({ length: speakers }, (_, i) => ({
    name: `Speaker ${i + 1}`,
    model: MODEL,
    ...(format === "oxford" && { side: i === 0 ? "for" : "against" }),
    ...(format !== "question" && { position: `Position ${i + 1}.` }),
  }));
  return {
    format,
    participants,
    limits: { maxOutputTokens: LONGEST },
    // An audience would have models of other prices.
    ...(format === "oxford" ? { audience: false } : { maxRounds: 2 }),
    ...(format !== "question" && { judge: { model: { ...MODEL, maxOutputTokens: 400 }, bothOrders: false } }),
  };
}

/** `refuses`: answers of these rounds are refused for good. `fails`: this call is refused in passing, for nothing. */
export function selling(
  world: World,
  manner: { refuses?: (round: number) => boolean; fails?: (call: number) => boolean } = {},
) {
  let [calls, sold] = [0, 0];
  const usual = debaters(["p1", "p2"]);
  const answers = answering();
  const replyTo = (request: ModelRequest): ModelReplyScript => {
    if (isAlone(request)) return aloneReply("A");
    return askedOf(request) ? answers(request) : usual(request);
  };
  world.models.use((request) => {
    calls += 1;
    const round = askedOf(request)?.round ?? 0;
    if (manner.refuses?.(round)) return { error: { status: 401 } };
    if (manner.fails?.(calls)) return { error: { status: 503 } };
    sold += USAGE.input + USAGE.output;
    return { ...replyTo(request), usage: USAGE };
  });
  return { soldUsd: () => (sold * DEAR) / 1_000 };
}

/** The least budget, as the refusal of a lower one names it. */
export async function leastOf(world: World, body: object, maxCostUsd: number): Promise<number> {
  const { status, body: refused } = await world.post("/v1/experiments", { ...body, budget: { maxCostUsd } });
  const [problem] = refused.errors ?? [];
  if (status !== 422 || problem?.pointer !== "/budget/maxCostUsd") throw new Error(JSON.stringify(refused));
  return Number(/must be at least ([\d.]+):/.exec(problem.detail)?.[1]);
}

/** However it ends. */
export async function atRest(world: World, id: string): Promise<Experiment> {
  const isAtRest = ({ status, cells }: Experiment) =>
    !["queued", "running", "paused"].includes(status) && cells.running === 0;
  await expect.poll(async () => isAtRest(await readIn(world, id)), { timeout: 50_000, interval: 50 }).toBe(true);
  return readIn(world, id);
}
