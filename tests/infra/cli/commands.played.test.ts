/** The commands of the terminal against a whole Parley. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Ask } from "../../../infra/cli/base/prompt.cli.ts";
import { eventually } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { runParley, type Said, typist } from "../../support/terminal.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "parley-commands-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});
beforeEach(() => {
  world.models.forget();
  world.models.use(debaters(["p1", "p2"]));
});

const POSITIONS = [
  { name: "Ada", model: "openai/gpt-5.5", position: "for" },
  { name: "Ben", model: "anthropic/claude-sonnet-5", position: "against" },
];
const create = (changes: object = {}) => world.create(requestOf({ participants: POSITIONS, maxRounds: 1, ...changes }));
/** A debate that says nothing for long: its first speaker is slow. */
const createSlow = (changes: object = {}) => {
  world.models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) => ({ text: `Speech ${n} ${"word ".repeat(40)}`, profile: { ttft: 20, tps: 20, chunkSize: 10 } }),
    }),
  );
  return create(changes);
};

const parley = (argv: string[], ask?: Ask) => runParley([...argv, "--url", world.url], ask);

const jsonOf = ({ out }: Said) => JSON.parse(out) as Debate;

test("a debate is made and told to its end; the answer and the winner go to standard output and to files", async () => {
  const report = join(folder, "report.md");
  const output = join(folder, "out.json");
  const speakers = "openai/gpt-5.5,Zoe=anthropic/claude-sonnet-5";
  const options = [
    "--participants",
    speakers,
    "--rounds",
    "1",
    "--format",
    "round-limited",
    "--judge",
    "openai/gpt-5.5",
  ];
  const said = await parley(["debate", "Cars", ...options, "--report", report, "--output", output]);
  expect(said).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The answer\n[^]*\n(Winner: |No winner|Contested: )/),
  });
  expect(said.err).toContain("Round 1 of 1");
  expect(said.err).toMatch(/Zoe · round 1, response/);
  expect(await readFile(report, "utf8")).toContain("Cars");
  const whole = JSON.parse(await readFile(output, "utf8")) as { turns: object[] };
  expect(whole).toMatchObject({ debate: { topic: "Cars", status: "completed" } });
  expect(whole.turns).toHaveLength(2);
});

test("a file that cannot be written is refused before a model is asked", async () => {
  const said = await parley(["debate", "Cars", "--output", join(folder, "x.pdf")]);
  expect(said).toMatchObject({ code: 2, err: expect.stringContaining("must end with .json, .md, .txt") });
  expect(world.models.journal).toEqual([]);
});

test("a debate that is over is watched from its beginning, and shown", async () => {
  const { id } = await create();
  await world.finished(id);
  const watched = await parley(["watch", id, "--json"]);
  expect(watched.code).toBe(0);
  expect(watched.err).toContain("Speech 1.");
  expect(jsonOf(watched)).toMatchObject({ id, status: "completed" });
  expect((await parley(["show", id])).out).toContain("Summary");
  expect(jsonOf(await parley(["show", id, "--json"])).id).toBe(id);
});

test("a list without debates offers questions to try, and a search that finds none does not", async () => {
  await using empty = await openWorld();
  const list = (...more: string[]) => runParley(["list", ...more, "--url", empty.url]);
  const { out } = await list();
  const [first, ...commands] = out.trimEnd().split("\n");
  expect(first).toBe("no debates yet; try one of these:");
  expect(commands).toHaveLength(6);
  expect(commands[0]).toBe('  npm run parley -- debate "Should cities ban cars?"');
  expect(commands[1]).toContain(' --format question --answers "Hire two more people,');
  expect(commands[2]).toContain('"Ada=usual/speaker-1,Ben=usual/speaker-2,Cleo=usual/speaker-3"');
  expect((await list("--status", "running")).out).toBe("no debates\n");
  expect((await list("--json")).out).toBe("[]\n");
});

test("a list is filtered and cut off where it is told, and its texts hold no control sequences", async () => {
  const made: string[] = [];
  for (const topic of ["One", "Two \u001b[2J\nlines", "Three"]) {
    const { id } = await create({ topic, tags: ["listed"] });
    await world.finished(id);
    made.unshift(id);
  }
  const { out } = await parley(["list", "--tag", "listed", "--limit", "2"]);
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual(["ID", ...made.slice(0, 2)]);
  expect(out).toContain("Two lines");
  expect(out).not.toContain("\u001b");
  const all = JSON.parse((await parley(["list", "--tag", "listed", "--json"])).out) as Debate[];
  expect(all.map(({ id }) => id)).toEqual(made);
  expect((await parley(["list", "--tag", "nothing"])).out).toBe("no debates\n");
});

