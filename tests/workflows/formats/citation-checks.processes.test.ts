/** A reply that was bought is stored before its citations are checked, and a check that fails does not lose it. */
import { beforeEach, expect, it, vi } from "vitest";
import { createRepetition } from "../../../domain/judge/signals/repetition.signal.ts";
import { checkCitations } from "../../../domain/rules/citations/citations.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

// The real check, which a test may break.
vi.mock("../../../domain/rules/citations/citations.ts", { spy: true });
vi.mock("../../../domain/judge/signals/repetition.signal.ts", { spy: true });

const world = await useWorld();
beforeEach(() => {
  world.models.forget();
  vi.mocked(checkCitations).mockReset();
  vi.mocked(createRepetition).mockReset();
});

const QUOTING = 'They say "cars should be burnt in the square".';

async function play(changes: object = {}, text = QUOTING) {
  world.models.use(debaters(["p1", "p2"], { turn: () => ({ text }) }));
  const { id } = await world.create(requestOf({ maxRounds: 1, ...changes }));
  await world.finished(id);
  const asked = world.models.journal.filter((entry) => kindOf(entry) === "turn").length;
  return { id, asked, transcript: await world.transcript(id), debate: await world.debate(id) };
}

it("keeps a turn whose check throws, says that it was not checked, and asks no model again", async () => {
  vi.mocked(checkCitations).mockImplementation(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  const { id, asked, transcript, debate } = await play();
  expect(debate.status).toBe("completed");
  expect(asked).toBe(2);
  expect(transcript.turns.map((t) => [t.text, t.attempt, t.citations, t.citationsChecked])).toEqual([
    [QUOTING, 1, undefined, false],
    [QUOTING, 1, undefined, false],
  ]);
  const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
  expect(text.match(/The code could not check what this turn cites/g)).toHaveLength(2);
  const judged = world.models.journal.flatMap(({ messages }) => messages.map((m) => m.content)).join("\n");
  expect(judged).toContain("The code could not check the citations of T1.");
});

it("keeps a turn whose repetition cannot be measured, and the debate goes on without the measurement", async () => {
  vi.mocked(createRepetition).mockImplementation(() => {
    throw new RangeError("Maximum call stack size exceeded");
  });
  const { asked, transcript, debate } = await play({ format: "roundtable", maxRounds: 2 }, "Trams are quiet.");
  expect(debate).toMatchObject({ status: "completed", degraded: [] });
  expect(asked).toBe(4);
  expect(transcript.turns.map(({ repetition }) => repetition)).toEqual(Array.from({ length: 4 }));
  expect(transcript.trace.autoScore).toBeNull();
});

it("checks a turn that is stored already", async () => {
  const put = vi.spyOn(world.store.records, "put");
  const checked = vi.spyOn(world.store.records, "replace");
  const { transcript } = await play();
  const [stored, check, again] = [put, vi.mocked(checkCitations), checked].map((fn) => fn.mock.invocationCallOrder[0]);
  expect(stored).toBeLessThan(check ?? 0);
  expect(check).toBeLessThan(again ?? 0);
  expect(transcript.turns.map((t) => [t.citations?.length, t.citationsChecked])).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
});

it("does not check more than it has time for: 1,000 quotations against an exhibit of 390,000 characters", async () => {
  const exhibits = [{ title: "Long", text: "word ".repeat(78_000) }];
  const quotations = Array.from({ length: 1_000 }, (_, n) => `"nobody has said these words ${n}"`);
  const { asked, transcript } = await play({ exhibits }, quotations.join(" "));
  expect(asked).toBe(2);
  const [first] = transcript.turns;
  expect([first?.citations, first?.citationsChecked]).toEqual([undefined, false]);
});
