import { describe, expect, it } from "vitest";
import { protocolOf } from "../../domain/rules/protocols/registry.protocol.ts";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { VerdictResult } from "../../domain/shapes/schemas/result.schema.ts";
import { agents } from "../support/agents.ts";
import { members } from "../support/debates/council.ts";
import { someOf } from "../support/debates/runs.ts";
import { kindOf, rosterIn, verdictJson } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";

/** A panel that is chosen by its size has models of all of them. */
const world = await useWorld({ served: ["openai", "anthropic", "google", "mistral"] });

const P = ["p1", "p2"];
const PANEL = ["openai/judge-a", "openai/judge-b", "anthropic/judge-c"];
const DOWN: ModelReplyScript = { error: { status: 503 } };
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const textOf = (r: ModelRequest) => r.messages.map((m) => m.content).join("\n");
const isVerdict = (r: ModelRequest) => kindOf(r) === "verdict";
const verdictsAsked = () => world.models.journal.filter(isVerdict);
/** The first participant who is shown; in the other order it is another one. */
const firstShown = (r: ModelRequest) => rosterIn(textOf(r))[0]?.name ?? "";

const request = (judge: object, changes: object = {}) =>
  requestOf({ maxRounds: 1, judging: "final-only", judge: { model: "openai/judge", ...judge }, ...changes });

/** Everything as usual, but for what `reply` says about a request. */
function answering(reply: (r: ModelRequest) => ModelReplyScript | null): (r: ModelRequest) => ModelReplyScript {
  const script = debaters(P);
  return (r) => reply(r) ?? script(r);
}

async function verdictOf(id: string): Promise<{ debate: Debate; result: VerdictResult; log: FlatEvent[] }> {
  const log = await world.finished(id);
  const debate = await world.debate(id);
  if (debate.result?.type !== "verdict") throw new Error(`no verdict: ${JSON.stringify(debate.result)}`);
  return { debate, result: debate.result, log };
}

/** A valid verdict for whoever stands first on the judge's roster. */
const forTheFirst = (r: ModelRequest): ModelReplyScript => {
  const keys = rosterIn(textOf(r)).map((p) => p.key);
  return { text: verdictJson(keys, keys[0]) };
};

describe("requests to a judge", () => {
  const NAMES = ["Quorra", "Zebulon"];

  it.each(someOf(FORMATS.filter((format) => protocolOf({ format }).hasJudge)))(
    "hold no name and no model of a participant, and no turn's own id: %s",
    async (format) => {
      const speech = (r: ModelRequest) =>
        `I, ${r.model}, answer Quorra and Zebulon's g1-r1-t1: ${r.model.includes("claude") ? "no" : "yes"}.`;
      const script = debaters(P, { turn: (r) => ({ text: speech(r) }) });
      const team = agents({ turn: (asked) => ({ text: `Quorra and Zebulon, ${asked.kind}.` }) });
      const council = members({ names: NAMES, answer: (name) => `Quorra and Zebulon's g1-r1-t1, ${name} of gpt-5.5.` });
      world.models.use((r) => (format === "dialectic" ? team(r) : format === "council" ? council(r) : script(r)));
      const sided = ["oxford", "lincoln-douglas"].includes(format);
      const participants = NAMES.map((name, i) => ({
        name,
        model: ["openai/gpt-5.5", "anthropic/claude-sonnet-5"][i],
        ...(format !== "dialectic" && { position: `The ${["first", "second"][i]} view.` }),
        ...(sided && { side: ["for", "against"][i] }),
      }));
      const own =
        format === "dialectic"
          ? { termination: { type: "convergence" } }
          : format === "council"
            ? {}
            : { judging: "every-round" as const };
      const judge = { model: "openai/judge" };
      const { id } = await world.create(requestOf({ format, maxRounds: 2, participants, judge, ...own }));
      await world.finished(id);
      expect((await world.debate(id)).warnings.map((w) => w.code)).not.toContain("partial-blinding");
      const asked = world.models.journal.filter((r) => r.model === "judge");
      // A chair is asked once.
      expect(asked.length).toBeGreaterThanOrEqual(format === "council" ? 1 : 3);
      for (const { system, messages, schema } of asked) {
        const all = JSON.stringify([system, messages, schema]);
        expect(all).not.toMatch(/Quorra|Zebulon|gpt-5\.5|claude|g1-r\d|"p\d"/);
        expect(all).toContain("Speaker A");
      }
    },
    60_000,
  );

  it("have the owner's own words as they are, and the debate says that blinding is partial", async () => {
    world.models.use(debaters(P));
    const { id, warnings } = await world.create(request({}, { topic: "Is Ada right?" }));
    expect(warnings.find((w) => w.code === "partial-blinding")?.detail).toContain('"Ada"');
    const { result } = await verdictOf(id);
    expect(textOf(verdictsAsked()[0]!)).toContain("Is Ada right?");
    expect(result.ballots[0]?.blind).toMatchObject({ kept: ["Ada", "Ben"] });
  });
});

