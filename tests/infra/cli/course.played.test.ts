/** What the terminal tells of a debate's rounds, and of the participants that were chosen for it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { eventually } from "../../support/eventually.ts";
import { runParley } from "../../support/terminal.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "parley-course-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});

const parley = (...argv: string[]) => runParley([...argv, "--url", world.url]);
const completed = async (request: object) => {
  const { id } = await world.create(request);
  await world.finished(id);
  await eventually(async () => (await world.debate(id)).status).toBe("completed");
  return id;
};
const LONG = `First words. ${"word ".repeat(1_300)}`;

test("show --verbose prints each round with who said what of whom, summaries and the judge, then the result", async () => {
  world.models.use(agents({ turn: ({ kind }) => (kind === "proposal" ? { text: LONG } : {}) }));
  const termination = { type: "convergence", threshold: 99 };
  const id = await completed(dialecticRequest({ maxRounds: 2, termination }));
  const brief = (await parley("show", id)).out;
  expect(brief).not.toContain("Round 1");
  const { out, code } = await parley("show", id, "--verbose");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^summaries: from 5,000 characters of a view on, at most 2,500; each by the agent's own model\n── Round 1 of 2 ──\n\nAda · proposal · g1-r1-t1\n {2}First words\. .*… \(6,51\d characters\)\n/,
  );
  expect(out).toContain("\nAda criticises Ben · critique · g1-r1-t3\n  [critique Ada 1 on g1-r1-t2]\n");
  expect(out).toMatch(/── Round 2 of 2 ──\n\nSummary: the view of Ada, \d{4} characters in 15\n/);
  expect(out).toContain("\nThe judge on round 1: 50 % confident\n");
  expect(out).toContain(`All that was said: npm run parley -- export ${id} --as md\n\n`);
  expect(out.indexOf("All that was said")).toBeLessThan(out.indexOf("Close the centre at noon."));

  const watched = (await parley("watch", id, "--verbose")).err;
  expect(watched).toContain("summaries: from 5,000 characters");
  expect(watched).toContain("\nBen criticises Ada · round 1, critique");
  expect(watched).toMatch(/Summary: the view of Ada, \d{4} characters in 15\n/);
});

test("show --verbose tells of the owner's remarks, and of a debate that runs as far as it is", async () => {
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  const script = debaters(["p1", "p2"], { turn: (_, n) => ({ text: `Speech ${n}.` }) });
  world.models.use(async (request) => {
    if (request.model.includes("claude")) await gate;
    return script(request);
  });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.until(id, (event) => event.type === "turn.completed");
  expect((await parley("say", id, "Mind the market.", "--to", "Ben")).code).toBe(0);
  await world.until(id, (event) => event.type === "interjection.added");
  const { out } = await parley("show", id, "--verbose");
  expect(out).toContain("── Round 1 of 1 ──\n\nAda · response · g1-r1-t1\n  Speech 1.\n");
  expect(out).toMatch(/\nThe owner to Ben alone · remark · g1-\S+\n {2}Mind the market\.\n/);
  expect(out).toMatch(/\n\S+: running, round 1 of 1/);
  go();
  await world.finished(id);
});

test("--agents chooses among a preset's participants, and wakes nobody who is disabled", async () => {
  world.models.use(agents());
  const { participants } = dialecticRequest({}, ["architect", "security", "usability"]) as {
    participants: { role: string }[];
  };
  const request = {
    ...dialecticRequest({ maxRounds: 1 }),
    participants: participants.map((one) => (one.role === "security" ? { ...one, enabled: false } : one)),
  };
  const file = join(folder, "team.json");
  await writeFile(file, JSON.stringify(request));
  expect((await parley("presets", "save", "team", file)).out).toBe("team@1\n");
  for (const from of [
    ["--preset", "team"],
    ["--config", file],
  ]) {
    const said = await parley("debate", "Trams?", ...from, "--agents", "usability,security,Ada", "--json", "--yes");
    expect(said.code).toBe(0);
    expect(said.err).toMatch(/^Ben is disabled in .* \("enabled": false\) and takes no part$/m);
    const debate = JSON.parse(said.out) as { participants: { name: string; role: string }[] };
    expect(debate.participants.map(({ name, role }) => [name, role])).toEqual([
      ["Cleo", "usability"],
      ["Ada", "architect"],
    ]);
    const alone = await parley("estimate", "Trams?", ...from, "--agents", "security");
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining("--agents names nobody else") });
  }
});
