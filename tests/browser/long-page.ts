/** Long debates, as they are stored, and what their pages do to the browser while it draws them. */
import type { Page } from "playwright-core";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { append, storeDebate } from "../api/world.ts";
import type { Stage } from "./stage.ts";

export const ROUNDS = 50;
export const SPEAKERS = 10;
/** Seconds after the debate began. */
const moment = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1_000).toISOString();
const ROUND_SECONDS = 20;
const TEXT = "Some *words* of a turn, **strong** ones too, that go on for a while.\n\n- a point\n- another\n\n".repeat(
  4,
);
const USAGE = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 120, reasoningTokens: 0, calls: 1 };

/** `work.pieces`: elements added at once; `work.tasks`: milliseconds of each task longer than 50. */
export const WATCH = `
  globalThis.work = { pieces: [], tasks: [] };
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    work.pieces.push(new Set(added.flatMap((element) => [element, ...element.querySelectorAll("*")])).size);
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => work.tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration))))
    .observe({ type: "longtask", buffered: true });
`;

export interface Work {
  /** Elements that were added at once, between two chances for the browser to do something else. */
  pieces: number[];
  /** Milliseconds of each task longer than 50. */
  tasks: number[];
}

/** Returns the address of its page. */
export async function storeLongDebate(
  { store, url }: Stage["world"],
  { rounds, speakers } = { rounds: ROUNDS, speakers: SPEAKERS },
): Promise<string> {
  const record = await storeDebate(store, { state: { status: "completed", round: rounds } });
  for (let round = 1; round <= rounds; round++) await append(store, record, eventsOfRound(round, speakers));
  const end = moment((rounds + 1) * ROUND_SECONDS);
  await append(store, record, [{ type: "debate.completed", at: end, data: { status: "completed" } }]);
  return `${url}/debates/${record.id}`;
}

/** Opens the page and scrolls through it. */
export async function readThrough(stage: Stage, address: string): Promise<{ page: Page; work: Work }> {
  const { page } = await stage.open("about:blank");
  await page.addInitScript(WATCH);
  await page.goto(address);
  await page.locator("#g1-r50-t10").waitFor({ state: "attached" });
  await page.locator(".raw").first().waitFor({ state: "detached" });
  for (let at = 0; at < 20; at++) await page.mouse.wheel(0, 4_000);
  await page.locator("#g1-r50-t10").scrollIntoViewIfNeeded();
  return { page, work: await page.evaluate<Work>("work") };
}

/** Opens the pictures of a page that was read through, and draws them again for a phone. */
export async function drawPictures(page: Page): Promise<Work> {
  await page.evaluate("work.pieces = [], work.tasks = []");
  await page.getByText("In pictures").click();
  const calls = page.locator("figure", { hasText: "Who spoke when" });
  await page.locator(".pictures[aria-busy=false] figure").first().waitFor();
  await calls.getByText("The numbers").click();
  await calls.scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".pictures[aria-busy=false] svg.calls[width='350']").first().waitFor();
  return page.evaluate<Work>("work");
}

function eventsOfRound(round: number, speakers: number): DraftEvent[] {
  const began = round * ROUND_SECONDS;
  const turns = Array.from({ length: speakers }, (_, i): DraftEvent[] => {
    const about = { round, phase: "response", participantId: `p${(i % 2) + 1}`, turnId: `g1-r${round}-t${i + 1}` };
    const turn: Turn = {
      ...about,
      phase: "response",
      id: about.turnId,
      participant: i % 2 ? "Ben" : "Ada",
      index: i + 1,
      text: `${TEXT}It was speech ${i + 1} of round ${round}.`,
      status: "whole",
      model: "demo/debater",
      usage: USAGE,
      costUsd: 0.01,
      latencyMs: 1_200,
      firstTokenMs: 200,
      attempt: 1,
      promptSha256: "",
      at: moment(began + i + 1.2),
    };
    return [
      { type: "turn.started", at: moment(began + i), data: { ...about, model: "demo/debater", attempt: 1 } },
      { type: "turn.completed", at: moment(began + i + 1.2), data: { ...about, turn } },
    ];
  });
  const assessment = {
    type: "assessment.completed",
    at: moment(began + 15),
    data: { round, assessment: assessed(round) },
  };
  return [
    { type: "round.started", at: moment(began), data: { round } },
    ...turns.flat(),
    assessment as DraftEvent<"assessment.completed">,
  ];
}

function assessed(round: number): Assessment {
  const flags = { repetitive: round > 40, drifting: false, diminishingReturns: false, convergenceReached: false };
  const none = { strengths: [], weaknesses: [] };
  const scores = { novelty: 5, clarity: 7 };
  return {
    id: `g1-r${round}-assessment`,
    round,
    judge: "demo/judge",
    shouldContinue: true,
    qualityScore: round % 10,
    assessments: ["p1", "p2"].map((participant, i) => ({ participant, scores, score: 5 + i, ...none })),
    flags,
    flips: [],
    reasoning: "So it went.",
    recommendations: [],
    usage: USAGE,
    costUsd: 0.01,
    latencyMs: 2_000,
    attempt: 1,
    at: moment(round * ROUND_SECONDS + 15),
  };
}