describe("a verdict in both orders", () => {
  it("is contested when the judge prefers whoever is shown first, and all ballots are shown", async () => {
    world.models.use(answering((r) => (isVerdict(r) ? forTheFirst(r) : null)));
    const { id } = await world.create(request({}));
    const { result } = await verdictOf(id);
    expect(result).toMatchObject({ contested: true, verdict: { winner: null }, textFrom: "g1-b1-given" });
    expect(result.ballots.map((b) => [b.order, b.valid])).toEqual([
      ["given", true],
      ["reversed", true],
    ]);
    expect(new Set(result.ballots.map((b) => b.winner))).toEqual(new Set(P));
    const [given, reversed] = result.ballots.map((b) => Object.values(b.blind?.labels ?? {}));
    expect(reversed).toEqual(given?.toReversed());
    expect(new Set(verdictsAsked().map(firstShown))).toEqual(new Set(["Ada", "Ben"]));
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    for (const said of ["Contested", "Ballots", "reversed", "Speaker A", "openai/judge"]) expect(text).toContain(said);
  });

  it("has the winner that both orders name, with the ballot that its words are from", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(request({}));
    const { result, debate } = await verdictOf(id);
    expect(result).toMatchObject({ contested: false, verdict: { winner: { participant: "p2" } } });
    expect(result).toMatchObject({ orderCheck: "labels", agreement: { winnerAgreement: { judges: null, orders: 1 } } });
    expect(verdictsAsked()).toHaveLength(2);
    expect(result.usage).toMatchObject({ calls: 2, inputTokens: 1_000, outputTokens: 400 });
    expect(debate.judge).toMatchObject({ bothOrders: true, usage: { calls: 2 } });
  });

  it("buys no ballot twice when another one fails and is retried", async () => {
    let healed = false;
    const fails = (r: ModelRequest) => isVerdict(r) && firstShown(r) === "Ada" && !healed;
    world.models.use(answering((r) => (fails(r) ? { error: { status: 401 } } : null)));
    const { id } = await world.create(request({}));
    const before = await world.until(id, status("error"));
    expect(before.filter((e) => e.type === "ballot.completed")).toHaveLength(1);
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    const { result } = await verdictOf(id);
    expect(result.ballots.map((b) => b.valid)).toEqual([true, true]);
    expect(verdictsAsked().map(firstShown).toSorted()).toEqual(["Ada", "Ada", "Ben"]);
  });

  it("can be paused now, and only what was cut short is asked for again", async () => {
    let met = false;
    const slow: ModelReplyScript = { text: "word ".repeat(2_000), profile: { tps: 20, chunkSize: 5 } };
    world.models.use(
      answering((r) => {
        if (!isVerdict(r) || met || firstShown(r) === "Ben") return null;
        met = true;
        return slow;
      }),
    );
    const { id } = await world.create(request({}));
    await world.until(id, (e) => e.type === "ballot.completed");
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    await world.until(id, status("paused"));
    await world.post(`/v1/debates/${id}/resume`);
    const { result } = await verdictOf(id);
    expect(result.ballots).toHaveLength(2);
    expect(verdictsAsked().map(firstShown).toSorted()).toEqual(["Ada", "Ada", "Ben"]);
  }, 30_000);
});

