/** Debates of all formats, played by the demo model, signed and verified. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicKeyOf, sha256, trustedKeys } from "../../../api/receipts/keys.ts";
import type { TranscriptExport } from "../../../domain/export/transcript.ts";
import { FORMATS } from "../../../domain/formats/registry.ts";
import { verifyExport } from "../../../domain/receipts/verify.ts";
import { type DemoModel, startDemoModel } from "../../../infra/local/demo/model.ts";
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

test.each(FORMATS)("A signed export of %s holds, every prompt and every ballot included.", async (format) => {
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
