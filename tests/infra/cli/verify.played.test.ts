/** `parley verify` and `parley export --as receipt` against a whole Parley. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import type { Verification } from "../../../features/receipts/domain/checks/verify.check.ts";
import { runParley } from "../../support/terminal.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

let world: World;
let folder: string;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "parley-verify-"));
  world.models.use(debaters(["p1", "p2"]));
  ({ id } = await world.create(requestOf({ maxRounds: 1 })));
  await world.finished(id);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});

const inFolder = (name: string) => join(folder, name);
async function written(name: string, change: (body: TranscriptExport) => void): Promise<string> {
  const body = JSON.parse(await readFile(inFolder("debate.receipt.json"), "utf8")) as TranscriptExport;
  change(body);
  await writeFile(inFolder(name), JSON.stringify(body));
  return inFolder(name);
}

test("a signed export is written, and holds against the install's keys, by address or by file", async () => {
  const file = inFolder("debate.receipt.json");
  expect(await runParley(["export", id, "--output", file, "--url", world.url])).toMatchObject({ code: 0, out: "" });
  const said = await runParley(["export", id, "--as", "receipt", "--url", world.url]);
  expect(JSON.parse(said.out)).toMatchObject({
    debate: { id },
    receipt: { version: 2, provenance: { origin: "ran-here" } },
  });
  const keys = inFolder("keys.json");
  await writeFile(keys, (await world.request("/.well-known/parley-keys.json")).text);
  for (const source of [world.url, `${world.url}/`, keys]) {
    const { code, out, err } = await runParley(["verify", file, "--keys", source]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n").map((line) => line.replace(/:.*/, ""))).toEqual([
      "RAN AT THE SIGNER",
      "",
      "holds       shape",
      "holds       chain",
      "holds       content",
      "holds       signature",
      "holds       prompts",
      "holds       log",
      "holds       ballots",
      "",
      "All that was checked holds.",
      "",
    ]);
  }
  const without = await runParley(["verify", file]);
  expect(without).toMatchObject({ code: 0, err: "" });
  expect(without.out).toContain("not checked signature: no keys were given (--keys)");
});

test("what does not hold is named first of all, also as JSON, and exits 1", async () => {
  const path = await written("changed.json", ({ turns }) => {
    if (turns[0]) turns[0].text = "It never said so.\u001B[2J";
  });
  const { code, out } = await runParley(["verify", path, "--keys", world.url]);
  expect([code, out.match(/^FAILS.*$/gm)]).toEqual([
    1,
    [
      "FAILS       content: /turns: the part turns is not the one that was signed",
      "FAILS       log: /turns/0/text: g1-r1-t1 differs from its event",
    ],
  ]);
  expect(out).toContain("The first thing that does not hold: content, /turns");
  const json = await runParley(["verify", path, "--json"]);
  expect(json.code).toBe(1);
  const { holds, checks } = JSON.parse(json.out) as Verification;
  expect([holds, checks.map(({ outcome }) => outcome)]).toEqual([
    false,
    ["holds", "holds", "fails", "unchecked", "holds", "fails", "holds"],
  ]);
  const control = await written("control.json", (body) => {
    (body.events[0] as { type: string }).type = "debate.\u001B[31mred";
  });
  expect((await runParley(["verify", control])).out).not.toContain("\u001B");
});

test("an export without a receipt is checked as far as it goes, and fails where keys are given", async () => {
  const file = inFolder("plain.json");
  await runParley(["export", id, "--output", file, "--url", world.url]);
  const { code, out } = await runParley(["verify", file]);
  expect([code, out.match(/^not checked/gm)?.length, out.match(/^holds/gm)?.length]).toEqual([0, 4, 3]);
  expect(await runParley(["verify", file, "--keys", world.url])).toMatchObject({
    code: 1,
    out: expect.stringContaining("FAILS       signature: /receipt: is missing: it is not signed"),
  });
});

test("a file or keys that cannot be read exit 2", async () => {
  const twice = inFolder("twice.json");
  await writeFile(twice, '{"debate":1,"debate":2}');
  const text = inFolder("text.md");
  await writeFile(text, "# A debate");
  for (const argv of [
    [inFolder("nowhere.json")],
    [folder],
    [text],
    [twice],
    [inFolder("debate.receipt.json"), "--keys", "http://127.0.0.1:1"],
    [inFolder("debate.receipt.json"), "--keys", inFolder("nowhere.json")],
    [inFolder("debate.receipt.json"), "--keys", inFolder("debate.receipt.json")],
    [],
  ])
    expect([argv, (await runParley(["verify", ...argv])).code]).toEqual([argv, 2]);
  await writeFile(text, "{}");
  expect((await runParley(["verify", text])).code).toBe(1);
});
