/** What an owner does with debates in the terminal, against a whole Parley. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ModelList } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { version } from "../../../infra/base/version.ts";
import type { Ask } from "../../../infra/cli/base/prompt.cli.ts";
import { runParley, type Said, typist } from "../../support/terminal.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "parley-owner-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});
beforeEach(() => {
  world.models.forget();
  world.models.use(debaters(["p1", "p2"]));
});

const parley = (argv: string[], ask?: Ask) => runParley([...argv, "--url", world.url], ask);
const jsonOf = ({ out }: Said): unknown => JSON.parse(out);

async function finished(changes: object = {}): Promise<string> {
  const { id } = await world.create(requestOf({ maxRounds: 1, ...changes }));
  await world.finished(id);
  return id;
}

test("a fork shares the rounds up to its point, and options take precedence over the file of changes", async () => {
  const id = await finished();
  const changes = join(folder, "changes.json");
  await writeFile(changes, JSON.stringify({ maxRounds: 4, judge: { model: "openai/gpt-5.5" }, tags: ["forked"] }));
  const argv = ["fork", id, "--after-round", "1", "--changes", changes, "--rounds", "2", "--json"];
  const fork = jsonOf(await parley(argv)) as Debate;
  expect(fork).toMatchObject({ forkedFrom: { id, afterRound: 1 }, maxRounds: 2, tags: ["forked"] });
  await world.finished(fork.id);
  expect((await parley(["show", id])).code).toBe(0);
  const early = await parley(["fork", id, "--after-round", "9"]);
  expect(early).toMatchObject({ code: 2, err: expect.stringContaining("/afterRound: must be 0 to 1") });
  const unread = await parley(["fork", id, "--after-round", "1", "--changes", join(folder, "none.json")]);
  expect(unread).toMatchObject({ code: 2, err: expect.stringContaining("cannot be read (ENOENT)") });
  await writeFile(changes, "[]");
  const list = await parley(["fork", id, "--after-round", "1", "--changes", changes]);
  expect(list).toMatchObject({ code: 2, err: expect.stringContaining("is not a JSON object") });
});

test("a fork says what it will likely cost, and one of more than a dollar starts only where somebody agrees", async () => {
  const id = await finished();
  const longer = ["fork", id, "--after-round", "1", "--rounds", "300"];
  const unasked = await parley(longer);
  expect(unasked).toMatchObject({
    code: 2,
    err: expect.stringMatching(/the fork will likely cost \$\d+\.\d\d, more than \$1/),
  });
  const declined = await parley(longer, async () => "no");
  expect(declined).toMatchObject({ code: 2, err: expect.stringContaining("the fork was not started") });
  expect((await world.debate(id)).forks).toBeUndefined();
  const agreed = await parley(["fork", id, "--after-round", "1", "--rounds", "2"]);
  expect(agreed).toMatchObject({ code: 0, err: expect.stringMatching(/This fork will likely cost \$0\.\d+, and \$/) });
  const [forked = ""] = (await world.debate(id)).forks ?? [];
  await world.finished(forked);
});

test("past debates on the same question are listed, with their answers and whether they differ", async () => {
  const topic = "Should libraries lend tools?";
  const id = await finished({ topic });
  expect(await parley(["related", id])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^none of \d+ completed/),
  });
  const past = await finished({ topic });
  const { code, out } = await parley(["related", id, "--limit", "3"]);
  expect([code, out.split("\n")[0]]).toEqual([0, `${past}  agrees  (1.00)`]);
  expect(out).toContain(`\n  ${topic}\n`);
  expect(out).toContain("\n  The same position wins in both.\n");
  expect(jsonOf(await parley(["related", id, "--json"]))).toMatchObject({ items: [{ id: past, differs: false }] });
  expect((await parley(["related", id, "--limit", "21"])).code).toBe(2);
});

test("a twin swaps the sides, says how to follow it, and is compared with the original in a table", async () => {
  const id = await finished();
  const made = await parley(["twin", id]);
  const twin = /deb-[\w-]+/.exec(made.out)?.[0] ?? "";
  expect(made).toMatchObject({ code: 0, err: `follow it with: parley watch ${twin}\n` });
  await world.finished(twin);
  expect(await world.debate(twin)).toMatchObject({ twinOf: id });
  const compared = await parley(["compare", id, twin]);
  expect(compared.out).toMatch(new RegExp(`\\n +${id} +${twin} +DIFFERENCE\\nstatus +completed +completed\\n`));
  expect(compared.out).toMatch(/\nquality +\d+ +\d+ +[-+]?\d+\n/);
  expect(jsonOf(await parley(["compare", id, twin, "--json"]))).toMatchObject({ debates: [{ id }, { id: twin }] });
});

test("a debate is rated from 1 to 5, with a comment", async () => {
  const id = await finished();
  expect((await parley(["rate", id, "4", "--comment", "Fair."])).out).toBe(`${id}: rated 4 of 5\n`);
  const again = jsonOf(await parley(["rate", id, "5", "--comment", "Better.", "--json"]));
  expect(again).toMatchObject({ rating: 5, comment: "Better." });
  expect(await parley(["rate", id, "6"])).toMatchObject({ code: 2, out: "" });
});

test("whether the answer came true is reported with a note, and repeated without a change", async () => {
  const id = await finished();
  const argv = ["outcome", id, "right", "--note", "It rained."];
  expect((await parley(argv)).out).toBe(`${id}: the outcome is right\n`);
  const { knownOutcome } = await world.debate(id);
  expect(knownOutcome).toEqual({ outcome: "right", note: "It rained.", at: expect.any(String) });
  expect(jsonOf(await parley([...argv, "--json"]))).toEqual(knownOutcome);
  expect(await parley(["outcome", id, "perhaps"])).toMatchObject({ code: 2, out: "" });
});

test("a remark reaches everybody, or the participant who is named", async () => {
  const gate = Promise.withResolvers<void>();
  const script = debaters(["p1", "p2"]);
  world.models.use(async (request) => {
    await gate.promise;
    return script(request);
  });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.until(id, (event) => event.type === "turn.started");
  const [{ id: first, name } = { id: "", name: "" }] = (await world.debate(id)).participants;
  expect((await parley(["say", id, "Mind the costs."])).out).toBe("all read it from now on\n");
  const turn = jsonOf(await parley(["say", id, "Be brief.", "--to", name.toLowerCase(), "--json"]));
  expect(turn).toMatchObject({ text: "Be brief.", to: first });
  const wrong = await parley(["say", id, "Hello", "--to", "Zoe"]);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('nobody here is called "Zoe"') });
  gate.resolve();
  await world.finished(id);
});

test("a debate is erased after a yes, and comes back from its export", async () => {
  const id = await finished();
  const file = join(folder, "whole.json");
  expect((await parley(["export", id, "--output", file])).code).toBe(0);
  const refused = await parley(["delete", id]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("add --yes") });
  const unsure = await parley(["delete", id], typist("n").ask);
  expect(unsure).toMatchObject({ code: 2, err: expect.stringContaining("nothing was changed") });
  expect((await parley(["delete", id], typist("y").ask)).out).toBe(`${id} is erased\n`);
  expect((await parley(["show", id])).code).toBe(2);
  const said = "This debate was imported. This install did not run it.\nIt came without a signature";
  expect((await parley(["import", file])).out).toContain(`${id}: imported, completed\n${said}`);
  expect((await parley(["show", id])).out.indexOf(said)).toBe(0);
  expect(await parley(["import", file])).toMatchObject({ code: 1, err: expect.stringContaining("exists already") });
  expect((await parley(["delete", id, "--yes"])).code).toBe(0);
  await writeFile(file, "# Cars");
  expect(await parley(["import", file])).toMatchObject({ code: 2, err: expect.stringContaining("is not JSON") });
});

test("a debate that is not over is not erased", async () => {
  const { id } = await world.create(requestOf({ start: false }));
  const said = await parley(["delete", id, "--yes"]);
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining("end it first") });
  await world.post(`/v1/debates/${id}/stop`);
});

test("a share link is printed alone on standard output, listed, and revoked", async () => {
  const id = await finished();
  expect((await parley(["share", "list", id])).out).toBe("no links\n");
  const { out, err } = await parley(["share", "create", id, "--expires", "12h"]);
  expect((await fetch(out.trim())).status).toBe(200);
  const shareId = /share revoke \S+ (\S+)\n/.exec(err)?.[1] ?? "";
  expect((await parley(["share", "list", id])).out).toMatch(new RegExp(`^ID +CREATED +EXPIRES\\n${shareId} `));
  expect((await parley(["share", "revoke", id, shareId])).code).toBe(0);
  expect((await fetch(out.trim())).status).toBe(404);
  expect((await parley(["share", "create", id, "--expires", "soon"])).code).toBe(2);
});

test("an estimate takes the options of debate, is a table, calls no model and names every problem", async () => {
  const speakers = "openai/gpt-5.5,Zoe=anthropic/claude-sonnet-5";
  const argv = ["estimate", "Cars", "-p", speakers, "-j", "openai/gpt-5.5", "-f", "round-limited"];
  const { code, out } = await parley([...argv, "--rounds", "2"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^CASE +CALLS +TOKENS IN +TOKENS OUT +COST\nlowest +\d+ .*\nlikely .*\nworst .*\$\d/);
  expect(jsonOf(await parley([...argv, "--json"]))).toMatchObject({ likely: { calls: expect.any(Number) } });
  expect(world.models.journal).toEqual([]);
  const wrong = await parley(["estimate", "Cars", "-p", "Ada=openai/gpt-5.5", "-f", "oxford"]);
  expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining("problem /participants") });
});

test("models are a table with availability, prices and windows, and can be narrowed down", async () => {
  const { out, err } = await parley(["models"]);
  expect(out).toMatch(/^MODEL +AVAILABLE +\$ IN +\$ CACHED +\$ OUT +WINDOW +IMAGES\n/);
  expect(out).toMatch(/\nopenai\/gpt-5\.5 +yes +[\d.]+ +[\d.]+ +[\d.]+ +[\d,]+ +yes\n/);
  expect(err).toContain("Prices are in USD per million tokens");
  const { items } = jsonOf(await parley(["models", "--available", "--provider", "openai", "--json"])) as ModelList;
  expect(items.length).toBeGreaterThan(0);
  expect(items.every((model) => model.provider === "openai" && model.isAvailable)).toBe(true);
  expect((await parley(["models", "--provider", "nobody"])).out).toBe("no models\n");
});

test("--version prints the package's version", async () => {
  expect(await runParley(["--version"])).toEqual({ code: 0, out: `${version()}\n`, err: "" });
});
