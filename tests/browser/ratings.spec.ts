import { afterAll, beforeAll, expect, test } from "vitest";
import { RESULTS } from "../../domain/play/records/kinds.record.ts";
import { result } from "../api/events/debate-events.ts";
import { storeDebate } from "../api/world.ts";
import { CONCLUSION } from "../support/debates/conclusions.ts";
import { inEverySize } from "./every-size.ts";
import { type Stage, startStage } from "./stage.ts";

const [GPT, CLAUDE] = ["openai/gpt-5.5", "anthropic/claude-sonnet-5"];
const DEBATES = 52;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/**
 * Of every four debates the first speaker's model wins three; the second judge disagrees about every other one. Both answer as
 * the winner, the first one surely.
 */
async function judged(i: number): Promise<void> {
  const { store } = stage.world;
  const winner = i % 4 === 0 ? "p2" : "p1";
  const request = {
    topic: `Is ${i} a prime number?`,
    participants: [
      { name: "Ada", model: GPT, position: "Yes." },
      { name: "Ben", model: CLAUDE, position: "No." },
    ],
    judge: { model: GPT, panel: [GPT, CLAUDE, GPT] },
  };
  const ruling = { type: "verdict", winner, scores: {} } as const;
  const { id } = await storeDebate(store, { request, state: { status: "completed", result: ruling } });
  const answer = { choice: winner, text: "So it is." };
  const cast = (judge: string, named: string, probability: number) => ({
    id: `g1-b${judge.length}-given`,
    judge,
    order: "given" as const,
    winner: named,
    answer,
    probability,
    scores: {},
    valid: true,
  });
  const ballots = [cast(GPT, winner, 100), cast(CLAUDE, i % 2 === 0 ? winner : "p2", 60)];
  const key = { tenant: "default", debateId: id };
  const bench = { ...answer, probability: 80, given: [] };
  const conclusion = { ...CONCLUSION, answer: { text: "So it is.", stance: null, holder: winner } };
  await store.records.put(key, RESULTS, { ...result({ conclusion, bench }), ballots }, { generation: 1 });
  const body = { outcome: i % 3 === 0 ? "wrong" : "right" };
  const { status } = await stage.world.request(`/v1/debates/${id}/outcome`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
}

test("Without judged debates the page says so; with them it draws models, support, judges, reliability and agreement.", async () => {
  await inEverySize(stage, "/ratings", async ({ page }) => {
    await page.getByText("No debate between two models has a verdict so far.").waitFor();
    expect(await page.getByText("From the newest 0 completed debates").count()).toBe(1);
    expect(await page.getByText("No answer with a level of support has a known outcome so far.").count()).toBe(1);
  });
  for (let i = 0; i < DEBATES; i++) await judged(i);
  await inEverySize(stage, "/ratings", async ({ page }) => {
    await page.getByText(`From the newest ${DEBATES} completed debates, ${DEBATES} of them with a verdict.`).waitFor();
    expect(await page.locator("figure svg circle").count()).toBe(2);
    const rowsOf = async (name: string) => {
      const rows = await page.getByRole("group", { name, exact: true }).locator("tbody tr").allInnerTexts();
      return rows.map((row) => row.replaceAll(/\s+/g, " ").trim());
    };
    // Three wins in four are odds of 3: a distance of log 3.
    const models = await rowsOf(`Models, from ${DEBATES} comparisons`);
    expect(models[0]).toMatch(/^openai\/gpt-5\.5 0\.55 0\.\d\d to \d\.\d\d 39 52$/);
    expect(models[1]).toMatch(/^anthropic\/claude-sonnet-5 −0\.55 −\d\.\d\d to −0\.\d\d 13 52$/);
    expect(await rowsOf("Answers by support")).toEqual([
      "strong 0 of 0 – –",
      "moderate 34 of 52 65 % 52 % to 77 %",
      "weak 0 of 0 – –",
      "contested 0 of 0 – –",
    ]);
    const judges = await rowsOf("Judges and known outcomes");
    // 34 of 52 came true: who says 60 is nearer than who is sure.
    expect(judges.map((row) => row.split(" ").slice(0, 3))).toEqual([
      [CLAUDE, "52", "0.229"],
      [GPT, "52", "0.346"],
    ]);
    expect(await rowsOf(`Reliability of ${CLAUDE}`)).toEqual([
      expect.stringMatching(/^60 % to 80 % 60 % 34 of 52 65 % 52 % to 77 %$/),
    ]);
    expect(await rowsOf(`Reliability of ${GPT}`)).toEqual([
      expect.stringMatching(/^80 % to 100 % 100 % 34 of 52 65 % 52 % to 77 %$/),
    ]);
    expect(await rowsOf("Agreement of judges")).toEqual([
      expect.stringMatching(/^anthropic\/claude-sonnet-5 · 50 % of 52$/),
      expect.stringMatching(/^openai\/gpt-5\.5 50 % of 52 ·$/),
    ]);
    expect(await rowsOf("Pairs of judges with intervals")).toHaveLength(1);
  });
});

test("A debate's page says how often answers at its level were right, beside the reasons.", async () => {
  const { items } = (await stage.world.request("/v1/debates?limit=1")).body as { items: { id: string }[] };
  const { page, complaints, close } = await stage.open(`/debates/${items[0]?.id}`);
  await page.getByText("Of 52 answers at this level with a known outcome, 34 were right (52–77 %).").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("Every page leads to the ratings.", async () => {
  const { page, complaints, close } = await stage.open("/debates");
  await page.getByRole("link", { name: "Ratings", exact: true }).click();
  await page.getByRole("heading", { name: "Ratings", exact: true }).waitFor();
  expect([new URL(page.url()).pathname, complaints]).toEqual(["/ratings", []]);
  await close();
});
