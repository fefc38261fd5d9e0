/** A debate of 50 rounds and 500 turns, as it is stored. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DraftEvent } from "../../domain/events.ts";
import type { Turn } from "../../domain/schemas.ts";
import { append, storeDebate } from "../api/world.ts";
import { type Stage, startStage } from "./stage.ts";

const ROUNDS = 50;
const SPEAKERS = 10;
const MOST_MS = 200;
const AT = "2026-11-21T12:00:00.000Z";
const TEXT = "Some *words* of a turn, **strong** ones too, that go on for a while.\n\n- a point\n- another\n\n".repeat(
  4,
);
const USAGE = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 120, reasoningTokens: 0, calls: 1 };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

function eventsOfRound(round: number): DraftEvent[] {
  const turns = Array.from({ length: SPEAKERS }, (_, i): DraftEvent[] => {
    const about = { round, phase: "response", participantId: `p${(i % 2) + 1}`, turnId: `g1-r${round}-t${i + 1}` };
    const turn: Turn = {
      ...about,
      phase: "response",
      id: about.turnId,
      participant: i % 2 ? "Ben" : "Ada",
      index: i + 1,
      text: TEXT,
      status: "whole",
      model: "demo/debater",
      usage: USAGE,
      costUsd: 0.01,
      latencyMs: 1_200,
      firstTokenMs: 200,
      attempt: 1,
      promptSha256: "",
      at: AT,
    };
    return [
      { type: "turn.started", at: AT, data: { ...about, model: "demo/debater", attempt: 1 } },
      { type: "turn.completed", at: AT, data: { ...about, turn } },
    ];
  });
  return [{ type: "round.started", at: AT, data: { round } }, ...turns.flat()];
}

test("Five hundred turns are shown and scrolled without a task of more than 200 ms after the page has loaded.", async () => {
  const { store, url } = stage.world;
  const record = await storeDebate(store, { state: { status: "completed", round: ROUNDS } });
  for (let round = 1; round <= ROUNDS; round++) await append(store, record, eventsOfRound(round));
  await append(store, record, [{ type: "debate.completed", at: AT, data: { status: "completed" } }]);
  const { page, close } = await stage.open("about:blank");
  await page.addInitScript(
    "globalThis.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: 'longtask', buffered: true });",
  );
  await page.goto(`${url}/debates/${record.id}`);
  await page.locator("#g1-r50-t10").waitFor({ state: "attached" });
  await page.locator(".raw").first().waitFor({ state: "detached" });
  for (let at = 0; at < 20; at++) await page.mouse.wheel(0, 4_000);
  await page.locator("#g1-r50-t10").scrollIntoViewIfNeeded();
  expect(await page.locator("article.turn .prose strong").count()).toBe(ROUNDS * SPEAKERS * 4);
  const tasks = await page.evaluate<number[]>("tasks");
  console.log(`long tasks of 500 turns: ${tasks.join(", ")} ms`);
  expect(Math.max(0, ...tasks)).toBeLessThan(MOST_MS);
  await close();
});
