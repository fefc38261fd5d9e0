/** What one judge reads as contradicted by an exhibit is put to a judge of another family, and counts only if both read it so. */
import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { CLAIM_EXHIBITS, claimManner, twiceManner } from "../../support/debates/claims.ts";
import { withPlainMarks } from "../../support/marks.ts";
import { kindOf, secondReading } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld({ served: ["openai", "anthropic", "google", "mistral"] });

/** A cheap model of the other provider that takes part. */
const SECOND = "anthropic/claude-haiku-4-5";
const READING = "a second judge's reading of the claims that one judge reads as contradicted";
const textOf = (r: ModelRequest | undefined) => withPlainMarks((r?.messages ?? []).map((m) => m.content).join("\n"));
const asked = () => world.models.journal.filter((r) => kindOf(r) === "second-reading");
const withExhibits = (changes: object = {}) =>
  requestOf({ exhibits: CLAIM_EXHIBITS, judging: "final-only", maxRounds: 2, ...changes });

async function played(body: object, manner: Manner = claimManner, participants = ["p1", "p2"]) {
  world.models.use(debaters(participants, manner));
  const { id } = await world.create(body);
  const log = (await world.finished(id)) as LogEvent[];
  const debate = await world.debate(id);
  if (debate.result?.type !== "verdict") throw new Error(`no verdict: ${JSON.stringify(debate.result)}`);
  return { id, log, debate, result: debate.result, claims: debate.result.claims ?? [] };
}

describe("a second judge", () => {
  it("reads the claims and their passages alone, last first, without what the first reads in them", async () => {
    const { claims } = await played(withExhibits(), twiceManner);
    const [request] = asked();
    expect([asked().length, request?.model]).toEqual([1, SECOND.split("/")[1]]);
    const text = textOf(request);
    const shown = [...text.matchAll(/<claim number="(\d)">\n(.*)\n/g)].map(([, number, claim]) => [number, claim]);
    expect(shown).toEqual([
      ["1", "The council voted at all."],
      ["2", "The shops took more than before."],
    ]);
    expect(text).toContain('E2, around it: "Takings of the shops fell by four per cent in the first year."');
    expect(text).not.toMatch(
      /The survey counted less|The minutes deny it|status=|by="|<turn |g1-r\d|\bT\d\b|\bAda\b|\bBen\b/,
    );
    expect(claims.map(({ status }) => status)).toEqual(["supported", "contradicted", ...Array(4).fill("unverified")]);
    // What it reads otherwise stays open, with both readings.
    expect(claims[5]).toMatchObject({
      why: "The minutes deny it.",
      unverifiedBecause: "judges_differ",
      secondJudge: { model: SECOND, says: "nothing", why: "Another council may have voted." },
    });
    expect(world.models.complaints).toEqual([]);
  });

  it("may read that a passage supports the claim, and then it is neither", async () => {
    const confirms: Manner["confirms"] = (request) => ({ json: secondReading(request, "supports") });
    const { claims, result } = await played(withExhibits(), { ...claimManner, confirms });
    expect(claims[1]).toMatchObject({ status: "unverified", unverifiedBecause: "judges_differ" });
    expect(result.degraded).toEqual([]);
  });

  it("is a member of the panel, where one is of another family", async () => {
    const judge = { model: "openai/gpt-5.5", panel: ["openai/a", "anthropic/c"], bothOrders: false };
    const { debate, log } = await played(withExhibits({ judge }));
    expect(asked().map(({ model }) => model)).toEqual(["c"]);
    expect(log.find(({ type }) => type === "claims.confirmed")).toMatchObject({ panelist: "anthropic/c" });
    expect(debate.warnings.map(({ code }) => code)).not.toContain("second-judge-chosen");
  });

  it("whom nobody named is one of a provider with a key, as a warning says, and its call is in the costs", async () => {
    const { id, debate } = await played(withExhibits());
    const { detail } = debate.warnings.find(({ code }) => code === "second-judge-chosen") ?? {};
    expect(detail).toContain(`are put to ${SECOND} too, in one call at most`);
    expect(debate.usage.calls).toBe(world.models.journal.length);
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    const of = (body as { byModel: { model: string; usage: { calls: number } }[] }).byModel;
    expect(of.find(({ model }) => model === SECOND)).toMatchObject({ usage: { calls: 1 } });
  });

  it("is not asked where no claim is read as contradicted", async () => {
    const { result } = await played(withExhibits(), { ...claimManner, checks: () => ({ json: { claims: [] } }) });
    expect([asked().length, result.degraded]).toEqual([0, []]);
  });

  it("who fails leaves the claim to one judge, and the debate says what it lacks", async () => {
    const { claims, result } = await played(withExhibits(), {
      ...claimManner,
      confirms: () => ({ json: { readings: [] } }),
    });
    expect(textOf(asked()[1])).toContain("readings must have each claim from 1 to 1 once, and no other.");
    expect(claims[1]).toMatchObject({ status: "unverified", unverifiedBecause: "one_judge" });
    expect(claims[1]).not.toHaveProperty("secondJudge");
    expect(result.degraded).toMatchObject([{ what: READING }]);
  });

  it("who may not depend on a debater may be nobody: the claim stays with one judge, and the debate says why", async () => {
    const models = ["anthropic/claude-sonnet-5", "google/gemini-3.8-flash", "mistral/mistral-medium-3-5"];
    const participants = models.map((model, i) => ({
      name: `Speaker ${i + 1}`,
      model,
      position: `Position ${i + 1}.`,
    }));
    const judge = { model: "openai/gpt-5.5", bothOrders: false, requireIndependent: true };
    const body = withExhibits({ judge, participants });
    const { claims, result, log } = await played(body, claimManner, ["p1", "p2", "p3"]);
    expect(asked()).toEqual([]);
    expect(claims[1]).toMatchObject({ status: "unverified", unverifiedBecause: "one_judge" });
    const why = "there was no model of another family than openai that is independent of the debaters";
    expect(result.degraded).toMatchObject([{ what: READING, why }]);
    expect(log.filter(({ type }) => /^claims|^act/.test(type)).map(({ type }) => type)).toEqual([
      "claims.checked",
      "act.skipped",
    ]);
  });

  it("is in the report and in an import of the debate", async () => {
    const { id } = await played(withExhibits(), twiceManner);
    const { text: report } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(report).toContain("An exhibit contradicts it, as judges of two families read it");
    expect(report).toContain("one judge reads a passage as contradicting it, and one of another family does not");
    expect(report).toContain(`${SECOND}, the second judge: Another council may have voted.`);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
    const copy = `${id.slice(0, -6)}${id.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA"}`;
    const { status } = await world.post("/v1/debates/import", JSON.parse(text.replaceAll(id, copy)));
    expect(status).toBe(201);
    const { text: again } = await world.request(`/v1/debates/${copy}/transcript?as=json`);
    expect(JSON.parse(again).result.claims[1]).toMatchObject({
      status: "contradicted",
      secondJudge: { model: SECOND },
    });
  });
});

describe("an estimate", () => {
  const calls = async (changes: object) => {
    const { body } = await world.post("/v1/estimates", withExhibits(changes));
    const { lowest, likely, worst } = body as Record<string, { calls: number }>;
    return [lowest, likely, worst].map((of) => of?.calls);
  };

  it("counts the second judge's call, and its debates never make two", async () => {
    const without = await calls({ claimChecks: false });
    const [lowest = 0, likely = 0, worst = 0] = without.map((n) => n ?? 0);
    // The worst case has two attempts of each call.
    expect(await calls({})).toEqual([lowest + 1, likely + 2, worst + 4]);
  });
});
