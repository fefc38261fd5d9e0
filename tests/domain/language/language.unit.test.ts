import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../domain/base/language/detect.ts";
import { canonicalTag, nameWithTag, primaryOf } from "../../../domain/base/language/tag.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { demoLanguageWarnings } from "../../../domain/play/beginning/demo.ts";
import { toBrief } from "../../../domain/play/events/brief.events.ts";
import { reduce } from "../../../domain/play/state/reduce.ts";
import { languageRule } from "../../../domain/prompts/parts/frame.prompt-part.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { configFor, turnOf } from "../../support/debates/transcripts.ts";

describe("the tag of a language", () => {
  it.each([
    ["DE", "de"],
    ["deu", "de"],
    ["pt-br", "pt-BR"],
    ["zh-hant", "zh-Hant"],
    ["gsw", "gsw"],
  ])("%s is %s in its canonical form", (given, canonical) => expect(canonicalTag(given)).toBe(canonical));

  it.each(["German", "german", "xx", "und", "mul", "", "de-", "de_DE", "x-private", "de-u-co-phonebk", "de\n"])(
    "%j is refused",
    (given) => expect(canonicalTag(given)).toBeNull(),
  );

  it("is shown with its English name, or alone where it is not known", () => {
    expect(["de", "zh-Hant", "xx"].map(nameWithTag)).toEqual(["German (de)", "Traditional Chinese (zh-Hant)", "xx"]);
    expect(["de-AT", "DE", "en"].map(primaryOf)).toEqual(["de", "de", "en"]);
  });
});

describe("the language of a text", () => {
  const texts = {
    de: "Autos gehören nicht in die Innenstadt. Der Platz, den sie brauchen, fehlt den Menschen, die dort leben [E1].",
    en: "Cars do not belong in the centre. The room that they need is missing for the people who live there [E1].",
    fr: "Les voitures n'ont pas leur place au centre. L'espace qu'elles occupent manque à ceux qui y vivent.",
    ja: "車は都市の中心部にふさわしくありません。そこに住む人々のための場所が足りなくなります。",
    zh: "汽车不应该进入城市中心，因为它们占用了居民生活和购物所需要的空间，也污染了空气。",
  };
  it.each(Object.entries(texts))("is found: %s", async (language, text) =>
    expect(await detectLanguage(text)).toBe(language),
  );

  it.each(["", "Ja.", "TypeScript or JavaScript?", "1234567890 ".repeat(20), "🚗".repeat(100)])(
    "is not guessed from %j",
    async (text) => expect(await detectLanguage(text)).toBeUndefined(),
  );
});

it("A prompt names the language, or the topic's, and says what stays as it is.", () => {
  const rest = ", also inside JSON; keys, ids, fixed values, names and quotations stay.";
  expect(languageRule({ language: "de" })).toBe(`Write in German (de)${rest}`);
  expect(languageRule({})).toBe(`Write in the topic's language${rest}`);
});

it.each([
  [{ demo: true, language: "de" }, 1],
  [{ demo: true, language: "en-GB" }, 0],
  [{ demo: false, language: "de" }, 0],
  [{ demo: true }, 0],
])("The demo's canned English in %j gives %i warnings.", (about, warnings) => {
  expect(demoLanguageWarnings({ topic: "Cars?", ...about })).toHaveLength(warnings);
});

it("The first turn that tells its language gives it to the debate, whatever later ones tell.", () => {
  const config = configFor();
  const told = (index: number, language?: string) => {
    const turn = turnOf(config, { round: 1, index });
    const { id: turnId, participantId, round, phase, at } = turn;
    const data = { round, phase, participantId, turnId, turn, ...(language && { language }) };
    return toBrief({ type: "turn.completed", at, data });
  };
  const before = initialState(planWithoutRun(config));
  const after = (...events: ReturnType<typeof told>[]) => events.reduce(reduce, before).language;
  expect(after(told(1), told(2))).toBeUndefined();
  expect(after(told(1), told(2, "de"))).toBe("de");
  expect(after(told(1, "de"), told(2, "fr"))).toBe("de");
});
