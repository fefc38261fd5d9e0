import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../features/receipts/domain/canonical.ts";
import { chained, hashOfEvent, rootOf } from "../../features/receipts/domain/chain.receipt.ts";
import { differenceIn } from "../../features/receipts/domain/checks/difference.check.ts";
import { createPromptWriter, promptIn } from "../../features/receipts/domain/sent-prompts.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const EVENT = { id: 1, type: "debate.created", at: "2026-11-21T12:00:00.000Z", data: { topic: "Cars?" } };

describe("canonical JSON", () => {
  it("is that of RFC 8785, section 3.2.2 and 3.2.3", () => {
    const value = {
      numbers: [1 / 3, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000F\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[0.3333333333333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const names = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 1])))) as object);
    expect(sorted).toEqual(["1", "\r", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"]);
  });
});

describe("the chain", () => {
  it("has hashes that anybody can count: of the hash before, then of the event's four fields", () => {
    const root = sha256("deb-1");
    expect(rootOf("deb-1", sha256)).toBe(root);
    const text = `{"at":"2026-11-21T12:00:00.000Z","data":{"topic":"Cars?"},"id":1,"previous":"${root}","type":"debate.created"}`;
    expect(hashOfEvent(EVENT, root, sha256)).toBe(sha256(text));
    const [first, second] = chained("deb-1", [EVENT, { ...EVENT, id: 2 }], sha256);
    expect(first?.hash).toBe(sha256(text));
    expect(second?.hash).toBe(hashOfEvent({ ...EVENT, id: 2 }, sha256(text), sha256));
  });
});

describe("the first difference of two JSON values", () => {
  it("is found exactly where they differ", () => {
    expect(differenceIn({ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] })).toBe("/a/1/b");
    expect(differenceIn({ "a/b": 1 }, {})).toBe("/a~1b");
    expect(differenceIn([1], [1, 2])).toBe("/1");
    expect(differenceIn({ a: undefined }, {})).toBe(null);
    expect(differenceIn({ a: null }, {})).toBe("/a");
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(differenceIn(a, structuredClone(a))).toBe(null);
        expect(differenceIn(a, b) === null).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });
});

describe("the prompts of an export", () => {
  it("are read as they were written, with each text once", () => {
    const text = fc.constantFrom("one", "two", "", "three", "four");
    const role = fc.constantFrom("user" as const, "assistant" as const);
    const prompt = fc.record({ system: text, messages: fc.array(fc.record({ role, content: fc.array(text) })) });
    fc.assert(
      fc.property(fc.array(prompt, { maxLength: 5 }), (prompts) => {
        const writer = createPromptWriter();
        for (const [i, each] of prompts.entries()) writer.add(`g1-r1-t${i + 1}`, each);
        const written = writer.written();
        expect(new Set(written.texts).size).toBe(written.texts.length);
        expect(written.turns.map((turn) => promptIn(written, turn))).toEqual(prompts);
      }),
    );
  });

  it("cannot be read where a text is missing", () => {
    const turn = { id: "g1-r1-t1", system: 0, messages: [{ role: "user" as const, content: [1] }] };
    expect(promptIn({ texts: ["only one"], turns: [turn] }, turn)).toBe(null);
  });
});
