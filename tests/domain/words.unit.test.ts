import { expect, test } from "vitest";
import { hasAllWords, wordsOf } from "../../domain/base/text/words.text.ts";
import { Tags } from "../../domain/rules/request/texts.ts";

test("Words are found whatever their case, accents and place, and in part of a word too.", () => {
  const found = (words: string, ...texts: string[]) => hasAllWords(texts, wordsOf(words));
  expect(found("CAFE zurich", "Cafés in", "Zürich")).toBe(true);
  expect(found("où été", "ou ETE")).toBe(true);
  expect(found("İzmir ﬁsh ΣΊΣΥΦΟΣ", "izmir fish σισυφος")).toBe(true);
  expect(found("it", "cities")).toBe(true);
  expect(found("cars bikes", "cars", "trams")).toBe(false);
  expect(found("deb-20261121-051254-7K2M9Q", "deb-20261121-051254-7K2M9Q")).toBe(true);
});

test("Signs alone are no words.", () => {
  expect(wordsOf(" ?! — «» ")).toEqual([]);
  expect(wordsOf("tea, tea & Téa")).toEqual(["tea"]);
});

test("A comma separates two tags, and a blank tag is refused.", () => {
  expect(Tags.parse(["cities, traffic", "prices", "a,,b,"])).toEqual(["cities", "traffic", "prices", "a", "b"]);
  expect(Tags.safeParse([" , "]).error?.issues).toHaveLength(1);
  expect(Tags.safeParse([Array.from({ length: 21 }, (_, i) => `t${i}`).join()]).error?.issues).toMatchObject([
    { message: expect.stringContaining("20") },
  ]);
  expect(Tags.safeParse(["a,<b>"]).success).toBe(false);
});
