import { describe, expect, it } from "vitest";
import { blindRankings, othersAnswers } from "../../../domain/judge/council/others.ts";
import { buildRevisionPrompt } from "../../../domain/prompts/council/member.ts";
import { readRanking } from "../../../domain/prompts/council/ranking.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { configFor, turnOf, turnSpec } from "../../support/debates/transcripts.ts";

const keys = ["speaker-a", "speaker-b", "speaker-c"];
const reasons = Object.fromEntries(keys.map((key) => [key, `Why ${key}.`]));

function read(places: unknown, why: unknown = reasons) {
  const reading = readRanking(JSON.stringify({ reasons: why, places }), { keys });
  return reading.ok ? reading.value.places : reading.faults;
}

describe("a ranking", () => {
  it.each([
    [[["speaker-b"], ["speaker-a"], ["speaker-c"]]],
    [[["speaker-a"], ["speaker-b", "speaker-c"]]],
    [[["speaker-a", "speaker-b", "speaker-c"]]],
  ])("is read with each label in one place, tied or not: %j", (places) => {
    expect(read(places)).toEqual(places);
  });

  it.each([
    [[["speaker-a"], ["speaker-b"]], "speaker-c has no place."],
    [[["speaker-a"], ["speaker-b"], ["speaker-c"], ["speaker-a"]], "speaker-a has more than one place."],
    [[["speaker-a", "speaker-a"], ["speaker-b"], ["speaker-c"]], "speaker-a has more than one place."],
    [[["speaker-a"], [], ["speaker-b"], ["speaker-c"]], "A place must have an answer."],
    [[["speaker-a"], ["speaker-b"], ["speaker-c"], ["speaker-d"]], "places[3][0] must be one of"],
    [["speaker-a", "speaker-b", "speaker-c"], "places[0] must be of type array"],
    ["speaker-a", "places must be of type array"],
    [null, "places must be of type array"],
  ])("is refused that misses, repeats or invents a label, or has another shape: %j", (places, fault) => {
    expect(JSON.stringify(read(places))).toContain(fault);
  });

  it("needs a sentence on each answer, and on no other", () => {
    const places = keys.map((key) => [key]);
    const { "speaker-c": _left, ...two } = reasons;
    expect(read(places, two)).toEqual(["reasons.speaker-c is missing."]);
    expect(read(places, { ...reasons, "speaker-c": " " })).toEqual(["reasons.speaker-c must not be blank."]);
    expect(JSON.stringify(read(places, { ...reasons, "speaker-d": "Why." }))).toContain("not asked for");
  });
});

const config = { ...configFor({ format: "council", mode: "simultaneous", speakers: 4 }), fenceKey: "k3y" };
const ids = config.participants.map(({ id }) => id);
const answers: Turn[] = config.participants.map(({ id, name }, i) =>
  turnOf(config, { round: 1, index: i + 1 }, { participantId: id, participant: name, phase: "proposal", text: name }),
);

describe("the others' answers", () => {
  it.each(ids)("leave out the reader's own, whoever it is: %s", (reader) => {
    const shown = othersAnswers({ config, turns: answers }, reader);
    expect(shown.turns.map((turn) => shown.reveal(turn.participantId)).toSorted()).toEqual(
      ids.filter((id) => id !== reader),
    );
    expect(shown.config.participants.map(({ id }) => id)).toEqual(["speaker-a", "speaker-b", "speaker-c"]);
  });

  it("have labels that no participant keeps with all readers", () => {
    const keysFor = (id: string) =>
      new Set(
        Array.from({ length: 8 }, (_, i) => ({ ...config, fenceKey: `key-${i}` })).flatMap((own) =>
          ids
            .filter((reader) => reader !== id)
            .flatMap((reader) => othersAnswers({ config: own, turns: answers }, reader).keysOf([id])),
        ),
      );
    for (const id of ids) expect(keysFor(id)).toEqual(new Set(["speaker-a", "speaker-b", "speaker-c"]));
  });

  it("have no remark of the owner's that is for another", () => {
    const remark = {
      ...(answers[0] as Turn),
      id: "g1-r1-i1",
      participantId: "_owner",
      phase: "interjection" as const,
    };
    const turns = [
      ...answers,
      { ...remark, to: "p2", text: "For Ben." },
      { ...remark, id: "g1-r1-i2", text: "For all." },
    ];
    const textsFor = (reader: string) => othersAnswers({ config, turns }, reader).turns.map(({ text }) => text);
    expect(textsFor("p1")).not.toContain("For Ben.");
    expect(textsFor("p2")).toContain("For Ben.");
    expect(textsFor("p1")).toContain("For all.");
  });

  it("are ranked in words that have no name, and the reader's own has none", () => {
    const shown = othersAnswers({ config, turns: answers }, "p1");
    const [own, other] = [config.participants[0]?.name, config.participants[1]?.name];
    const [blind] = blindRankings(
      [{ places: [["p2", "p1"]], reasons: { p2: `${other} is right.`, p1: "It is not." } }],
      shown,
    );
    const [key = ""] = shown.keysOf(["p2"]);
    expect(blind?.places).toEqual([[key, "your own"]]);
    expect(blind?.reasons["your own"]).toBe("It is not.");
    expect(blind?.reasons[key]).not.toContain(other);
    const turn = turnSpec(config, { round: 3, index: 1 }, "refinement");
    const rankings = [{ places: [["p2"], ["p1"]], reasons: { p2: `${other} is right.`, p1: "It is not." } }];
    const prompt = buildRevisionPrompt({ config, turn, turns: answers, totalRounds: 3, rankings });
    const text = JSON.stringify(prompt.messages);
    for (const { name } of config.participants) if (name !== own) expect(text).not.toContain(name);
    expect(text).toContain("1. ");
  });
});