test("a debate is paused, resumed and stopped, and each tells how it stands after that", async () => {
  const { id } = await createSlow({ maxRounds: 3 });
  expect((await parley(["pause", id, "--reason", "lunch"])).out).toMatch(new RegExp(`${id}: (paused|.*pausing)`));
  await world.until(id, (event) => event.type === "debate.status" && event["status"] === "paused");
  await eventually(async () => (await parley(["show", id])).out).toContain("commands: resume, stop");
  expect(jsonOf(await parley(["resume", id, "--json"])).pausing).toBe(false);
  expect((await parley(["stop", id, "--abandon"])).code).toBe(0);
  expect((await world.finished(id)).at(-1)?.type).toBe("debate.cancelled");
  const late = await parley(["pause", id]);
  expect(late).toMatchObject({ code: 1, out: "" });
  expect(late.err).toContain("pause");
});

/** Ctrl-C, for the newest program of this process. */
const interrupt = () => process.listeners("SIGINT").at(-1)?.("SIGINT");
const SPEAKERS = POSITIONS.map(({ name, model }) => `${name}=${model}`).join(",");

test.each([
  ["1", { code: 0, out: expect.stringMatching(/^The answer\n/) }, "completed"],
  ["2", { code: 1, out: expect.stringContaining("is cancelled") }, "cancelled"],
  ["3", { code: 130, err: expect.stringContaining("The debate continues without you.") }, "running"],
])("Ctrl-C offers to stop the debate, and the reply %s is carried out", async (reply, outcome, status) => {
  world.models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) => ({ text: `Speech ${n} ${"word ".repeat(40)}`, profile: { ttft: 20, tps: 40, chunkSize: 10 } }),
    }),
  );
  const topic = `Interrupted ${reply}`;
  const { ask, prompts } = typist(reply);
  const argv = ["debate", topic, "-p", SPEAKERS, "-j", "openai/gpt-5.5", "-f", "round-limited", "-r", "6"];
  const said = parley(argv, ask);
  const found = async () => JSON.parse((await parley(["list", "--json"])).out).find((d: Debate) => d.topic === topic);
  await eventually(async () => (await found())?.round).toBe(2);
  interrupt();
  expect(await said).toMatchObject(outcome);
  expect(prompts).toEqual([expect.stringContaining("Stop this debate? (Ctrl-C again leaves at once)\n  1  conclude")]);
  const { id } = await found();
  expect((await world.debate(id)).status).toBe(status);
  if (status === "running") await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
});

test("without a person at the terminal Ctrl-C leaves the debate at once", async () => {
  world.models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) => ({ text: `Speech ${n} ${"word ".repeat(40)}`, profile: { ttft: 20, tps: 40, chunkSize: 10 } }),
    }),
  );
  const said = parley(["debate", "Left", "-p", SPEAKERS, "-j", "openai/gpt-5.5", "-f", "round-limited", "-r", "6"]);
  await eventually(() => world.models.journal.length).toBeGreaterThan(1);
  interrupt();
  const { code, err } = await said;
  expect(code).toBe(130);
  await world.post(`/v1/debates/${/watch (deb-\S+)/.exec(err)?.[1]}/stop`, { mode: "abandon" });
});

test("a debate that is not there is a wrong argument", async () => {
  expect(await parley(["show", "deb-none"])).toMatchObject({ code: 2, out: "" });
});

test("questions are answered as arguments, or at the prompt", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const clarifications = { enabled: true, maxIterations: 1 };
  for (const [argv, ask] of [
    [["q1=Graz."], undefined],
    [[], async () => "Graz."],
  ] as [string[], Ask | undefined][]) {
    const { id } = await create({ clarifications });
    await eventually(async () => (await parley(["show", id])).out).toContain("question q1: Which city?");
    expect((await parley(["answer", id, ...argv], ask)).code).toBe(0);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect((await world.transcript(id)).questions.map(({ answer }) => answer)).toEqual(["Graz."]);
  }
});

