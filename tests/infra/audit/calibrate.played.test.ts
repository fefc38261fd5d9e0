/** `judge-audit --calibrate` and the terminal's results, on the known outcomes of a whole Parley. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { KNOWN_CASES } from "../../../domain/around/outside-records.ts";
import type { KnownCase } from "../../../domain/judge/known-case.ts";
import type { Calibration } from "../../../features/ratings/domain/schema.earned.ts";
import { runAuditOf } from "../../support/models/audited.ts";
import { runParley } from "../../support/terminal.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

/** Its own: what others report here would count. */
const world = await openWorld();
afterAll(() => world.stop());

let known: KnownCase[] = [];

/** So many answers, of which the first are wrong. */
async function know(count: number, { wrong, ...changes }: Partial<KnownCase> & { wrong: number }): Promise<void> {
  for (let n = 0; n < count; n++) {
    const debate = `known-${known.length}`;
    const own = {
      debate,
      from: "owner",
      margin: 12,
      probability: null,
      question: debate,
      demo: false,
      level: "strong",
    } as const;
    const one: KnownCase = { ...own, ...changes, isRight: n >= wrong };
    await world.store.records.put({ tenant: "default" }, KNOWN_CASES, one);
    known.push(one);
  }
}

afterEach(async () => {
  for (const { debate, from } of known)
    await world.store.records.remove({ tenant: "default" }, KNOWN_CASES, { debate, from });
  known = [];
});

const audit = (...argv: string[]) => runAuditOf(world.models, argv);
const calibrate = (...argv: string[]) => audit("--calibrate", "--url", world.url, ...argv);

describe("judge-audit --calibrate", () => {
  test("needs 100 known outcomes, and says how many there are", async () => {
    await know(7, { wrong: 0 });
    const { code, out, err } = await calibrate();
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("a threshold needs 100 answers with a known outcome, each to another question; there are 7.");
    const json = await calibrate("--json");
    expect([json.code, JSON.parse(json.out)]).toEqual([2, expect.objectContaining({ cases: 7, threshold: null })]);
  });

  test("prints the tests, the threshold and the sentence where it has been shown", async () => {
    await know(80, { wrong: 2 });
    await know(40, { wrong: 12, level: "weak", margin: null });
    const { code, out, err } = await calibrate();
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(out).toBe(`Calibration on 120 answers with a known outcome, one of each question
Tested from the strictest support to the laxest, at 95 % confidence: are at least 90 % right?

KEPT           RIGHT   SHARE              95 %       P  RESULT
strong      78 of 80  97.5 %  91.3 % to 99.3 %  0.0107  shown
and weak  106 of 120  88.3 %  81.4 % to 92.9 %  0.7818  not shown

Answers with strong support are right in at least 90 %, at 95 % confidence.
So kept, 80 of 120 answers are left (67 %). Abstain from the others.
`);
    expect(JSON.parse((await calibrate("--json")).out) as Calibration).toMatchObject({
      threshold: { level: "strong", isClear: false, count: 78, of: 80 },
    });
  });

  test("says that it was not shown where it was not, and asks less where it is told to", async () => {
    await know(120, { wrong: 10 });
    const { code, out } = await calibrate();
    expect(code).toBe(0);
    expect(out).toContain("Not shown: from no support on are answers known to be right in at least 90 %.");
    expect(out).not.toContain("confidence.");
    expect((await calibrate("--right", "80", "--confidence", "99")).out).toContain(
      "are right in at least 80 %, at 99 % confidence.",
    );
  });

  test.each<[string[], string]>([
    [["--calibrate", "--model", "demo/judge"], "--calibrate asks no judge; leave out --model"],
    [["--calibrate", "--runs", "2"], "--calibrate asks no judge; leave out --runs"],
    [["--model", "demo/judge", "--right", "80"], "--right needs --calibrate"],
    [["--model", "demo/judge", "--api-key", "k"], "--api-key needs --calibrate"],
    [["--right", "80"], "name the judge with --model, or take --calibrate"],
    [["--calibrate", "--right", "100"], "from 50 to 99"],
  ])("%j is refused", async (argv, why) => {
    expect(await audit(...argv)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(why) });
  });
});

describe("the terminal's result", () => {
  let id: string;
  beforeAll(async () => {
    world.models.use(debaters(["p1", "p2"]));
    ({ id } = await world.create(requestOf({ maxRounds: 1, conclusion: true })));
    await world.finished(id);
  });
  const show = async () => (await runParley(["show", id, "--url", world.url])).out;

  test("says how often answers at its level were right, and nothing where none is known", async () => {
    const { result } = await world.debate(id);
    const level = result?.conclusion?.support.level;
    if (!level) throw new Error("the debate has a conclusion");
    expect(await show()).not.toContain("known outcome");
    await know(7, { wrong: 2, level });
    expect((await show()).replaceAll(/\s+/g, " ")).toContain(
      "Of 7 answers at this level with a known outcome, 5 were right (36–92 %).",
    );
  });
});
