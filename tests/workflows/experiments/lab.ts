/** Experiments on scripted models: what the tests of experiments share. */
import { expect } from "vitest";
import type { Experiment } from "../../../features/experiments/domain/schema.experiment.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { debaters, type World } from "../../support/world.ts";

const POLL = { timeout: 50_000, interval: 50 };

/** Two speakers for and against, one round, one ballot: four calls with the assessment. */
export const BASE = {
  format: "round-limited",
  maxRounds: 1,
  judging: "final-only",
  participants: [
    { name: "Ada", model: "openai/gpt-5.5", position: "Yes." },
    { name: "Ben", model: "openai/gpt-5.5", position: "No." },
  ],
  judge: { model: "openai/gpt-5.5", bothOrders: false },
};

/** An answer alone, a vote of three and a debate. */
export const ARMS = [
  { name: "single", baseline: { vote: 1 } },
  { name: "vote of 3", baseline: { vote: 3 } },
  { name: "debate", patch: {} },
];

const CHOICE = { type: "choice" as const, options: ["yes", "no"] };

/** Questions whose right answer is always yes. */
export function itemsOf(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    question: `Is ${i + 1} a number?`,
    answers: CHOICE,
    expected: "yes",
  }));
}

export const isAlone = (request: ModelRequest) => textOf(request).includes("Answer this question yourself");

export function textOf({ messages }: ModelRequest): string {
  return messages.map(({ content }) => content).join("\n");
}

export function aloneReply(answer: string | number, usage = { input: 50, output: 10 }): ModelReplyScript {
  return { json: { reasoning: "It is, by counting.", answer, confidence: 70 }, usage };
}

/** Debates end in a verdict for `winner`; answers that are given alone are `alone`'s. */
export function script(
  world: World,
  manner: { winner?: string; alone?: (request: ModelRequest) => ModelReplyScript } = {},
) {
  const usual = debaters(["p1", "p2"]);
  world.models.use((request) => (isAlone(request) ? (manner.alone?.(request) ?? aloneReply("A")) : usual(request)));
}

export async function createIn(world: World, body: object): Promise<Experiment> {
  const { status, body: made, text } = await world.post("/v1/experiments", body);
  if (status !== 201) throw new Error(`creating answered ${status}: ${text}`);
  return made as Experiment;
}

export const readIn = async (world: World, id: string) =>
  (await world.request(`/v1/experiments/${id}`)).body as Experiment;

export async function over(
  world: World,
  id: string,
  status = "completed",
  timeout = POLL.timeout,
): Promise<Experiment> {
  await expect.poll(async () => (await readIn(world, id)).status, { ...POLL, timeout }).toBe(status);
  return readIn(world, id);
}
