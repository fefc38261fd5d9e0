/** `parley experiment` and the typed client, on a whole Parley. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createClient } from "../../../api/client/index.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { runParley } from "../../support/terminal.ts";
import { useWorld } from "../../support/use-world.ts";
import { BASE, itemsOf, script } from "./lab.ts";

const world = await useWorld();
const client = createClient({ baseUrl: world.url });

const EXPERIMENT = {
  name: "Does a vote help?",
  base: BASE,
  arms: [
    { name: "single", baseline: { vote: 1 } },
    { name: "vote of 3", baseline: { vote: 3 } },
  ],
};

const parley = (...argv: string[]) => runParley([...argv, "--url", world.url]);

async function fileOf(folder: string, lines = itemsOf(2).map((item) => JSON.stringify(item))): Promise<string> {
  await writeFile(join(folder, "items.jsonl"), `${lines.join("\n")}\n\n`);
  const file = join(folder, "experiment.json");
  await writeFile(file, JSON.stringify({ ...EXPERIMENT, items: { file: "items.jsonl" } }));
  return file;
}

describe("parley experiment", () => {
  it("runs a file with items in a file beside it, prints the table, and writes every cell as CSV", async () => {
    script(world);
    await using stack = new AsyncDisposableStack();
    const folder = await temporaryFolder(stack);
    const output = join(folder, "results.csv");
    const { code, out, err } = await parley("experiment", await fileOf(folder), "--output", output);
    expect([code, err]).toEqual([0, expect.stringContaining("4 of 4 cells")]);
    expect(out).toMatch(/^Does a vote help\? \(exp-[\w-]+\): completed\n/);
    expect(out).toMatch(/^vote of 3 +100\.0 % +34\.2 %–100\.0 % +100\.0 % +100\.0 % +2 +0 +0 +6 /m);
    expect(out).toContain("2 items are a small sample");
    const lines = (await readFile(output, "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "arm,item,repetition,answer,expected,correct,debate,calls,inputTokens,outputTokens,costUsd,error",
    );
    expect(lines[1]).toBe("single,i1,1,yes,yes,true,,1,50,10,0.00055,");
    expect(lines).toHaveLength(5);
  });

  it("estimates with --dry-run, and calls no model", async () => {
    script(world);
    await using stack = new AsyncDisposableStack();
    const folder = await temporaryFolder(stack);
    const { code, out } = await parley("experiment", await fileOf(folder), "--dry-run");
    expect([code, world.models.journal.length]).toEqual([0, 0]);
    expect(out).toMatch(/^4 cells\. Nothing was started\.\n/);
    // The single answer is one of the three.
    expect(out).toMatch(/^single +2 /m);
    expect(out).toMatch(/^all +6 /m);
  });

  it("names the line of an item that is no JSON, and the pointer of an arm that is not valid", async () => {
    await using stack = new AsyncDisposableStack();
    const folder = await temporaryFolder(stack);
    const broken = await parley("experiment", await fileOf(folder, ['{"question":"?"}', "{"]));
    expect([broken.code, broken.err]).toEqual([4, expect.stringContaining("items.jsonl line 2: is not JSON")]);
    const file = join(folder, "bad.json");
    const arms = [{ name: "bad", patch: { maxRounds: 999 } }];
    await writeFile(file, JSON.stringify({ ...EXPERIMENT, items: itemsOf(1), arms }));
    const refused = await parley("experiment", file);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("arms/0/patch/maxRounds")]);
  });
});

describe("the client", () => {
  it("creates an experiment once for one key, lists it, follows it, and reads its results", async () => {
    script(world);
    const request = { ...EXPERIMENT, items: itemsOf(1) };
    const estimate = await client.experiments.estimate(request);
    expect(estimate.likely.calls).toBe(3);
    const { id } = await client.experiments.create(request);
    await expect.poll(async () => (await client.experiments.get(id)).status, { timeout: 30_000 }).toBe("completed");
    const results = await client.experiments.results(id);
    expect(results.map(({ arm, correct }) => [arm, correct])).toEqual([
      ["single", true],
      ["vote of 3", true],
    ]);
    const { items, nextCursor } = await client.experiments.list({ limit: 1 });
    expect([items[0]?.id, items[0]?.arms]).toEqual([id, ["single", "vote of 3"]]);
    const next = await client.experiments.list({ limit: 1, ...(nextCursor && { cursor: nextCursor }) });
    expect(next.items[0]?.id).not.toBe(id);
  });

  it("gets the first answer again with the same key", async () => {
    script(world);
    const create = () =>
      world.request("/v1/experiments", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "experiment-once" },
        body: JSON.stringify({ ...EXPERIMENT, items: itemsOf(1) }),
      });
    const [first, second] = [await create(), await create()];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});