describe("a panel", () => {
  it("of a size is chosen, and the debate, its request and its estimate have its members", async () => {
    world.models.use(answering(() => null));
    const asked = request({ panel: 3 });
    const { id } = await world.create(asked);
    const { debate, result } = await verdictOf(id);
    const panel = debate.judge?.panel ?? [];
    expect(panel).toHaveLength(3);
    // The server has a default judge, and the others are beside the debaters' families.
    expect(panel[0]).toBe("openai/judge");
    expect(result.families?.judges.filter((family) => result.families?.debaters.includes(family))).toEqual(["openai"]);
    expect(new Set(result.ballots.map(({ judge }) => judge))).toEqual(new Set(panel));
    expect(debate.warnings.find(({ code }) => code === "panel-chosen")?.detail).toBe(
      `no members of the panel were named: ${panel.join(", ")} vote; of a debater's family: openai/judge, as DEFAULT_JUDGE_MODEL names it`,
    );
    expect((await world.request(`/v1/debates/${id}/request`)).body).toMatchObject({ judge: { panel } });
    const [likely, named] = await Promise.all(
      [asked, request({ panel })].map(async (body) => (await world.post("/v1/estimates", body)).body.likely),
    );
    expect(likely).toEqual(named);
  });

  it("of equal models keeps its seats, and the debate warns of them", async () => {
    world.models.use(answering(() => null));
    const { id } = await world.create(request({ panel: Array(3).fill("openai/judge-a") }));
    const { debate, result } = await verdictOf(id);
    expect(result.ballots.map(({ judge }) => judge)).toEqual(Array(6).fill("openai/judge-a"));
    expect(debate.warnings.find(({ code }) => code === "panel-repeats")?.detail).toContain("3 of the panel's 3 seats");
  });

  it("decides by majority in each order, and what its members cost stands under their models", async () => {
    world.models.use(answering((r) => (isVerdict(r) && r.model === "judge-b" ? forTheFirst(r) : null)));
    const { id } = await world.create(request({ panel: PANEL }));
    const { result, debate } = await verdictOf(id);
    expect(result).toMatchObject({ contested: false, verdict: { winner: { participant: "p2" } } });
    expect(result.ballots).toHaveLength(6);
    expect(result.dissent.some((d) => d.startsWith("openai/judge-b, "))).toBe(true);
    expect(result.agreement).toMatchObject({ winnerAgreement: { judges: 0.667, orders: 0.667 } });
    expect(debate.judge).toMatchObject({ panel: PANEL, usage: { calls: 6 } });
    for (const model of PANEL) expect(Object.keys(debate.cost.byModel)).toContain(model);
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    const callsOf = (model: string) =>
      (body.byModel as { model: string; usage: { calls: number } }[]).find((line) => line.model === model)?.usage.calls;
    expect(PANEL.map(callsOf)).toEqual([2, 2, 2]);
    expect(body.total.usage).toEqual(debate.usage);
  });

  it("does without a member that fails for good: its ballots say why, and the rest decide", async () => {
    world.models.use(answering((r) => (r.model === "judge-b" ? DOWN : null)));
    const { id } = await world.create(request({ panel: PANEL }));
    const { result, log } = await verdictOf(id);
    expect(result).toMatchObject({ contested: false, verdict: { winner: { participant: "p2" } } });
    const spoilt = result.ballots.filter((b) => !b.valid);
    expect(spoilt.map((b) => [b.judge, b.winner, b.scores])).toEqual([
      ["openai/judge-b", null, {}],
      ["openai/judge-b", null, {}],
    ]);
    for (const b of spoilt) expect(b.invalidBecause).toBeTruthy();
    expect(result.degraded.map((d) => d.what).toSorted()).toEqual([
      "the ballot (given order) of openai/judge-b",
      "the ballot (reversed order) of openai/judge-b",
    ]);
    expect(log.some((e) => e.type === "decision.requested")).toBe(false);
  });

  it("that fails as a whole is a judge that failed: by policy another one takes its place", async () => {
    world.models.use(answering((r) => (PANEL.some((id) => id.endsWith(r.model)) ? DOWN : null)));
    const policies = { onJudgeFailure: "fallback", fallbackJudges: ["openai/spare"] };
    const { id } = await world.create(request({ panel: PANEL }, { policies }));
    const { result, log, debate } = await verdictOf(id);
    expect(log.filter((e) => e.type === "judge.replaced")).toMatchObject([{ judge: "openai/spare", panelOut: true }]);
    expect(result.ballots.map((b) => [b.id, b.judge])).toEqual([
      ["g1-b4-given", "openai/spare"],
      ["g1-b4-reversed", "openai/spare"],
    ]);
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    expect(body.total.usage).toEqual(debate.usage);
  });

  it("that fails as a whole is asked about, and may be done without", async () => {
    world.models.use(answering((r) => (PANEL.some((id) => id.endsWith(r.model)) ? DOWN : null)));
    const { id } = await world.create(request({ panel: PANEL }));
    await world.until(id, status("awaiting_decision"));
    await world.post(`/v1/debates/${id}/decisions/d1`, { option: "continue" });
    await world.finished(id);
    expect((await world.debate(id)).result).toMatchObject({ type: "unjudged" });
  });

  it("votes on a motion, each member before and after", async () => {
    const participants = (requestOf() as { participants: object[] }).participants.map((p, i) => ({
      ...p,
      side: ["for", "against"][i],
    }));
    world.models.use(debaters(P, { rule: () => ({ text: verdictJson(P, "p1") }) }));
    const body = request({ panel: PANEL }, { format: "oxford", maxRounds: 2, participants });
    const { id } = await world.create(body);
    const { result, log } = await verdictOf(id);
    expect(log.filter((e) => e.type === "vote.completed")).toHaveLength(6);
    expect(result).toMatchObject({
      verdict: { winner: { side: "for" } },
      vote: { before: { undecided: 3 }, after: { for: 3 }, swing: { for: 3, against: 0 } },
    });
  });
});

