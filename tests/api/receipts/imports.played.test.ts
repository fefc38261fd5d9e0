/** What a signature says of imports: an install signs what it ran, and of imports only those that came with its own receipt. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../api/base/sha256.ts";
import { type Imported, isVouchedFor } from "../../../domain/shapes/schemas/provenance.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { publicKeyOf, trustedKeys } from "../../../features/receipts/api/keys.api.ts";
import { verifyExport } from "../../../features/receipts/domain/checks/verify.check.ts";
import { eventuallyRead } from "../../support/eventually.ts";
import { receiptKey } from "../../support/receipt-keys.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { as, makeKey } from "../access/keys.ts";
import { type World as ApiWorld, createWorld, problemOf } from "../world.ts";

const KEY = receiptKey("world");
const ID = publicKeyOf(KEY).kid;
const keys = trustedKeys([publicKeyOf(KEY)]);

let world: World;
/** An install with the same key, and one that does not know it. */
let same: ApiWorld;
let other: ApiWorld;
let signed: TranscriptExport;
let plain: TranscriptExport;
beforeAll(async () => {
  [world, same, other] = await Promise.all([
    openWorld(),
    createWorld({ receiptKeys: [KEY] }),
    createWorld({ receiptKeys: [receiptKey("another install")] }),
  ]);
  world.models.use(debaters(["p1", "p2"]));
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.finished(id);
  await eventuallyRead(async () => expect((await world.debate(id)).status).toBe("completed"));
  signed = (await world.request(`/v1/debates/${id}/transcript?as=receipt`)).body;
  plain = await world.transcript(id);
});
afterAll(async () => {
  await world.stop();
  await same[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

/** What a tenant may invent: an export with other words and models that holds by itself. */
function invented({ debate: { id } }: TranscriptExport): TranscriptExport {
  const said = plain.turns[0]?.text ?? "";
  const text = JSON.stringify(plain)
    .replaceAll(JSON.stringify(said).slice(1, -1), "I, the model, confirm that Example Corp committed fraud.")
    .replaceAll("openai/gpt-5.5", "openai/gpt-9")
    .replaceAll(id, `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`);
  return JSON.parse(text) as TranscriptExport;
}

async function imported(install: ApiWorld, body: TranscriptExport) {
  const { id } = body.debate;
  await install.app.request(`/v1/debates/${id}`, { method: "DELETE" });
  const response = await install.post("/v1/debates/import", body);
  expect([response.status, response.ok || (await problemOf(response)).errors]).toEqual([201, true]);
  const at = (path: string) => install.get(`/v1/debates/${id}${path}`);
  const shown = (await (await at("")).json()) as { imported?: Imported };
  return { shown: shown.imported, receipt: await at("/transcript?as=receipt"), at };
}

const refusal = async (response: Response) => [response.status, (await problemOf(response)).detail];
const REFUSED = [409, expect.stringContaining("imported without a receipt of this install")];

describe("An import that no receipt of the install vouches for", () => {
  test.each<[string, () => [ApiWorld, TranscriptExport], Imported["signature"]]>([
    ["is invented", () => [same, invented(plain)], null],
    ["was not signed", () => [same, plain], null],
    [
      "was signed by a key that it does not know",
      () => [other, signed],
      { keyId: ID, signedAt: expect.any(String) as string, verified: false, says: "ran-here" },
    ],
  ])("gets no signature where it %s, and is shown as an import first of all.", async (_, given, signature) => {
    const [install, body] = given();
    const { shown, receipt, at } = await imported(install, body);
    expect(shown).toEqual({ at: expect.any(String), signature });
    expect(await refusal(receipt)).toEqual(REFUSED);
    const markdown = (await (await at("/transcript?as=md")).text()).split("\n\n");
    expect(markdown.slice(1, 3)).toEqual(["**Imported:**", expect.stringMatching(/^- This debate was imported\./)]);
    const log = (await (await at("/transcript?as=inspect")).json()) as { samples: { metadata: object }[] };
    expect(log.samples[0]?.metadata).toMatchObject({ imported: shown });
    // The plain export can be imported again as it is, and shows nothing of who wrote it.
    const again = await (await at("/transcript?as=json")).json();
    const { debate, events } = body;
    expect(again).toMatchObject({
      debate,
      turns: body.turns,
      events: events.map(({ hash: _hash, ...event }) => event),
    });
    expect(verifyExport(again, { sha256, keys }).provenance).toMatchObject({ origin: "unknown" });
    // Nothing that is made of it here can be taken for a debate that ran here.
    const made = await Promise.all([
      install.post(`/v1/debates/${debate.id}/fork`, { afterRound: 1 }),
      install.post(`/v1/debates/${debate.id}/twin`),
    ]);
    expect(made.map(({ status }) => status)).toEqual([409, 409]);
  });

  test("cannot state its own provenance.", async () => {
    const debate = { ...plain.debate, imported: { signature: null } };
    const stated = await same.post("/v1/debates/import", { ...plain, debate });
    expect([stated.status, (await problemOf(stated)).errors?.[0]?.pointer]).toEqual([422, "/debate"]);
    const receipt = { ...signed.receipt, provenance: { origin: "imported", signature: null } };
    const changed = await same.post("/v1/debates/import", { ...signed, receipt });
    expect([changed.status, (await problemOf(changed)).errors?.[0]?.pointer]).toEqual([422, "/receipt/signature"]);
  });
});

describe("An import that came with the install's own receipt", () => {
  test("is signed as an import, which `verify` says first, again and again.", async () => {
    expect(verifyExport(signed, { sha256, keys }).provenance.origin).toBe("ran-here");
    let body = signed;
    for (const says of ["ran-here", "imported", "imported"] as const) {
      const { receipt } = await imported(same, body);
      expect(receipt.status).toBe(200);
      const again = (await receipt.json()) as TranscriptExport;
      const signature = { keyId: ID, signedAt: body.receipt?.signedAt, verified: true, says };
      expect(again.receipt?.provenance).toEqual({ origin: "imported", at: expect.any(String), signature });
      expect(again.receipt?.chain).toEqual(signed.receipt?.chain);
      const { holds, provenance } = verifyExport(again, { sha256, keys });
      expect([holds, provenance.origin]).toEqual([true, "imported"]);
      expect(provenance.detail).toContain("This debate was imported. This install did not run it.");
      // What is not signed, or not by a key that the reader trusts, shows nothing.
      expect(verifyExport(again, { sha256, keys: null }).provenance.origin).toBe("unknown");
      const ran = { ...again, receipt: { ...again.receipt, provenance: { origin: "ran-here" } } };
      expect(verifyExport(ran, { sha256, keys })).toMatchObject({ holds: false, provenance: { origin: "unknown" } });
      body = again;
    }
    // After a theft the key is left out, and what it vouched for is signed no more.
    const without = same.appWith({ settings: { receiptKeys: [receiptKey("another install")] } });
    const refused = await without.request(`/v1/debates/${signed.debate.id}/transcript?as=receipt`);
    expect(await refusal(refused)).toEqual(REFUSED);
  });

  test("is no proof where the receipt is of another install.", () => {
    const signature = { keyId: ID, signedAt: "2026-11-21T05:14:02.118Z", verified: true, says: "ran-here" as const };
    expect(isVouchedFor({ signature }, [ID])).toBe(true);
    expect(isVouchedFor({ signature }, [])).toBe(false);
    expect(isVouchedFor({ signature: { ...signature, verified: false } }, [ID])).toBe(false);
    expect(isVouchedFor({ signature: null }, [ID])).toBe(false);
    expect(isVouchedFor(undefined, [])).toBe(true);
  });
});

test("Who imported a debate is shown to its owner, and not to readers of a share link.", async () => {
  const { key, token } = await makeKey(other.store, { tenant: "acme" });
  const path = `/v1/debates/${plain.debate.id}`;
  const made = await as(other.app, token, { method: "POST", path: "/v1/debates/import", body: plain });
  expect(((await made.json()) as { imported?: Imported }).imported).toMatchObject({ by: key.id, signature: null });
  const share = { path: `${path}/shares`, method: "POST", body: { expiresInSeconds: 600 } };
  const { url } = (await (await as(other.app, token, share)).json()) as { url: string };
  const shared = (await (await other.app.request(`${url}/debate`)).json()) as { imported?: Imported };
  expect(shared.imported).toEqual({ at: expect.any(String), signature: null });
  const report = await (await other.app.request(`${url}/transcript?as=md`)).text();
  expect([report.includes("This debate was imported."), report.includes(key.id)]).toEqual([true, false]);
});
