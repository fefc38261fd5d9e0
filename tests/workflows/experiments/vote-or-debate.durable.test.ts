/** The shipped experiment `vote-or-debate` on scripted models, as its page says to run it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import type { ExperimentEstimate } from "../../../features/experiments/domain/schema.experiment.ts";
import { CHOI } from "../../../features/experiments/domain/shipped/published.ts";
import { itemsOf, voteOrDebate } from "../../../features/experiments/domain/shipped/vote-or-debate.ts";
import { askedOf, USAGE, wordsOf } from "../../support/debates/question.ts";
import { temporaryFolder } from "../../support/folders.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { runParley } from "../../support/terminal.ts";
import { useWorld } from "../../support/use-world.ts";
import { createIn, over } from "./lab.ts";

const world = await useWorld();
/** Hundreds of calls, one cell after the other. Milliseconds. */
const LONG = 170_000;
const MODEL = "openai/gpt-5.5";

interface Known {
  question: string;
  /** As a model gives it, and as others read it. */
  right: { given: string | number; shown: string };
  wrong: { given: string | number; shown: string };
}

/** Each item's right answer, and a wrong one. */
const KNOWN: Known[] = [...itemsOf(4), ...itemsOf(3, ["arithmetic"])].map(({ question, answers, expected }) => {
  if (answers?.type !== "choice") {
    const [right, wrong] = [Number(Number(expected).toFixed(1)), 9_999];
    return { question, right: { given: right, shown: `${right}` }, wrong: { given: wrong, shown: `${wrong}` } };
  }
  const at = answers.options.indexOf(String(expected));
  const option = (i: number) => ({ given: String.fromCharCode(65 + i), shown: answers.options[i] ?? "" });
  return { question, right: option(at), wrong: option((at + 1) % answers.options.length) };
});

/** Of any five first answers to a question the first two are wrong. Later, whoever sees a wrong answer takes it over. */
function conformists() {
  const asked = new Map<string, number>();
  return (request: ModelRequest): ModelReplyScript => {
    const text = wordsOf(request);
    const known = KNOWN.find(({ question }) => text.includes(question.split("\n")[1] ?? question));
    if (!known) throw new Error(`no item is asked for: ${text}`);
    const count = asked.get(known.question) ?? 0;
    const isFirst = askedOf(request)?.round === 1;
    if (isFirst) asked.set(known.question, count + 1);
    const isWrong = isFirst ? count % 5 < 2 : text.includes(`Answer: ${known.wrong.shown}`);
    const { given } = isWrong ? known.wrong : known.right;
    return { json: { reasoning: "So it comes out.", answer: given, confidence: 70 }, usage: USAGE };
  };
}

describe("vote-or-debate", () => {
  it("finds the paper's ordering in models that are right in 60 % and conform: a vote helps, debates undo it", async () => {
    world.models.use(conformists());
    const body = voteOrDebate({ models: [MODEL], items: 2 });
    // One cell after the other, and the single answer is the first of all.
    const arms = body.arms.toSorted((a, b) => Number(b.name === "single") - Number(a.name === "single"));
    const { id } = await createIn(world, { ...body, arms, concurrency: 1 });
    const { table, cells } = await over(world, id, "completed", LONG);
    expect(cells).toMatchObject({ done: 20, failed: 0 });
    const rows = new Map(table.arms.map((row) => [row.arm, row]));
    const safe = rows.get("vote until safe");
    expect(safe?.accuracy.count).toBe(2);
    // Its own answers come in any order, so it is sure sooner or later: 4 to 15 for each item.
    expect([(safe?.calls ?? 0) >= 8, (safe?.calls ?? 99) <= 30]).toEqual([true, true]);
    rows.delete("vote until safe");
    const shares = [...rows].map(([arm, { accuracy, calls }]) => [arm, accuracy.count, calls]);
    // Two items; the rounds of a debate come after five first answers.
    expect(shares).toEqual([
      ["single", 0, 2],
      ["vote of 5", 2, 10],
      ["vote of 15", 2, 30],
      ["debate of 2 rounds", 0, 30],
      ["debate of 3 rounds", 0, 40],
      ["debate of 5 rounds", 0, 60],
      ["ring of 2 rounds", 0, 30],
      ["gated", 0, 30],
      ["names shown", 0, 30],
    ]);
    const debate = rows.get("debate of 2 rounds");
    expect(debate?.byRound.map(({ share }) => share)).toEqual([0.6, 0, 0]);
    expect(debate?.moves).toEqual({ wrongToRight: 0, rightToWrong: 6, stayedRight: 0, stayedWrong: 4 });
    expect(debate?.oracleGap).toBe(1);
    // A debate of two rounds takes fifteen calls; those of more rounds take more than the largest vote.
    const byCalls = table.equal.flatMap(({ arm, equal, votes }) =>
      equal === "calls" && arm !== "vote until safe" ? [[arm, votes]] : [],
    );
    expect(byCalls).toEqual(["debate of 2 rounds", "ring of 2 rounds", "gated", "names shown"].map((arm) => [arm, 15]));
    expect(table.notes).toContain(
      "No vote was bought that is as large as debate of 3 rounds (20), debate of 5 rounds (30) at equal calls.",
    );

    const later = world.models.journal.filter((request) => (askedOf(request)?.round ?? 1) > 1).map(wordsOf);
    const sources = (text: string) => [...text.matchAll(/<answer[^>]* from="([^"]+)">/g)].map(([, from = ""]) => from);
    const others = later.map((text) => sources(text).filter((from) => from !== "you"));
    const kinds = (is: (from: string[]) => boolean) => others.filter(is).length;
    // Five speakers, two items: 2 + 3 + 5 rounds of debate with all peers, and the gated one's 2; 2 in a ring, 2 with names.
    expect(kinds((from) => from.length === 4 && from.join("") === "ABCD")).toBe(10 * (2 + 3 + 5 + 2));
    expect(kinds((from) => from.join("") === "AB")).toBe(10 * 2);
    expect(kinds((from) => from.some((name) => name.length > 1))).toBe(10 * 2);
  }, 180_000);
});

