import { describe, expect, it } from "vitest";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import {
  answerOf,
  CHAIRED,
  type CouncilManner,
  callOf,
  councilRequest,
  labelsIn,
  MEMBERS,
  members,
  rankingOf,
} from "../../support/debates/council.ts";
import type { ModelJournalEntry } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import type { FlatEvent } from "../../support/world.ts";

const world = await useWorld();

const DOWN = { error: { status: 503 } };
const THREE = MEMBERS.slice(0, 3);

async function play(changes: object = {}, manner: CouncilManner = {}, names = THREE) {
  world.models.use(members({ names, ...manner }));
  const { id } = await world.create(councilRequest(changes, names));
  const log = await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  const debate = await world.debate(id);
  return { id, log, debate, council: councilOf(debate.result), transcript: await world.transcript(id) };
}

function councilOf(result: Result | null) {
  if (result?.type !== "council") throw new Error(`no council: ${JSON.stringify(result)}`);
  return result.council;
}

const asked = (kind: string, names = THREE) => world.models.journal.filter((r) => callOf(r, names).kind === kind);
const told = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);
const textOf = (r: ModelJournalEntry | undefined) =>
  [r?.system, ...(r?.messages ?? []).map((m) => m.content)].join("\n");

/** Ada and Ben put Cleo first, Cleo ties the two. */
const RANKS = { Ada: [["Cleo"], ["Ben"]], Ben: [["Cleo"], ["Ada"]], Cleo: [["Ada", "Ben"]] };

