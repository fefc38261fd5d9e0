/** `parley gate`, `parley presets` and `parley schedules` against a whole Parley. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conclusionOf } from "../../support/models/conclusions.ts";
import { verdictJson } from "../../support/models/replies.ts";
import { runParley } from "../../support/terminal.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();
const P = ["p1", "p2"];
/** The world is shared, and a preset's name is the tenant's. */
const GATE = `gate-${world.taskQueue.slice(-8)}`;
/** The script knows a speaker by its position. */
const SIDES = [
  { name: "Ada", side: "for", position: "Ada is for it." },
  { name: "Ben", side: "against", position: "Ben is against it." },
].map((speaker) => ({ ...speaker, model: "openai/gpt-5.5" }));
const DECISION = {
  ...requestOf({ format: "structured-rounds", judging: "final-only", conclusion: true, participants: SIDES }),
  // A single judge, or one order, is weak support, and leaves a gate unclear.
  judge: { model: "openai/gpt-5.5", panel: ["openai/gpt-5.5", "anthropic/claude-sonnet-5"], bothOrders: true },
  topic: undefined,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-gate-"));
  await writeFile(join(folder, "preset.json"), JSON.stringify(DECISION));
  await writeFile(join(folder, "change.diff"), "- banned\n+ allowed\n");
  world.models.use(debaters(P));
  expect((await parley("presets", "save", GATE, join(folder, "preset.json"))).out).toBe(`${GATE}@1\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const parley = (...argv: string[]) => runParley([...argv, "--url", world.url]);
/** The ballots name the side that the conclusion is for. */
const concluding = (stance: "for" | "against" | "mixed"): Manner => ({
  rule: () => ({ text: verdictJson(P, stance === "against" ? "p2" : "p1") }),
  concludes: (request) => {
    const { cruxes } = conclusionOf(request);
    // Each side prevails on one: a stance that no crux bears out is refused.
    const split = cruxes.flatMap((crux) => crux.points.map(({ by }) => ({ ...crux, prevailed: by })));
    return {
      json: conclusionOf(request, {
        answer: { text: "It is so.", stance, ...(stance === "mixed" && { whyOther: "Both have a case." }) },
        cruxes: split,
        minority: null,
      }),
    };
  },
});

describe("The gate", () => {
  test.each([
    ["for", 0, "pass"],
    ["against", 1, "fail"],
    ["mixed", 2, "unclear"],
  ] as const)("exits for a conclusion that is %s with %i: %s.", async (stance, code, word) => {
    world.models.use(debaters(P, concluding(stance)));
    const said = await parley("gate", "Is it so?", "--preset", GATE);
    expect([said.code, said.out.split("\n")[0]]).toEqual([code, `${word}: It is so.`]);
    expect(said.out).toContain("Support: moderate.");
    expect(said.out).toMatch(/\/debates\/deb-/);
  });

  test("takes no less support than it is told.", async () => {
    world.models.use(debaters(P, concluding("for")));
    const codeWith = async (...argv: string[]) => (await parley("gate", "Is it so?", "--preset", GATE, ...argv)).code;
    expect(await codeWith("--support", "strong")).toBe(2);
    const alone = { ...DECISION, judge: { model: "openai/gpt-5.5", bothOrders: false } };
    await writeFile(join(folder, "alone.json"), JSON.stringify(alone));
    await parley("presets", "save", `${GATE}-alone`, join(folder, "alone.json"));
    const single = (...argv: string[]) => parley("gate", "Is it so?", "--preset", `${GATE}-alone`, ...argv);
    expect((await single()).code).toBe(2);
    const weak = await single("--support", "weak");
    expect([weak.code, weak.out.includes("A single judge ruled, so the support is weak.")]).toEqual([0, true]);
  });

  test("is unclear where the judges do not agree, whatever the conclusion says.", async () => {
    const rule: Manner["rule"] = (request) => ({
      text: verdictJson(P, request.model.includes("claude") ? "p1" : "p2"),
    });
    const reviews = () => ({ json: { reason: "Both have a case.", finding: "cannot tell" } });
    const explained: Manner["concludes"] = (request) => {
      const json = conclusionOf(request, { answer: { text: "It is so.", stance: "for", whyOther: "It has figures." } });
      const split = json.cruxes.flatMap((crux) => crux.points.map(({ by }) => ({ ...crux, prevailed: by })));
      return { json: { ...json, cruxes: split } };
    };
    world.models.use(debaters(P, { rule, reviews, concludes: explained }));
    const said = await parley("gate", "Is it so?", "--preset", GATE);
    expect([said.code, said.out.startsWith("unclear: ")]).toEqual([2, true]);
  });

  test("shows a file to everybody as an exhibit, and asks whether to merge it.", async () => {
    world.models.use(debaters(P, concluding("against")));
    const said = await parley("gate", "--preset", GATE, "--file", join(folder, "change.diff"), "--json");
    expect(said.code).toBe(1);
    const { topic, exhibits, preset } = JSON.parse(said.out);
    expect([topic, preset]).toEqual(["Should this change be merged?", `${GATE}@1`]);
    expect(exhibits).toMatchObject([{ title: "change.diff", text: expect.stringContaining("+ allowed") }]);
    expect(JSON.stringify(world.models.journal)).toContain("+ allowed");
  });

  test.each([
    ["an unknown preset", ["Is it so?", "--preset", "nobody"], 4, "there is no preset nobody"],
    ["an unknown option", ["Is it so?", "--suport", "strong"], 4, "unknown option '--suport'"],
    ["nothing to ask", ["--preset", GATE], 4, "give a question, a file with --file, or a change with --base or --diff"],
    ["a missing file", ["--file", "/nowhere/x.diff"], 4, "/nowhere/x.diff cannot be read (ENOENT)"],
  ])("never passes or fails for %s.", async (_case, argv, code, message) => {
    const said = await parley("gate", ...argv);
    expect([said.code, said.out]).toEqual([code, ""]);
    expect(said.err).toContain(message);
  });

  test("exits with 3 where its debate fails, and where no Parley answers.", async () => {
    world.models.use(debaters(P, { turn: () => ({ error: { status: 401 } }) }));
    const failed = await parley("gate", "Is it so?", "--preset", GATE);
    expect([failed.code, failed.out.split("\n")[0]]).toEqual([3, "unclear: the debate is error and has no conclusion"]);
    const nobody = await runParley(["gate", "Is it so?", "--url", "http://127.0.0.1:9"]);
    expect(nobody.code).toBe(3);
  });
});

describe("A preset in the terminal", () => {
  test("starts a debate, whose options override it.", async () => {
    world.models.use(debaters(P));
    const said = await parley("debate", "Is it so?", "--preset", GATE, "--rounds", "3", "--json");
    expect(said.code).toBe(0);
    expect(JSON.parse(said.out)).toMatchObject({ topic: "Is it so?", preset: `${GATE}@1`, maxRounds: 3 });
  });

  test("is saved, listed, shown, compared and deleted.", async () => {
    const name = `own-${world.taskQueue.slice(-8)}`;
    const file = join(folder, "own.json");
    const save = async (maxRounds: number) => {
      await writeFile(file, JSON.stringify({ ...DECISION, maxRounds }));
      return (await parley("presets", "save", name, file, "--description", "Ours")).out;
    };
    expect([await save(2), await save(3), await save(3)]).toEqual([`${name}@1\n`, `${name}@2\n`, `${name}@2\n`]);
    const list = (await parley("presets", "list")).out;
    expect(list).toMatch(/^decision +1 +built in /m);
    expect(list).toMatch(new RegExp(`^${name} +2 +Ours$`, "m"));
    expect(JSON.parse((await parley("presets", "show", `${name}@1`)).out).maxRounds).toBe(2);
    expect((await parley("presets", "diff", name, "1", "2")).out).toBe("/request/maxRounds: 2 → 3\n");
    expect((await parley("presets", "delete", name)).code).toBe(0);
    expect((await parley("presets", "show", name)).code).toBe(2);
  });
});

describe("A schedule in the terminal", () => {
  test.each([
    [["--preset", "quick"], "give --cron or --interval"],
    [["--cron", "0 9 * * 1"], "give --preset or --file"],
    [["--preset", "quick", "--topic", "So?", "--interval", "5s"], "interval: must be at least 10s"],
  ])("is refused for %j.", async (argv, message) => {
    const said = await parley("schedules", "create", "Weekly", ...argv);
    expect(said.code).toBe(2);
    expect(said.err).toContain(message);
  });
});