describe("parley experiment vote-or-debate", () => {
  const parley = (...argv: string[]) =>
    runParley(["experiment", "vote-or-debate", "--models", MODEL, ...argv, "--url", world.url]);

  it("prints its table, and the published one beside it by task", async () => {
    world.models.use((request) => {
      const known = KNOWN.find(({ question }) => wordsOf(request).includes(question.split("\n")[1] ?? question));
      return { json: { reasoning: "So it is.", answer: known?.right.given, confidence: 70 }, usage: USAGE };
    });
    const { code, out, err } = await parley("--items", "2");
    expect([code, err]).toEqual([0, expect.stringContaining("20 of 20 cells")]);
    expect(out).toMatch(/^vote-or-debate \(exp-[\w-]+\): completed\n/);
    // Everybody agreed at once, so the gated debates had one round, and the vote was soon safe.
    expect(out).toMatch(/^vote until safe +100\.0 % +34\.2 %–100\.0 % +100\.0 % +100\.0 % +2 +0 +0 +8 /m);
    expect(out).toMatch(/^gated +100\.0 % +34\.2 %–100\.0 % +100\.0 % +100\.0 % +2 +0 +0 +10 /m);
    const beside = out.slice(out.indexOf("By task"));
    expect(beside).toContain("arXiv 2508.17536, Table 1");
    expect(beside).toMatch(/^single +100\.0 % +20\.7–100\.0 % +81\.40 % +100\.0 % +20\.7–100\.0 % +72\.05 %$/m);
    expect(beside).toMatch(/^vote of 5 .* 99\.00 % .* 76\.91 %$/m);
    expect(beside).toMatch(/^debate of 3 rounds +100\.0 % +\S+ % +– +100\.0 % +\S+ % +–$/m);
    expect(beside).toMatch(/^debate of 5 rounds .* 67\.00 % .* 70\.50 %$/m);
  });

  it("runs as its page says, word for word but for the number of items", async () => {
    world.models.use(conformists());
    await using stack = new AsyncDisposableStack();
    const folder = await temporaryFolder(stack);
    const page = await readFile(new URL("../../../docs/vote-or-debate.md", import.meta.url), "utf8");
    const [command = ""] = /npm run parley -- experiment vote-or-debate .*--max-cost-usd.*/.exec(page) ?? [];
    const argv = command.replace("npm run parley -- ", "").replace("--items 100", "--items 3").split(" ");
    const at = argv.indexOf("vote-or-debate.csv");
    const output = join(folder, argv[at] ?? "");
    const { code, out } = await runParley([...argv.with(at, output), "--url", world.url]);
    expect([code, out.includes("vote-or-debate (exp-")]).toEqual([0, true]);
    const shares = [...out.slice(out.indexOf("By task")).matchAll(/^(vote of 5|debate of \d rounds) +(\S+) %/gm)];
    expect(shares.map(([, arm, share]) => [arm, share])).toEqual([
      ["vote of 5", "100.0"],
      ["debate of 2 rounds", "0.0"],
      ["debate of 5 rounds", "0.0"],
    ]);
    // Three items are too few for a claim, however large the difference.
    expect(out).toContain(
      "Not distinguishable from vote of 5 on these items: single, debate of 2 rounds, debate of 5 rounds.",
    );
    expect(out).toContain("Below 30 items no difference is claimed.");
    expect((await readFile(output, "utf8")).trimEnd().split("\r\n")).toHaveLength(1 + 4 * 3);
  });

  it("estimates every arm with --dry-run, for one task and with a budget", async () => {
    world.models.use(() => ({ error: { status: 500 } }));
    const { code, out } = await parley("--items", "3", "--tasks", "arithmetic", "--max-cost-usd", "50", "--dry-run");
    expect([code, world.models.journal.length]).toEqual([0, 0]);
    expect(out).toMatch(/^30 cells\. Nothing was started\.\n/);
    expect(out).toMatch(/^vote of 15 +45 /m);
    // Likely all but one of its answers are the same.
    expect(out).toMatch(/^vote until safe +21 /m);
    expect(out).toMatch(/^debate of 5 rounds +90 /m);
    expect(out).not.toContain("mixed models");
    const published = await parley("--items", "1", "--published", "--dry-run", "--json");
    expect((JSON.parse(published.out) as ExperimentEstimate).arms.map(({ arm }) => arm)).toEqual(Object.keys(CHOI));
    const mixed = await parley("--models", `${MODEL},anthropic/claude-sonnet-5`, "--items", "1", "--dry-run");
    expect([mixed.code, mixed.out]).toEqual([0, expect.stringMatching(/^mixed models +15 /m)]);
  });

  it("keeps its sums within the tolerance when they are rounded to one decimal", () => {
    for (const { answers, expected } of itemsOf(100, ["arithmetic"]))
      expect(isSameAnswer(Number(expected).toFixed(1), String(expected), answers!)).toBe(true);
  });
});