test("questions are skipped one by one, at the prompt, or all at once", async () => {
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?", "What budget?"] }));
  const clarifications = { enabled: true, maxIterations: 1 };
  for (const [argv, person, answers] of [
    [["q1=Graz.", "--skip", "q2"], undefined, ["Graz.", null]],
    [["q1=Graz.", "--skip-all"], undefined, ["Graz.", null]],
    [["--skip-all"], undefined, [null, null]],
    [[], typist("", "Ten million."), [null, "Ten million."]],
    [[], typist("skip all"), [null, null]],
  ] as [string[], ReturnType<typeof typist> | undefined, (string | null)[]][]) {
    const { id } = await create({ clarifications });
    await eventually(async () => (await parley(["show", id])).out).toContain("question q2: What budget?");
    expect(await parley(["answer", id, ...argv], person?.ask)).toMatchObject({ code: 0, err: "" });
    await world.finished(id);
    expect((await world.transcript(id)).questions.map(({ answer }) => answer)).toEqual(answers);
  }
});

test("a transcript is exported as data or as a report, by option or by the file's name", async () => {
  const { id } = await create();
  await world.finished(id);
  expect(JSON.parse((await parley(["export", id])).out)).toMatchObject({ debate: { id }, turns: [{}, {}] });
  expect((await parley(["export", id, "--as", "md"])).out).toContain("Should cities ban cars?");
  const file = join(folder, "transcript.md");
  expect(await parley(["export", id, "--output", file])).toMatchObject({ code: 0, out: "" });
  expect(await readFile(file, "utf8")).toContain("Speech 1.");
  const log = join(folder, "transcript.eval.json");
  await parley(["export", id, "--output", log]);
  expect(JSON.parse(await readFile(log, "utf8"))).toMatchObject({ version: 2, samples: [{ id }] });
  expect(JSON.parse((await parley(["export", id, "--as", "inspect"])).out)).toMatchObject({ version: 2 });
  const calls = join(folder, "transcript.jsonl");
  await parley(["export", id, "--output", calls]);
  const lines = (await readFile(calls, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ debate: id }, { debate: id }]);
});

test("a decision is shown with its options, made by number at the prompt, and refused when it is made again", async () => {
  const script = debaters(["p1", "p3"]);
  const isDown = (request: ModelRequest) => kindOf(request) === "turn" && request.model.includes("claude");
  world.models.use((request) => (isDown(request) ? { error: { status: 503 } } : script(request)));
  const { id } = await world.create(requestOf({ maxRounds: 1, policies: { onParticipantFailure: "ask" } }, 3));
  await eventually(async () => (await world.debate(id)).status).toBe("awaiting_decision");
  const shown = await parley(["show", id]);
  expect(shown.out).toContain(`decide with: parley decide ${id} d1 <option>`);
  expect(await parley(["decide", id])).toMatchObject({ code: 2, err: expect.stringContaining("decide with: parley") });
  expect(await parley(["decide", id, "d7"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("the decision d7"),
  });
  const undecided = typist("no", "9", "");
  expect((await parley(["decide", id], undecided.ask)).out).toContain("awaiting_decision");
  expect(undecided.prompts[0]).toMatch(/^decision d1: [\s\S]*\n {2}1 {2}drop: .*\n[\s\S]*Enter leaves it open/);
  const wrong = await parley(["decide", id, "d1", "nonsense"]);
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toContain("is no option of this decision");
  expect((await parley(["decide", id], typist("1").ask)).code).toBe(0);
  const log = await world.finished(id);
  expect(log.filter((e) => e.type === "decision.made")).toMatchObject([
    { decision: { id: "d1", made: { option: "drop", by: "owner" } } },
  ]);
  const again = await parley(["decide", id, "d1", "drop"]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining("d1 is no longer open") });
});

test("a wrong model is told before a turn is paid, as a problem of the draft that the debate becomes", async () => {
  const script = debaters(["p1", "p2"]);
  const error = { status: 404, body: { error: { message: "no such model", code: "model_not_found" } } };
  world.models.use((r) => (r.model === "gpt-5.55" ? { error } : script(r)));
  const speakers = "Ada=openai/gpt-5.55,Ben=anthropic/claude-sonnet-5";
  const said = await parley(["debate", "Cars", "-p", speakers, "-j", "openai/gpt-5.5", "--validate-live"]);
  expect(said).toMatchObject({ code: 4, err: expect.stringContaining("each model is asked whether it answers") });
  expect(said.out).toContain("participants/0/model OpenAI (openai/gpt-5.55) refused the request (status 404)");
  expect(world.models.journal.every((request) => kindOf(request) === "check")).toBe(true);
});

test("validate --live asks the models of a draft", async () => {
  const { id } = await create({ start: false });
  expect(jsonOf(await parley(["validate", id, "--live", "--json"]))).toMatchObject({ status: "ready" });
  expect(world.models.journal.map((request) => kindOf(request))).toEqual(["check", "check"]);
});
