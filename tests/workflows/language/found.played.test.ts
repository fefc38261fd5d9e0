import { describe, expect, it } from "vitest";
import { fork } from "../../support/debates/forks.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld({ demo: true });

const GERMAN = "Autos nehmen den Menschen in der Innenstadt den Platz weg, den sie zum Leben und Einkaufen brauchen.";
const ENGLISH = "Cars take away the room that people in the centre need for their shops and for themselves.";

async function play(changes: object, texts: (n: number) => string) {
  world.models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ text: texts(n) }) }));
  const { id } = await world.create(requestOf({ topic: "Autos?", mode: "sequential", ...changes }));
  const log = await world.finished(id);
  const found = log.flatMap((event) => (event["language"] === undefined ? [] : [[event.type, event["language"]]]));
  return { debate: await world.debate(id), found, id };
}

describe("a debate whose request names no language", () => {
  it("is in the language of its first turn, which the log has once", async () => {
    const { debate, found } = await play({}, (n) => (n === 1 ? GERMAN : ENGLISH));
    expect(found).toEqual([["turn.completed", "de"]]);
    expect(debate.language).toBe("de");
  });

  it("has no language until a turn is long enough to tell", async () => {
    const { debate, found } = await play({}, (n) => (n < 3 ? "Ja." : GERMAN));
    expect([debate.language, found]).toEqual(["de", [["turn.completed", "de"]]]);
    const short = await play({}, () => "Ja.");
    expect([short.debate.language, short.found]).toEqual([undefined, []]);
  });

  it("hands the language that was found on to a fork", async () => {
    const { id } = await play({}, () => GERMAN);
    world.models.use(debaters(["p1", "p2"], { turn: () => ({ text: ENGLISH }) }));
    const forked = await fork(world, id, { afterRound: 1 });
    await world.finished(forked.id);
    expect((await world.debate(forked.id)).language).toBe("de");
  });

  it("exports and imports the language", async () => {
    const { id, debate } = await play({}, () => GERMAN);
    const whole = await world.transcript(id);
    expect(whole.debate.language).toBe("de");
    await world.request(`/v1/debates/${id}`, { method: "DELETE" });
    const { status, body } = await world.post("/v1/debates/import", whole);
    expect([status, body?.language]).toEqual([201, debate.language]);
  });
});

describe("a debate whose request names a language", () => {
  it("keeps it, whatever its turns are written in", async () => {
    const { debate, found } = await play({ language: "de-at" }, () => ENGLISH);
    expect([debate.language, found]).toEqual(["de-AT", []]);
    expect(debate.warnings.map(({ code }) => code)).not.toContain("demo-language");
  });

  it("is refused with the field's pointer when that is no language", async () => {
    for (const language of ["German", "xx", "und", "de_DE", "de-u-co-phonebk", "", "a".repeat(36), 7]) {
      const { status, body } = await world.post("/v1/debates", requestOf({ language }));
      expect([language, status, body.errors.map((e: { pointer: string }) => e.pointer)]).toEqual([
        language,
        422,
        ["/language"],
      ]);
    }
    const { body } = await world.post("/v1/debates", requestOf({ language: "German" }));
    expect(body.errors[0].detail).toBe("must be the BCP-47 tag of a language, such as de, pt-BR or zh-Hant");
  });

  it("warns that a demo model speaks English, unless English is asked for", async () => {
    const canned = (language: string) => ({
      topic: "Autos?",
      language,
      maxRounds: 1,
      participants: ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" })),
    });
    const german = await world.create(canned("de"));
    expect(german.warnings).toContainEqual({
      code: "demo-language",
      detail: "the demo model's canned texts are English: they do not follow the debate's language, German (de)",
    });
    const english = await world.create(canned("en-GB"));
    expect(english.warnings.map(({ code }) => code)).not.toContain("demo-language");
  });
});