describe("a council of three members of one model", () => {
  it("answers alone, ranks blind, and ends in the chair's answer with the ranking as counted by hand", async () => {
    const { log, council, debate, transcript } = await play({}, { ranks: RANKS });
    const phases = told(log, "phase.started").map((e) => [e["round"], e["phase"], e["expected"]].join(" "));
    expect(phases).toEqual(["1 proposing 3", "2 ranking 3"]);
    expect(transcript.turns.map((t) => [t.id, t.participant, t.phase].join(" "))).toEqual([
      "g1-r1-t1 Ada proposal",
      "g1-r1-t2 Ben proposal",
      "g1-r1-t3 Cleo proposal",
    ]);
    expect(debate.result?.families).toEqual({ debaters: ["openai"], judges: ["anthropic"] });
    // Cleo has 1 + 1 of two rankings; Ada and Ben 0 of one and the shared 0.5 of the other.
    expect(council.ranking).toEqual([
      { participantId: "p3", turnId: "g1-r1-t3", points: 2, mean: 1, place: 1 },
      { participantId: "p1", turnId: "g1-r1-t1", points: 0.5, mean: 0.25, place: 2 },
      { participantId: "p2", turnId: "g1-r1-t2", points: 0.5, mean: 0.25, place: 2 },
    ]);
    expect(council.rankings.map(({ by, places }) => [by, places])).toEqual([
      ["p1", [["p3"], ["p2"]]],
      ["p2", [["p3"], ["p1"]]],
      ["p3", [["p1", "p2"]]],
    ]);
    expect(council).toMatchObject({ ...CHAIRED, synthesizedBy: "anthropic/claude-sonnet-5" });
    expect(debate).toMatchObject({ status: "completed", round: 2, degraded: [], result: { endedBy: "limit" } });
    expect(debate.result?.degraded).toEqual([]);
    expect(debate.usage.calls).toBe(3 + 3 + 1);
  });

  it("shows no member anything of the others, and each ranker all answers but its own, under labels", async () => {
    await play({}, { ranks: RANKS });
    for (const request of asked("proposal")) {
      const others = THREE.filter((name) => name !== callOf(request).name);
      for (const name of others) expect(textOf(request)).not.toContain(name);
      expect(labelsIn(request)).toEqual([]);
    }
    const rankers = asked("ranking");
    expect(rankers.map((r) => callOf(r).name).toSorted()).toEqual(THREE);
    for (const request of rankers) {
      const own = callOf(request).name;
      const shown = labelsIn(request);
      expect(shown.map(({ name }) => name).toSorted()).toEqual(THREE.filter((name) => name !== own));
      expect(new Set(shown.map(({ label }) => label)).size).toBe(2);
      for (const name of THREE) expect(textOf(request)).not.toContain(name);
      expect(textOf(request)).not.toContain("gpt-5.5");
      const keys = shown.map(({ label }) => label.toLowerCase().replaceAll(" ", "-"));
      const fields = keys.map((key) => `"${key}":{"type":"string"}`).join(",");
      expect(JSON.stringify(request.schema)).toContain(`"reasons":{"type":"object","properties":{${fields}}`);
    }
  });

  it("draws labels for each ranker, so that a place is nobody's", async () => {
    // Ten councils: what is first for one ranker is not always first for another.
    const firsts = new Map<string, Set<string>>();
    for (let i = 0; i < 10; i++) {
      await play({ topic: `Question ${i}?` });
      for (const request of asked("ranking")) {
        const own = callOf(request).name;
        const first = labelsIn(request)[0]?.name ?? "";
        firsts.set(own, (firsts.get(own) ?? new Set()).add(first));
      }
    }
    for (const name of THREE) expect([...(firsts.get(name) ?? [])].toSorted()).toEqual(THREE.filter((n) => n !== name));
  });

  it("tells sentences why with names again, and the chair reads them with labels", async () => {
    const { council, log } = await play({}, { ranks: RANKS });
    const [first] = council.rankings;
    expect(Object.keys(first?.reasons ?? {})).toEqual(["p2", "p3"]);
    expect(first?.reasons["p3"]).toBe("Cleo thinks of 4.");
    const [chair] = asked("chair");
    for (const name of THREE) expect(textOf(chair)).not.toContain(name);
    expect(textOf(chair)).toMatch(/^1\. \w+-a|^1\. \w+-b|^1\. \w+-c/m);
    expect(textOf(chair)).toContain("thinks of 4.");
    expect(
      labelsIn(chair!)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(THREE);
    const cast = told(log, "ranking.cast");
    expect(new Set(cast.map((e) => e["participantId"]))).toEqual(new Set(["p1", "p2", "p3"]));
    expect(council.onlyOne).toEqual([{ participantId: expect.stringMatching(/^p[123]$/), point: "Somebody pays." }]);
  });

  it("refuses a ranking that misses, repeats or invents an answer, and asks once more", async () => {
    const bad: ((labels: ReturnType<typeof labelsIn>) => object)[] = [
      (labels) => rankingOf(labels, [["Ben"]]),
      (labels) => rankingOf(labels, [["Ben"], ["Cleo"], ["Ben"]]),
      (labels) => rankingOf(labels, [["Ada"], ["Ben"], ["Cleo"]]),
    ];
    const complaints = ["has no place", "has more than one place", "must be one of"];
    for (const [i, spoil] of bad.entries()) {
      let first = true;
      const instead: CouncilManner["instead"] = ({ kind, name }, request) => {
        if (kind !== "ranking" || name !== "Ada" || !first) return null;
        first = false;
        return { json: spoil(labelsIn(request)) };
      };
      const { council } = await play({}, { ranks: RANKS, instead });
      const mine = asked("ranking").filter((r) => callOf(r).name === "Ada");
      expect(mine).toHaveLength(2 * (i + 1));
      expect(textOf(mine.at(-1))).toContain(complaints[i]);
      expect(council.rankings).toHaveLength(3);
    }
  });
});

describe("a council of three rounds", () => {
  it("lets members revise: each reads the others' answers and the ranking blind, and the chair reads what they revised", async () => {
    const { council, transcript, id } = await play({ maxRounds: 3 }, { ranks: RANKS });
    const revisions = asked("refinement");
    expect(revisions.map((r) => callOf(r).name).toSorted()).toEqual(THREE);
    for (const request of revisions) {
      const { name } = callOf(request);
      const others = THREE.filter((one) => one !== name);
      expect(
        labelsIn(request)
          .map((one) => one.name)
          .toSorted(),
      ).toEqual(others);
      for (const other of others) expect(textOf(request)).not.toContain(other);
      const own = request.messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
      expect(own).toEqual([answerOf(name)]);
      expect(textOf(request)).toContain("your own");
      expect(textOf(request)).toContain("on average");
    }
    // A member's requests begin alike, up to their last block.
    for (const name of THREE) {
      const [first, second] = world.models.journal.filter((r) => r.messages.at(-1)?.content.includes(`turn, ${name}:`));
      const start = textOf(first).slice(0, textOf(first).indexOf("It is your turn,")).trimEnd();
      expect(start.length).toBeGreaterThan(500);
      expect(textOf(second).startsWith(start)).toBe(true);
    }
    const [chair] = asked("chair");
    for (const name of THREE) expect(textOf(chair)).toContain(answerOf(name, 3));
    for (const name of THREE) expect(textOf(chair)).not.toContain(`\n${answerOf(name)}\n`);
    // What was ranked are the first answers.
    expect(council.ranking.map(({ turnId }) => turnId)).toEqual(["g1-r1-t3", "g1-r1-t1", "g1-r1-t2"]);
    expect(transcript.turns.at(-1)).toMatchObject({ id: "g1-r3-t3", phase: "refinement" });
    const { text } = await world.request(`/v1/debates/${id}/turns/g1-r3-t1`);
    expect(JSON.parse(text).prompt).not.toBeNull();
    expect(text).toContain("on average");
  });
});

describe("a council that loses something", () => {
  const lost =
    (kind: string, who: string): CouncilManner["instead"] =>
    (call) =>
      call.kind === kind && call.name === who ? DOWN : null;

  it("goes on without a ranking, names it, and compares means", async () => {
    const { council, debate } = await play({}, { ranks: RANKS, instead: lost("ranking", "Cleo") });
    expect(debate.degraded).toMatchObject([{ what: "the ranking by Cleo", participantId: "p3", round: 2 }]);
    expect(debate.result?.degraded).toMatchObject([{ what: "the ranking by Cleo" }]);
    expect(council.rankings.map(({ by }) => by)).toEqual(["p1", "p2"]);
    expect(council.ranking.map(({ participantId, mean, place }) => [participantId, mean, place])).toEqual([
      ["p3", 1, 1],
      ["p1", 0, 2],
      ["p2", 0, 2],
    ]);
    expect(debate.participants.map(({ status }) => status)).not.toContain("failed");
  });

  it("goes on without a member who could not answer: nobody ranks it, and it ranks nobody", async () => {
    const { council, debate } = await play({}, { ranks: RANKS, instead: lost("proposal", "Dan") }, MEMBERS);
    expect(council.ranking.map(({ participantId }) => participantId)).toEqual(["p3", "p1", "p2"]);
    expect(council.rankings.map(({ by }) => by)).toEqual(["p1", "p2", "p3"]);
    expect(debate.degraded).toMatchObject([{ participantId: "p4" }]);
    expect(debate.result?.degraded).toHaveLength(1);
  });

  it("has nobody's answer where the chair is lost and the owner goes on without a judge", async () => {
    world.models.use(members({ instead: ({ kind }) => (kind === "chair" ? DOWN : null) }));
    const policies = { onJudgeFailure: "continue" };
    const { id } = await world.create(councilRequest({ policies, conclusion: true }));
    await world.finished(id);
    const { result } = await world.debate(id);
    expect(result).toMatchObject({ type: "unjudged" });
    expect(result?.degraded.map(({ what }) => what)).toEqual([
      "the council's answer: nobody wrote it",
      "the conclusion",
    ]);
  });

  it("concludes over what there is when its owner ends it after round 1", async () => {
    world.models.use(members({ ranks: RANKS }));
    const { id } = await world.create(councilRequest({ roundDelayMs: 60_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    await world.post(`/v1/debates/${id}/stop`);
    await world.finished(id);
    const debate = await world.debate(id);
    expect(debate.result).toMatchObject({ type: "council", endedBy: "owner" });
    expect(councilOf(debate.result)).toMatchObject({ ...CHAIRED, ranking: [], rankings: [] });
    expect(debate.result?.degraded).toMatchObject([{ what: "the ranking", why: "the council ended before it" }]);
    expect(textOf(asked("chair")[0])).toContain("ended early by its owner");
  });
});

describe("a council with a budget", () => {
  it("does without the rankings that do not fit, and concludes over its answers", async () => {
    const costly: CouncilManner["instead"] = ({ kind, name }) =>
      kind === "proposal" ? { text: answerOf(name), usage: { input: 21_000, output: 20 } } : null;
    const { debate, council } = await play({ limits: { maxTokens: 90_000 } }, { ranks: RANKS, instead: costly });
    expect(asked("ranking")).toEqual([]);
    expect(council).toMatchObject({ ...CHAIRED, ranking: [], rankings: [] });
    expect(debate.result?.degraded.map(({ what }) => what)).toEqual(THREE.map((name) => `the ranking by ${name}`));
    expect(debate.usage.calls).toBe(3 + 1);
  });
});

describe("a council's branches and requests", () => {
  it("forks after its answers and ranks anew, and after its ranking and revises over the same", async () => {
    const { id } = await play({}, { ranks: RANKS });
    const first = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1 });
    expect(first.status).toBe(201);
    const one = (first.body as { id: string }).id;
    await world.finished(one);
    expect(councilOf((await world.debate(one)).result).rankings).toHaveLength(3);
    const second = await world.post(`/v1/debates/${id}/fork`, { afterRound: 2, changes: { maxRounds: 3 } });
    expect(second.status).toBe(201);
    const two = (second.body as { id: string }).id;
    await world.finished(two);
    const council = councilOf((await world.debate(two)).result);
    expect(council.ranking.map(({ participantId, mean }) => [participantId, mean])).toEqual([
      ["p3", 1],
      ["p1", 0.25],
      ["p2", 0.25],
    ]);
    expect((await world.transcript(two)).turns).toHaveLength(6);
  });

  it("has no twin, no sides, no roles and no mode, takes 2 to 8 members, and names must differ", async () => {
    const { id } = await play({});
    const twin = await world.post(`/v1/debates/${id}/twin`);
    expect(twin.status).toBe(422);
    expect(JSON.stringify(twin.body)).toContain("a council has no twin");
    const refused = async (changes: object, names = THREE) => {
      const { status, body } = await world.post("/v1/debates", councilRequest(changes, names));
      expect(status).toBe(422);
      return (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    };
    const model = "openai/gpt-5.5";
    expect(await refused({ maxRounds: 4 })).toEqual(["/maxRounds"]);
    expect(await refused({ mode: "sequential", judging: "final-only" })).toEqual(["/mode", "/judging"]);
    expect(await refused({ participants: [{ name: "Ada", model }] })).toEqual(["/participants"]);
    const sided = [
      { name: "Ada", model, side: "for" },
      { name: "Ben", model, role: "skeptic" },
      { name: "Ada", model },
    ];
    expect((await refused({ participants: sided })).toSorted()).toEqual([
      "/participants/0/side",
      "/participants/1/role",
      "/participants/2/name",
    ]);
    expect(await refused({ orderCheck: "twin" })).toEqual(["/orderCheck"]);
  });

  it("lets two members rank one each, and a single answer is not ranked", async () => {
    const two = await play({}, { names: ["Ada", "Ben"] }, ["Ada", "Ben"]);
    expect(two.council.ranking.map(({ mean, place }) => [mean, place])).toEqual([
      [0, 1],
      [0, 1],
    ]);
    const instead: CouncilManner["instead"] = ({ kind, name }) =>
      kind === "proposal" && name === "Ben" ? { text: answerOf("Ben"), profile: { ttft: 20_000 } } : null;
    const limits = { roundTimeoutSeconds: 1 };
    const one = await play({ limits }, { names: ["Ada", "Ben"], instead }, ["Ada", "Ben"]);
    expect(one.debate.round).toBe(1);
    expect(one.council).toMatchObject({ ...CHAIRED, ranking: [], rankings: [] });
    expect(one.debate.result?.degraded).toMatchObject([
      { what: "unfinished turns of round 1: Ben" },
      { what: "the ranking", why: "there was a single answer" },
    ]);
  });

  it("shows its ranking in reports in English and German, in the logs of Inspect AI and as JSON Lines, and imports again", async () => {
    const { id, transcript } = await play({ conclusion: true }, { ranks: RANKS });
    const as = async (form: string, where = id) => {
      const response = await fetch(`${world.url}/v1/debates/${where}/transcript?as=${form}`);
      expect(response.status).toBe(200);
      return response.text();
    };
    const md = await as("md");
    expect(md).toContain("## The council's answer");
    expect(md).toMatch(/\| 1 \| Cleo \| openai\/gpt-5\.5 \\?\(3\\?\) \| 2 \| 1\.00 \|/);
    const html = await as("html");
    expect(html).toContain("The ranking");
    expect(html).toContain("openai/gpt-5.5 (2)");
    expect(await as("inspect")).toContain(CHAIRED.answer.slice(0, 5));
    expect(await as("jsonl")).toContain("ranking");
    const german = await play({ language: "de" }, { ranks: RANKS });
    expect(await as("md", german.id)).toContain("## Die Antwort des Rates");
    expect(await as("html", german.id)).toContain("Was nur einer von ihnen sah");
    expect(transcript.result).toMatchObject({ type: "council", conclusion: { support: { level: "weak" } } });
    const before = JSON.parse(await as("json"));
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    const imported = await world.post("/v1/debates/import", before);
    expect([imported.status, imported.text.slice(0, 300)]).toEqual([201, expect.anything()]);
    expect(JSON.parse(await as("json"))).toEqual(before);
  });
});
