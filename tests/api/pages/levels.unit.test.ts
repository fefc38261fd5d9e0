/** How thorough a debate is to be, and what a fork changes. */
import { expect, test } from "vitest";
import { forkChanges } from "../../../api/pages/browser/actions/fork-changes.ts";
import type { Format } from "../../../api/pages/browser/base/wire.page-base.ts";
import { timeOf } from "../../../api/pages/browser/form/estimate.form.ts";
import { atLevel, levelIn, levelsOf } from "../../../api/pages/browser/form/parts/levels.ts";
import { type Entry, nameOf, requestFrom } from "../../../api/pages/browser/form/parts/request.form-part.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { descriptionOf } from "../../../domain/rules/protocols/format-description.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import { AUTO, FORMATS } from "../../../domain/shapes/format-names.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const formats = FORMATS.map((name): Format => ({ name, ...descriptionOf(FORMATS_BY_NAME[name]) }));

const entriesOf = (format: Format): Entry[] =>
  ["topic", "maxRounds", "judge/panel", ...format.fields.map(({ path }) => path)].map((path) => ({
    path,
    value: path === "topic" ? "Which?" : path === "maxRounds" ? format.rounds.default : undefined,
  }));

test.each([
  ...formats.map((format) => ({ choice: format.name as string, format })),
  {
    choice: AUTO,
    format: formats.find(({ conclusion }) => conclusion === "plurality") as Format,
  },
])(
  "Each level of $choice is a request that is accepted, and has more rounds than the one before.",
  ({ choice, format }) => {
    const levels = levelsOf({ format, isAuto: choice === AUTO, panel: 0 });
    const rounds = levels.map(({ values }) => Number(values.get("maxRounds")));
    expect(rounds).toEqual([...new Set(rounds)].toSorted((a, b) => a - b));
    expect(levels.map(({ name }) => name)).toContain("usual");
    for (const level of levels) {
      const given = [...atLevel(entriesOf(format), level, new Map()), { path: "format", value: choice }];
      const isCounted = format.conclusion === "plurality";
      const judge = format.hasJudge && { judge: { model: "openai/judge" } };
      const base = { ...judge, ...(isCounted && { answers: { type: "choice", options: ["a", "b"] } }) };
      const { participants: _chosen, ...body } = requestFrom(
        { base, rows: { participants: [], criteria: [] }, format, formats },
        given,
      );
      const { problems } = checkRequest(withUsualParticipants(body, catalogueOf()).body, catalogueOf());
      expect([level.name, problems]).toEqual([level.name, []]);
      expect(levelIn(levels, given)?.name).toBe(level.name);
    }
  },
);

test("A model that stands for its use is shown by its name, and stays a use until another is named.", () => {
  const uses = { "usual/judge-1": "x/judge", "usual/judge-2": "x/judge", "usual/speaker-1": "x/one" };
  const named = (value: unknown) => nameOf(value, uses);
  const format = formats.find(({ name }) => name === "structured-rounds") as Format;
  const panel = ["usual/judge-1", "usual/judge-2"];
  const base = { judge: { model: "usual/judge-1", panel } };
  const row = { key: 1, base: { name: "Ada", model: "usual/speaker-1" } };
  const asked = (model: string, judges: string[]) =>
    requestFrom({ base, rows: { participants: [row], criteria: [] }, format, formats, named }, [
      { path: "participants/0/model", value: model },
      { path: "judge/panel", value: judges },
    ]);
  expect(named(panel)).toEqual(["x/judge", "x/judge"]);
  expect(asked("x/one", ["x/judge", "x/judge"])).toEqual({ ...base, participants: [row.base] });
  expect(asked("x/two", ["x/judge", "y/z"])).toEqual({
    judge: { model: "usual/judge-1", panel: ["usual/judge-1", "y/z"] },
    participants: [{ name: "Ada", model: "x/two" }],
  });
});

test.each([
  [12, "about 20 s"],
  [99, "about 100 s"],
  [101, "about 2 min"],
  [3_500, "about 59 min"],
  [5_400, "about 1.5 h"],
])("A debate of %d seconds takes %s.", (seconds, words) => {
  expect(timeOf({ seconds })).toBe(words);
});

test("A fork changes what differs, keeps what participants had, and says its word to each.", () => {
  const participants = [
    { name: "Ada", model: { model: "x/one", temperature: 0.2 }, instructions: "Be brief." },
    { name: "Ben", model: "x/two" },
  ];
  const request = { participants, judge: { model: "x/judge" }, maxRounds: 3 };
  const same = { models: ["x/one", "x/two"], judge: "x/judge", panel: [], rounds: 3, word: "" };
  expect(forkChanges(request, same)).toBeNull();
  expect(forkChanges(request, { ...same, judge: "", models: ["", ""], rounds: null })).toBeNull();
  expect(forkChanges(request, { ...same, rounds: 5, judge: "y/judge" })).toEqual({
    maxRounds: 5,
    judge: { model: "y/judge" },
  });
  expect(forkChanges(request, { ...same, models: ["x/one", "y/two"], word: "Count costs." })).toEqual({
    participants: [
      { ...participants[0], instructions: "Be brief.\n\nCount costs." },
      { name: "Ben", model: "y/two", instructions: "Count costs." },
    ],
  });
  const panel = ["x/one", { model: "x/two", temperature: 0 }];
  const voted = { ...request, judge: { model: "x/judge", panel } };
  expect(forkChanges(voted, { ...same, panel: ["x/one", "x/two"] })).toBeNull();
  expect(forkChanges(voted, { ...same, panel: ["y/one", ""] })).toEqual({ judge: { panel: ["y/one", panel[1]] } });
});
