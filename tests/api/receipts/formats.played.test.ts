/** Debates of all formats, played by the demo model, signed and verified. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../../../api/base/sha256.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { publicKeyOf, trustedKeys } from "../../../features/receipts/api/keys.api.ts";
import { verifyExport } from "../../../features/receipts/domain/checks/verify.check.ts";
import { type DemoModel, startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { someOf } from "../../support/debates/runs.ts";
import { receiptKey } from "../../support/receipt-keys.ts";
import { openWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

let demo: DemoModel;
let world: World;
beforeAll(async () => {
  demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
  world = await openWorld({ providers: { demo: { baseUrl: demo.url, apiKey: demo.key } }, demo: true });
});
afterAll(async () => {
  await world.stop();
  await demo.stop();
});

const keys = trustedKeys([publicKeyOf(receiptKey("world"))]);
/** Formats that end by ballots. */
const WITHOUT_BALLOTS = ["dialectic", "proposer-skeptic", "question", "council"];

test.each(someOf(FORMATS))("A signed export of %s holds, every prompt and every ballot included.", async (format) => {
  const { id } = await world.create({ topic: "Should cities ban cars?", format });
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
  const { status, body } = await world.request(`/v1/debates/${id}/transcript?as=receipt`);
  expect(status).toBe(200);
  const signed = body as unknown as TranscriptExport;
  const { holds, checks } = verifyExport(signed, { sha256, keys });
  const outcomes = Object.fromEntries(checks.map(({ name, outcome, detail }) => [name, `${outcome}: ${detail}`]));
  expect([holds, outcomes]).toEqual([
    true,
    {
      shape: `holds: the export of ${id}`,
      chain: `holds: ${signed.events.length} events, head ${signed.receipt?.chain.head}`,
      content: expect.stringMatching(/^holds: 1\d parts$/),
      signature: `holds: signed at ${signed.receipt?.signedAt} by the key ${signed.receipt?.keyId}`,
      prompts: `holds: ${signed.turns.length} prompts`,
      log: "holds: turns, records and result are those of the log",
      ballots: WITHOUT_BALLOTS.includes(format)
        ? "unchecked: the debate did not end by ballots"
        : expect.stringMatching(/^holds: \d ballots? gives? this result$/),
    },
  ]);
  const plain = await world.transcript(id);
  expect(verifyExport(plain, { sha256, keys: null }).checks.map(({ outcome }) => outcome)).toEqual([
    "holds",
    "unchecked",
    "unchecked",
    "unchecked",
    "unchecked",
    "holds",
    checks.at(-1)?.outcome,
  ]);
});

test("An export with exhibits holds, and what was found is in it as the log has it.", async () => {
  const body = "A toll is a price. Cities ban cars.\n\nA ban of cars clears the streets of cities.";
  const { body: file } = await world.request("/v1/files?name=cars.txt", { method: "POST", body });
  const given = { title: "A remark", text: "Streets are scarce." };
  const { id } = await world.create({
    topic: "Should cities ban cars?",
    format: "round-limited",
    exhibits: [given],
    retrieval: { from: [file.id] },
  });
  await world.finished(id);
  const signed = (await world.request(`/v1/debates/${id}/transcript?as=receipt`)).body as unknown as TranscriptExport;
  expect(verifyExport(signed, { sha256, keys }).checks.map(({ outcome }) => outcome)).toEqual(Array(7).fill("holds"));
  const at = signed.debate.exhibits?.findIndex(({ foundAt }) => foundAt !== undefined);
  expect(at).toBe(1);
  const faultsOf = async (change: (exhibits: NonNullable<TranscriptExport["debate"]["exhibits"]>) => void) => {
    const { receipt: _receipt, prompts: _prompts, ...copy } = structuredClone(signed);
    change(copy.debate.exhibits ?? []);
    const faults = verifyExport(copy, { sha256, keys: null }).checks.find(({ name }) => name === "log")?.faults;
    const { status, body: refused } = await world.post("/v1/debates/import", copy);
    expect([status, refused.errors]).toEqual([422, faults]);
    return faults;
  };
  const spoilt = await faultsOf(([, found]) => {
    if (found) found.text = "It says otherwise.";
  });
  expect(spoilt).toEqual([{ pointer: "/debate/exhibits/1/text", detail: "E2 differs from its event" }]);
  expect(await faultsOf((exhibits) => exhibits.pop())).toEqual([
    { pointer: "/debate/exhibits", detail: expect.stringMatching(/^E\d of the log is missing$/) },
  ]);
});
