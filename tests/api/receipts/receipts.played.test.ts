/** Signed exports: what is changed is found, and by whom an export is signed is known. */

import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { calculateJwkThumbprint } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../api/base/sha256.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { type PublicKey, publicKeyOf, signStatement, trustedKeys } from "../../../features/receipts/api/keys.api.ts";
import { chained } from "../../../features/receipts/domain/chain.receipt.ts";
import { verifyExport } from "../../../features/receipts/domain/checks/verify.check.ts";
import { statementOf } from "../../../features/receipts/domain/statement.ts";
import { expireDeltas } from "../../support/debates/deltas.ts";
import { eventuallyRead } from "../../support/eventually.ts";
import { receiptKey } from "../../support/receipt-keys.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { as, makeKey } from "../access/keys.ts";
import { type World as ApiWorld, createWorld, problemOf, storeDebate } from "../world.ts";

const [OLD, NEW] = [receiptKey("world"), receiptKey("the next one")];

let world: World;
let elsewhere: ApiWorld;
let signed: TranscriptExport;
beforeAll(async () => {
  [world, elsewhere] = await Promise.all([openWorld(), createWorld({ receiptKeys: [NEW, OLD] })]);
  // The first turn takes its time, so that some of its words are deltas of their own.
  const slowly = { text: "word ".repeat(60), profile: { ttft: 10, tps: 60, chunkSize: 10 } };
  let turns = 0;
  world.models.use(debaters(["p1", "p2"], { turn: () => (turns++ === 0 ? slowly : { text: `Turn ${turns}.` }) }));
  const { id } = await world.create(requestOf({ maxRounds: 2, judge: { model: "openai/gpt-5.5", bothOrders: true } }));
  await world.finished(id);
  await eventuallyRead(async () => expect((await world.debate(id)).status).toBe("completed"));
  signed = (await world.request(`/v1/debates/${id}/transcript?as=receipt`)).body;
});
afterAll(async () => {
  await world.stop();
  await elsewhere[Symbol.asyncDispose]();
});

const keys = trustedKeys([publicKeyOf(OLD)]);
const verify = (body: unknown) => verifyExport(body, { sha256, keys });
const failing = (body: unknown) => verify(body).checks.filter(({ outcome }) => outcome === "fails");
const outcomeOf = (body: unknown, check: string) => verify(body).checks.find(({ name }) => name === check);

