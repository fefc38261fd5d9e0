/** Questions of an experiment begin with the answers that its votes are counted from. */
import { expect, it } from "vitest";
import type { PluralityResult } from "../../../domain/shapes/schemas/result.schema.ts";
import type { ResultRow } from "../../../features/experiments/domain/schema.experiment.ts";
import { answering, askedOf, questionRequest, YES_NO } from "../../support/debates/question.ts";
import { useWorld } from "../../support/use-world.ts";
import { createIn, over } from "./lab.ts";

const world = await useWorld();

const { topic: _topic, ...BASE } = questionRequest({}, ["openai/m", "openai/m", "openai/m"]) as Record<string, unknown>;
const ITEMS = [1, 2].map((n) => ({ question: `Is ${n} a number?`, answers: YES_NO, expected: "yes" }));
const ARMS = [
  { name: "single", baseline: { vote: 1 } },
  { name: "vote of 5", baseline: { vote: 5 } },
  { name: "two rounds", patch: {} },
  { name: "three rounds", patch: { maxRounds: 3, minRounds: 3 } },
  { name: "ring", patch: { peers: "ring" } },
];

it("buys the first answers once for votes and questions, pairs all arms by them, and bills each arm as if alone", async () => {
  let first = 0;
  world.models.use(answering(({ round }) => (round === 1 ? (first++ % 3 === 0 ? "A" : "B") : "A")));
  world.models.forget();
  const { id } = await createIn(world, { name: "shared", base: BASE, items: ITEMS, arms: ARMS, concurrency: 3 });
  const done = await over(world, id);
  expect(done.cells).toMatchObject({ done: 10, failed: 0 });
  const rounds = world.models.journal.map((request) => askedOf(request)?.round);
  // Five first answers, then three a round: one later round in two arms, two in another.
  expect(rounds.filter((round) => round === 1)).toHaveLength(2 * 5);
  expect(rounds).toHaveLength(2 * (5 + 3 + 6 + 3));
  expect(done.calls).toBe(rounds.length);
  expect(done.table.arms.map(({ calls }) => calls)).toEqual([2, 10, 12, 18, 12]);
  const { items } = (await world.request(`/v1/experiments/${id}/results?as=json`)).body as { items: ResultRow[] };
  const ofItem = items.filter(({ item, debate }) => item === "i1" && debate !== null);
  const firsts = await Promise.all(
    ofItem.map(async ({ debate }) => {
      const { result } = await world.debate(debate ?? "");
      return (result as PluralityResult).plurality.rounds[0]?.given.map(({ answer }) => answer);
    }),
  );
  expect(firsts).toHaveLength(3);
  expect(new Set(firsts.map((given) => JSON.stringify(given))).size).toBe(1);
  const transcript = await world.transcript(ofItem[0]?.debate ?? "");
  expect(transcript.turns.map(({ boughtBy }) => boughtBy)).toEqual([id, id, id, undefined, undefined, undefined]);
  // The prompts of all turns can be rebuilt: what was sent for the shared answers is what the debate would have sent.
  const calls = await (await fetch(`${world.url}/v1/debates/${ofItem[0]?.debate}/transcript?as=jsonl`)).text();
  expect(calls.trim().split("\n")).toHaveLength(6);
});

it("asks a participant itself whose first answer is asked for in another way", async () => {
  world.models.use(answering());
  world.models.forget();
  const [one, two, three] = BASE["participants"] as object[];
  const patch = { participants: [one, { ...two, instructions: "Be brief." }, { ...three, model: "openai/other" }] };
  const arms = [
    { name: "vote of 3", baseline: { vote: 3 } },
    { name: "others", patch },
  ];
  const { id } = await createIn(world, { name: "some shared", base: BASE, items: ITEMS.slice(0, 1), arms });
  const done = await over(world, id);
  expect(done.calls).toBe(3 + 2 + 3);
  expect(world.models.journal).toHaveLength(8);
  expect(done.table.arms[1]?.calls).toBe(6);
});

it("gives a vote the first answers that it asks for whatever they are, and no more", async () => {
  world.models.use(answering());
  world.models.forget();
  const base = questionRequest(
    {},
    Array.from({ length: 5 }, () => "openai/m"),
  ) as Record<string, unknown>;
  const { topic: _asked, ...five } = base;
  const arms = [
    { name: "vote of 5", baseline: { vote: 5 } },
    { name: "until it is safe", patch: { vote: {}, gate: {} } },
  ];
  const { id } = await createIn(world, { name: "sequential", base: five, items: ITEMS.slice(0, 1), arms });
  const done = await over(world, id);
  expect(world.models.journal).toHaveLength(5);
  expect(done.table.arms.map(({ calls }) => calls)).toEqual([5, 4]);
  const { items } = (await world.request(`/v1/experiments/${id}/results?as=json`)).body as { items: ResultRow[] };
  const { debate } = items.find((row) => row.debate !== null)!;
  expect((await world.transcript(debate ?? "")).turns).toHaveLength(4);
  expect((await world.debate(debate ?? "")).result).toMatchObject({ plurality: { answered: 4, vote: { bought: 4 } } });
});

it("estimates what is shared once", async () => {
  const body = { name: "estimate", base: BASE, items: ITEMS, arms: ARMS };
  const { body: estimate } = await world.post("/v1/experiments?dryRun=true", body);
  expect(estimate.likely.calls).toBe(2 * (5 + 3 + 6 + 3));
  expect(estimate.arms.map(({ likely }: { likely: { calls: number } }) => likely.calls)).toEqual([2, 10, 12, 18, 12]);
});
