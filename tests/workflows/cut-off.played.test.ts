/** Models whose servers cut them off: at the limit that was asked for, or at one of their own. */
import { expect, it } from "vitest";
import { kindOf } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();

const CUT: ModelReplyScript = {
  text: "Streets are public, and so",
  finish: "length",
  usage: { input: 100, output: 160 },
};
const isTurn = (request: ModelRequest) => kindOf(request) === "turn";
const isClaude = (request: ModelRequest) => request.model.includes("claude");

it("a turn that is cut off twice is kept, and is marked wherever it is read", async () => {
  const script = debaters(["p1", "p2"]);
  world.models.use((request) => (isTurn(request) && isClaude(request) ? CUT : script(request)));
  const { id } = await world.create(requestOf({ maxRounds: 1, judging: "final-only" }));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const message = expect.stringMatching(/was cut off after 160 output tokens, where \d+ were allowed$/);
  expect(log.filter((e) => e.type === "turn.failed")).toMatchObject([{ message }]);
  const { turns, debate } = await world.transcript(id);
  expect(turns.map(({ status, isCutOff, attempt }) => ({ status, isCutOff, attempt }))).toEqual([
    { status: "whole", isCutOff: undefined, attempt: 1 },
    { status: "whole", isCutOff: true, attempt: 2 },
  ]);
  expect(turns[1]?.text).toBe("Streets are public, and so");
  expect(debate.warnings.find(({ code }) => code === "turns-cut-off")?.detail).toContain("a turn of Ben ended");
  expect((await world.request(`/v1/debates/${id}/transcript?as=md`)).text).toContain("Its model was cut off here");
  expect((await world.request(`/v1/debates/${id}/transcript?as=html`)).text).toContain("was cut off here");
}, 60_000);

it("JSON that is cut off is asked for again, and is no reply", async () => {
  const script = debaters(["p1", "p2"]);
  const cut: ModelReplyScript = { text: '{"winner": {"part', finish: "length" };
  world.models.use((request) => (kindOf(request) === "verdict" ? cut : script(request)));
  const { id } = await world.create(
    requestOf({ maxRounds: 1, judging: "final-only", policies: { onJudgeFailure: "continue" } }),
  );
  const log = await world.finished(id);
  expect(log.filter((e) => e.type === "judge.failed")).toHaveLength(2);
  expect((await world.debate(id)).result?.degraded).toHaveLength(1);
}, 60_000);