type Json = Record<string, unknown>;
const isContainer = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** All places of a JSON value, as the fields that lead there. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (!isContainer(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

function otherThan(value: unknown, by: number): unknown {
  if (typeof value === "number") return value + 1 + by;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return `a text ${by}`;
  const at = by % (value.length + 1);
  const replaced = String.fromCodePoint(97 + ((by + (value.codePointAt(at) ?? 0)) % 26));
  return value[at] === replaced ? `${value}~` : `${value.slice(0, at)}${replaced}${value.slice(at + 1)}`;
}

/** The export with one value changed, removed or added. */
function changed(path: string[], { kind, by }: { kind: "change" | "remove" | "add"; by: number }): Json {
  const copy = structuredClone(signed) as unknown as Json;
  const parent = path.slice(0, -1).reduce<Json>((at, name) => at[name] as Json, copy);
  const name = path.at(-1) ?? "";
  const value = parent[name];
  if (kind === "add" && Array.isArray(value)) value.push(value[0] ?? "more");
  else if (kind === "add" && isContainer(value)) value[`field${by}`] = by;
  else if (kind !== "remove") parent[name] = otherThan(value, by);
  else if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
  return copy;
}

describe("A signed export", () => {
  test("holds as it is, and in any order of its fields.", () => {
    expect(failing(signed)).toEqual([]);
    const turned = JSON.parse(JSON.stringify(signed), (_, value: unknown) =>
      isContainer(value) && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
    ) as unknown;
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(signed));
    expect(failing(turned)).toEqual([]);
  });

  test("does not hold after any change of any value, and the part that was changed is named.", () => {
    const places = placesIn(signed).filter((path) => path.length > 0);
    expect(places.length).toBeGreaterThan(1_000);
    const change = fc.record({
      path: fc.constantFrom(...places),
      kind: fc.constantFrom("change" as const, "remove" as const, "add" as const),
      by: fc.nat(1_000),
    });
    fc.assert(
      fc.property(change, ({ path, kind, by }) => {
        const body = changed(path, { kind, by });
        const faults = failing(body).flatMap((check) => check.faults);
        // Without a receipt it is no signed export, which is what the signature's check says.
        expect(faults.map(({ pointer }) => pointer.split("/")[1])).toContain(path[0]);
      }),
      { numRuns: 600 },
    );
  });

  const renumbered = (events: Json[]) => events.map((event, i) => ({ ...event, id: i + 1 }));
  test.each<[string, string, (events: Json[]) => Json[]]>([
    ["left out", "/events/5", (events) => events.toSpliced(5, 1)],
    ["repeated", "/events/5/id", (events) => events.toSpliced(5, 0, events[4] as Json)],
    ["moved", "/events/5/id", (events) => events.toSpliced(4, 2, events[5] as Json, events[4] as Json)],
    ["repeated under a new number", "/events/", (events) => renumbered(events.toSpliced(5, 0, events[4] as Json))],
    [
      "moved under a new number",
      "/events/",
      (events) => renumbered(events.toSpliced(4, 2, events[5] as Json, events[4] as Json)),
    ],
    ["cut off", "/receipt/chain/events", (events) => events.slice(0, -1)],
  ])("names the place where an event was %s.", (_, place, change) => {
    const events = change(signed.events);
    const [first] = failing({ ...signed, events }).flatMap((check) => check.faults);
    expect(first?.pointer.slice(0, place.length)).toBe(place);
  });

  test("names the event, the turn and the field that differ.", () => {
    const at = signed.events.findIndex(({ type }) => type === "turn.completed");
    const events = structuredClone(signed.events);
    const turn = events[at]?.data["turn"] as Json;
    turn["text"] = "It never said so.";
    const [chain] = failing({ ...signed, events });
    expect(chain).toMatchObject({ name: "chain", faults: [{ pointer: `/events/${at}` }] });
    expect(chain?.detail).toContain(`event ${signed.events[at]?.id} (turn.completed)`);
    expect(outcomeOf({ ...signed, events }, "log")?.faults).toEqual([
      { pointer: "/turns/0/text", detail: `${signed.turns[0]?.id} differs from its event` },
    ]);
    const verdict = structuredClone(signed);
    if (verdict.result?.type === "verdict") verdict.result.verdict.winner = null;
    expect(outcomeOf(verdict, "ballots")).toMatchObject({
      outcome: "fails",
      faults: [{ pointer: "/result/verdict/winner", detail: "is not what the ballots give" }],
    });
  });

  test("of an older version holds, whose agreement also has Krippendorff's alpha.", () => {
    const older = structuredClone(signed);
    const withAlpha = (result: unknown) => Object.assign((result as { agreement: Json }).agreement, { alpha: null });
    withAlpha(older.result);
    withAlpha(older.debate.result);
    for (const event of older.events) if (event.type === "result.completed") withAlpha(event.data["result"]);
    const body = { ...older, events: chained(older.debate.id, older.events, sha256) };
    expect(["ballots", "log"].map((check) => outcomeOf(body, check))).toMatchObject([
      { outcome: "holds" },
      { outcome: "holds" },
    ]);
    Object.assign(older.result?.agreement?.winnerAgreement ?? {}, { orders: 0.5 });
    expect(outcomeOf(body, "ballots")?.faults).toMatchObject([{ pointer: "/result/agreement/winnerAgreement/orders" }]);
  });

  test("does not hold when all hashes are made anew without the key.", () => {
    const { receipt, ...rest } = structuredClone(signed);
    const first = rest.turns[0];
    if (first) first.text = "It never said so.";
    for (const event of rest.events) if (event.type === "turn.completed") event.data["turn"] = first;
    const events = chained(rest.debate.id, rest.events, sha256);
    const forged = { ...rest, events } as TranscriptExport;
    const body = { ...forged, receipt: { ...receipt, ...statementOf(forged, sha256) } };
    const [fault] = failing(body);
    expect(fault).toMatchObject({ name: "signature", faults: [{ pointer: "/receipt/signature" }] });
    const strangers = generateKeyPairSync("ed25519").privateKey;
    const statement = { ...statementOf(forged, sha256), provenance: { origin: "ran-here" as const } };
    const other = { ...forged, receipt: signStatement(statement, { key: strangers, now: new Date() }) };
    expect(failing(other)[0]).toMatchObject({ name: "signature", faults: [{ pointer: "/receipt/keyId" }] });
  });

  test("is checked without its signature where no keys are given, and must be signed where they are.", () => {
    const { checks, holds } = verifyExport(signed, { sha256, keys: null });
    expect([holds, checks.find(({ name }) => name === "signature")?.outcome]).toEqual([true, "unchecked"]);
    const { receipt: _receipt, ...unsigned } = signed;
    expect(outcomeOf(unsigned, "signature")?.outcome).toBe("fails");
  });

  test("has every prompt, and the hash of each is the turn's.", () => {
    expect(signed.prompts?.turns.map(({ id }) => id)).toEqual(signed.turns.map(({ id }) => id));
    expect(outcomeOf(signed, "prompts")).toMatchObject({ outcome: "holds", detail: `${signed.turns.length} prompts` });
  });
});

describe("The keys of an install", () => {
  test("are public, under their thumbprints, and those after the first check what it signed before.", async () => {
    const response = await elsewhere.get("/.well-known/parley-keys.json");
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
    const body = (await response.json()) as { keys: PublicKey[] };
    expect(body.keys).toEqual([publicKeyOf(NEW), publicKeyOf(OLD)]);
    expect(JSON.stringify(body)).not.toMatch(/"d"/);
    for (const key of body.keys) expect(key.kid).toBe(await calculateJwkThumbprint(key));
    expect(verifyExport(signed, { sha256, keys: trustedKeys(body.keys) }).holds).toBe(true);
    // A key counts by itself, and not by the name that somebody gave it.
    const renamed = [{ ...publicKeyOf(NEW), kid: publicKeyOf(OLD).kid }];
    expect(verifyExport(signed, { sha256, keys: trustedKeys(renamed) }).holds).toBe(false);
  });

  test("are none where none is configured; then nothing is signed.", async () => {
    const keyless = elsewhere.appWith({ settings: { receiptKeys: [] } });
    expect(await (await keyless.request("/.well-known/parley-keys.json")).json()).toEqual({ keys: [] });
    const { id } = await storeDebate(elsewhere.store, { state: { status: "completed" } });
    const refused = await keyless.request(`/v1/debates/${id}/transcript?as=receipt`);
    expect([refused.status, (await problemOf(refused)).detail]).toEqual([409, expect.stringContaining("RECEIPT_KEY")]);
  });
});

describe("An import of a signed export", () => {
  const send = async (body: unknown) => {
    const response = await elsewhere.post("/v1/debates/import", body);
    return { status: response.status, pointers: (await problemOf(response)).errors?.map(({ pointer }) => pointer) };
  };

  test("is refused where its receipt does not hold, with the place.", async () => {
    const spoilt = structuredClone(signed);
    if (spoilt.turns[1]) spoilt.turns[1].text = "It never said so.";
    expect(await send(spoilt)).toEqual({ status: 422, pointers: ["/turns"] });
    const { receipt: _receipt, ...unsigned } = spoilt;
    expect(await send(unsigned)).toEqual({ status: 422, pointers: ["/turns/1/text"] });
    const moved = {
      ...signed,
      events: signed.events.map((e, i) => (i === 3 ? { ...e, at: signed.debate.createdAt } : e)),
    };
    expect((await send(moved)).pointers).toContain("/events/3");
    const receipt = { ...signed.receipt, signedAt: "2020-01-01T00:00:00.000Z" };
    expect(await send({ ...signed, receipt })).toEqual({ status: 422, pointers: ["/receipt/signature"] });
  });

  test("is refused where result and ballots are not those of the log.", async () => {
    const { receipt: _receipt, prompts: _prompts, ...plain } = structuredClone(signed);
    if (plain.result?.type !== "verdict" || plain.debate.result?.type !== "verdict") throw new Error("no verdict");
    for (const result of [plain.result, plain.debate.result]) {
      const [ballot] = result.ballots;
      if (ballot) ballot.winner = null;
    }
    for (const event of plain.events) if (event.type === "result.completed") event.data["result"] = plain.result;
    expect(
      (await send({ ...plain, events: plain.events.map(({ hash: _hash, ...event }) => event) })).pointers,
    ).toContain("/result/ballots/0/winner");
  });

  test("becomes a debate that the importing install signs by its own key, with the same chain.", async () => {
    const { id } = signed.debate;
    expect((await send(signed)).status).toBe(201);
    const read = async (kind: string) => (await elsewhere.get(`/v1/debates/${id}/transcript?as=${kind}`)).json();
    expect(await read("json")).toEqual(await world.transcript(id));
    const again = (await read("receipt")) as TranscriptExport;
    expect(again.receipt?.keyId).toBe(publicKeyOf(NEW).kid);
    expect(again.receipt?.chain).toEqual(signed.receipt?.chain);
    const { holds, checks } = verifyExport(again, { sha256, keys: trustedKeys([publicKeyOf(NEW)]) });
    expect(holds).toBe(true);
    expect(checks.find(({ name }) => name === "prompts")).toMatchObject({
      outcome: "unchecked",
      detail: "no prompt could be rebuilt, as in an imported debate",
    });
  });
});

test("The chain is the same before and after the deltas have expired.", async () => {
  const { id } = signed.debate;
  const debate = { tenant: "default", debateId: id };
  const stored = async () => (await world.store.log.read({ debate, after: 0, limit: 10_000 })).events;
  const isDelta = ({ type }: { type: string }) => type === "turn.delta";
  const before = await stored();
  await expireDeltas(world, id);
  const after = await stored();
  expect(after.filter(isDelta).length).toBeLessThan(before.filter(isDelta).length);
  // The last words of a turn stay with it.
  for (const [n, event] of after.entries()) if (isDelta(event)) expect(after[n + 1]?.type).toBe("turn.completed");
  const later = (await world.request(`/v1/debates/${id}/transcript?as=receipt`)).body as unknown as TranscriptExport;
  expect(later.receipt).toEqual({ ...signed.receipt, signedAt: expect.any(String), signature: expect.any(String) });
});

test("A fork's signed export holds, with the rounds that it took over.", async () => {
  const { body: fork } = await world.post(`/v1/debates/${signed.debate.id}/fork`, { afterRound: 1 });
  const { id } = fork as unknown as { id: string };
  await world.finished(id);
  await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
  const forked = (await world.request(`/v1/debates/${id}/transcript?as=receipt`)).body as unknown as TranscriptExport;
  expect(failing(forked)).toEqual([]);
  expect(forked.turns.slice(0, 2).map(({ text }) => text)).toEqual(signed.turns.slice(0, 2).map(({ text }) => text));
  expect(forked.receipt?.chain.head).not.toBe(signed.receipt?.chain.head);
});

test("Only the owner reads a signed export, and only once the debate is over.", async () => {
  const { id } = await storeDebate(elsewhere.store, { tenant: "acme", state: { status: "running" } });
  const { token } = await makeKey(elsewhere.store, { tenant: "acme", scopes: ["write"] });
  const running = await as(elsewhere.app, token, { path: `/v1/debates/${id}/transcript?as=receipt` });
  expect([running.status, (await problemOf(running)).detail]).toEqual([409, expect.stringContaining("over")]);
  expect((await elsewhere.app.request("/.well-known/parley-keys.json")).status).toBe(200);
  expect((await elsewhere.app.request(`/v1/debates/${id}/transcript?as=receipt`)).status).toBe(401);
  const made = await as(elsewhere.app, token, {
    path: `/v1/debates/${id}/shares`,
    method: "POST",
    body: { expiresInSeconds: 600 },
  });
  const { url } = (await made.json()) as { url: string };
  const shared = await elsewhere.app.request(`${url}/transcript?as=receipt`);
  expect([shared.status, (await problemOf(shared)).detail]).toEqual([404, expect.stringContaining("share link")]);
});
