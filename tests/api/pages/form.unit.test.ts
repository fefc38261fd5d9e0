/** The request that the page's form asks for. */

import fc from "fast-check";
import mergePatch from "json-merge-patch";
import { expect, test } from "vitest";
import type { Format } from "../../../api/pages/browser/base/wire.page-base.ts";
import {
  type Json,
  mergePatchOf,
  placeOf,
  type Row,
  requestFrom,
} from "../../../api/pages/browser/form/parts/request.form-part.ts";
import { fieldOf } from "../../../api/pages/browser/text/words.page-text.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { descriptionOf } from "../../../domain/rules/protocols/format-description.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";

const formats = FORMATS.map((name): Format => ({ name, ...descriptionOf(FORMATS_BY_NAME[name]) }));
const formatOf = (name: string) => formats.find((format) => format.name === name) as Format;
const rowsOf = (...bases: Json[]): Row[] => bases.map((base, key) => ({ key, base }));

const asked = (base: Json, entries: Record<string, unknown>, name = "round-limited") => {
  const { participants = [], judge } = base as { participants?: Json[]; judge?: { criteria?: Json[] } };
  const criteria = rowsOf(...(judge?.criteria ?? []));
  const rows = { participants: rowsOf(...participants), criteria };
  const given = Object.entries(entries).map(([path, value]) => ({ path, value }));
  return requestFrom({ base, rows, format: formatOf(name), formats }, given);
};

test("What the form has no field for stays, and what a field leaves empty goes with the group that it was in.", () => {
  const base = {
    metadata: { a: "b" },
    limits: { maxCostUsd: 2 },
    judge: { model: "x/y", instructions: "Weigh costs." },
  };
  const request = asked(base, { topic: "Tea?", "limits/maxCostUsd": undefined, "judge/model": "x/z" });
  expect(request).toEqual({
    topic: "Tea?",
    metadata: { a: "b" },
    judge: { model: "x/z", instructions: "Weigh costs." },
  });
});

test("The field for asking providers first is sent only when it is ticked.", () => {
  expect(asked({}, { "validate/live": true })).toEqual({ validate: { live: true } });
  expect(asked({}, { "validate/live": undefined })).toEqual({});
});

test("Clarifications keep their limits, and go as a whole.", () => {
  const base = { clarifications: { enabled: true, maxIterations: 2 } };
  expect(asked(base, { "clarifications/enabled": true })).toEqual(base);
  expect(asked(base, { "clarifications/enabled": undefined })).toEqual({});
});

test("A model keeps its options until another is named, the judge's too.", () => {
  const model = { model: "x/y", temperature: 0.2 };
  const base = { participants: [{ name: "Ada", model }], judge: { model } };
  expect(asked(base, { "participants/0/model": "x/y", "judge/model": "x/y" })).toEqual(base);
  const panel = { judge: { model: "x/y", panel: ["x/z", model] } };
  expect(asked(panel, { "judge/panel": ["x/y", "x/w"] })).toEqual({ judge: { model: "x/y", panel: [model, "x/w"] } });
  const other = { participants: [{ name: "Ada", model: "x/z" }], judge: { model: "x/w" } };
  expect(asked(base, { "participants/0/model": "x/z", "judge/model": "x/w" })).toEqual(other);
});

test("A panel has the models that are named, or as many as are wanted.", () => {
  const panelOf = (...value: string[]) => asked({ judge: { model: "x/y" } }, { "judge/panel": value });
  expect(panelOf("x/z", "3/w")).toEqual({ judge: { model: "x/y", panel: ["x/z", "3/w"] } });
  expect(panelOf("3")).toEqual({ judge: { model: "x/y", panel: 3 } });
  expect(panelOf("3", "2")).toEqual({ judge: { model: "x/y", panel: ["3", "2"] } });
});

test("A persona stays a text until more is said of it, and has its text in either form.", () => {
  const seat = (persona: unknown) => ({ participants: [{ name: "Ada", persona }] });
  const path = "participants/0/persona";
  const entries = (text: unknown, flag: boolean) => ({ [path]: text, [`${path}/inCharacter`]: flag });
  expect(asked(seat("A mayor."), entries("A judge.", false))).toEqual(seat("A judge."));
  expect(asked(seat("A mayor."), entries("A judge.", true))).toEqual(seat({ text: "A judge.", inCharacter: true }));
  const strict = { text: "A mayor.", inCharacter: true };
  expect(asked(seat(strict), entries("A mayor.", true))).toEqual(seat(strict));
  expect(asked(seat(strict), entries("A mayor.", false))).toEqual(seat("A mayor."));
  expect(asked(seat(strict), entries(undefined, true))).toEqual(seat({ inCharacter: true }));
  expect(asked(seat(strict), entries(undefined, false))).toEqual({ participants: [{ name: "Ada" }] });
});

test("A request for another format leaves out what that one does not take.", () => {
  const base = {
    participants: [{ name: "Ada", side: "for", role: "proposer" }],
    judge: { model: "x/y", criteria: [{ name: "A", weight: 1 }], panel: ["x/y"], bothOrders: false },
    termination: { type: "quality" },
    earlyStopScore: 9,
  };
  expect(asked(base, {}, "dialectic")).toEqual({
    participants: [{ name: "Ada", role: "proposer" }],
    judge: { model: "x/y" },
    termination: { type: "quality" },
  });
  expect(asked(base, {}, "proposer-skeptic")).toEqual({
    participants: [{ name: "Ada", role: "proposer" }],
    earlyStopScore: 9,
  });
  const { termination: _other, earlyStopScore: _its, ...judged } = base;
  expect(asked(base, {})).toEqual({ ...judged, participants: [{ name: "Ada", side: "for" }] });
});

/** A request has no null: a merge patch cannot set one. */
const json = fc.letrec<{ object: Json; value: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom("a", "b", "c", "d/e"), tie("value"), { maxKeys: 4 }),
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(0, 1, "", "x", true, false),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
})).object;

test("A patch makes of what was there what is asked for, and nothing is sent when nothing has changed.", () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const [from, to] = [structuredClone({ ...before }), structuredClone({ ...after })];
      const patch = mergePatchOf(from, to);
      expect(mergePatch.apply(structuredClone(from), patch)).toEqual(to);
      expect(mergePatchOf(to, structuredClone(to))).toEqual({});
    }),
  );
});

test("A problem stands at its field, or at the nearest one that contains it.", () => {
  const paths = ["topic", "participants/0/model", "judge/panel", "webhook/url"];
  expect(placeOf("/participants/0/model/model", paths)).toBe("participants/0/model");
  expect(placeOf("/judge/panel/3", paths)).toBe("judge/panel");
  expect(placeOf("/participants", paths)).toBeUndefined();
  expect(placeOf("", paths)).toBeUndefined();
});

test.each([
  ["/participants/0/model", "Participant 1, model"],
  ["/exhibits/1", "Exhibit 2"],
  ["/judge/criteria/2/name", "Criterion 3, name"],
  ["/judge/model", "Judge, model"],
  ["/maxRounds", "MaxRounds"],
  ["", "The debate"],
])("The field %s is called %s.", (pointer, words) => {
  expect(fieldOf(pointer)).toBe(words);
});