describe("a verdict that is not as it was asked for", () => {
  const broken: [string, (verdict: Record<string, never>) => unknown, string][] = [
    [
      "omits a participant",
      ({ criterionScores, ...v }) => ({ ...v, criterionScores: omitted(criterionScores) }),
      "is missing",
    ],
    ["scores out of range", (v) => ({ ...v, qualityScore: 101 }), "between 0 and 100"],
    ["cites a turn that does not exist", (v) => ({ ...v, reasoning: "As T99 says." }), "Turn T99 is cited"],
    ["is prose", () => null, "not JSON"],
  ];
  const omitted = (byKey: object | undefined = {}) => Object.fromEntries(Object.entries(byKey).slice(1));
  const spoil = (r: ModelRequest, change: (v: Record<string, never>) => unknown): ModelReplyScript => {
    const verdict = change(JSON.parse(verdictJson(rosterIn(textOf(r)).map((p) => p.key))));
    return verdict === null ? { text: "Ben has won, I think." } : { json: verdict };
  };

  it.each(broken)("is asked for once more with its faults: one that %s", async (_, change, fault) => {
    world.models.use(answering((r) => (isVerdict(r) && !textOf(r).includes("refused") ? spoil(r, change) : null)));
    const { id } = await world.create(request({}));
    const { result } = await verdictOf(id);
    expect(result.ballots.map((b) => b.valid)).toEqual([true, true]);
    expect(verdictsAsked()).toHaveLength(4);
    expect(verdictsAsked().filter((r) => textOf(r).includes(fault))).toHaveLength(2);
  });

  it.each(broken)("is a judge's fault when it comes twice: one that %s", async (_, change) => {
    world.models.use(answering((r) => (isVerdict(r) ? spoil(r, change) : null)));
    const { id } = await world.create(request({}));
    const log = await world.until(id, status("awaiting_decision"));
    expect(log.find((e) => e.type === "decision.requested")).toMatchObject({ decision: { kind: "judge_failure" } });
    expect(verdictsAsked()).toHaveLength(4);
    expect((await world.debate(id)).result).toBeNull();
  });

  it("spoils a panel member's ballot when it comes twice, and the rest decide", async () => {
    const prose = (r: ModelRequest) => isVerdict(r) && r.model === "judge-a";
    world.models.use(answering((r) => (prose(r) ? { text: "Ben has won, I think." } : null)));
    const { id } = await world.create(request({ panel: PANEL, bothOrders: false }));
    const { result } = await verdictOf(id);
    expect(result.ballots.map((b) => [b.judge, b.valid])).toEqual([
      ["openai/judge-b", true],
      ["anthropic/judge-c", true],
      ["openai/judge-a", false],
    ]);
    expect(result.verdict.winner?.participant).toBe("p2");
  });
});
