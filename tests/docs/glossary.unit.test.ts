/** The glossary: each word once, short, in order, and linked from the pages on which a reader meets it. */
import { describe, expect, test } from "vitest";
import { type Document, documents, proseOf } from "./documents.ts";

const PAGES = documents();
const pageAt = (path: string) => PAGES.find((page) => page.path === path) as Document;
const MOST_WORDS = 25;

interface Entry {
  word: string;
  anchor: string;
  meaning: string;
  /** Paths of the pages that say more. */
  pages: string[];
}

const ENTRIES: Entry[] = pageAt("docs/glossary.md")
  .text.split(/^## /m)
  .slice(1)
  .map((entry) => {
    const [word = "", ...rest] = entry.split("\n");
    const [meaning = "", more = ""] = rest.join(" ").trim().split(" See ");
    const pages = [...more.matchAll(/\]\(([^)#]+)/g)].map(([, page = ""]) =>
      page === "../README.md" ? "README.md" : `docs/${page}`,
    );
    const anchor = word
      .toLowerCase()
      .replaceAll(" ", "-")
      .replaceAll(/[^\p{L}\p{N}_-]/gu, "");
    return { word, anchor, meaning, pages };
  });

/** Links to the entry as the page has to write them. */
function linkTo({ anchor }: Pick<Entry, "anchor">, { path }: Document): string {
  return `](${path.startsWith("docs/") ? "" : "docs/"}glossary.md#${anchor})`;
}

test("It has each word once, in the order of the alphabet, and README leads to it.", () => {
  const words = ENTRIES.map(({ word }) => word.toLowerCase().replaceAll(/[^a-z ]/g, ""));
  expect(words.length).toBeGreaterThan(50);
  expect(words).toEqual([...new Set(words)].toSorted());
  expect(pageAt("README.md").text).toContain("](docs/glossary.md)");
});

test.each(["exhibit", "ballot", "twin", "arm", "cell", "control arm", "panel", "tenant", "owner", "`usual/…`"])(
  "It has the word %s.",
  (word) => {
    expect(ENTRIES.map((entry) => entry.word)).toContain(word);
  },
);

describe.each(ENTRIES)("$word", ({ meaning, pages, ...entry }) => {
  test("is said in three short sentences at most", () => {
    const sentences = meaning.split(/(?<=[.!?]) /);
    expect(sentences.length).toBeLessThanOrEqual(3);
    for (const sentence of sentences) expect(sentence.split(" ").length).toBeLessThanOrEqual(MOST_WORDS);
  });

  test("is linked from each page that says more", () => {
    expect(pages.length).toBeGreaterThan(0);
    for (const path of pages) expect(pageAt(path).text).toContain(linkTo(entry, pageAt(path)));
  });
});

/** Words that nobody knows who meets them for the first time. A page for users that has one links to it. */
const UNKNOWN: [anchor: string, word: RegExp][] = [
  ["exhibit", /\bexhibits?\b/i],
  ["ballot", /\bballots?\b/i],
  ["twin", /\btwins?\b/i],
  ["arm", /(?<!control )\barms?\b/i],
  ["cell", /\bcells?\b/i],
  ["control-arm", /\bcontrol arms?\b/i],
  ["panel", /\bpanels?\b/i],
  ["tenant", /\btenants?\b/i],
  ["usual", /`usual\//],
];
/** For those who change the code, who read of these words there. */
const NOT_FOR_USERS =
  /^docs\/(design|prompts)\/|^docs\/(architecture|testing|CONTRIBUTING|glossary)\.md$|^SECURITY\.md$/;

/** Without headings, code, quoted messages, counted tables, and links, which lead to what explains their words. */
function readText({ text }: Document): string {
  const lines = proseOf(text).split("\n");
  const read = lines.filter((line) => !/^(#|>|- \[)/.test(line)).join("\n");
  return read
    .replaceAll(/<!-- costs -->[\s\S]*?<!-- \/costs -->|\[[^[\]]*\]\([^)]*\)/g, "")
    .replaceAll(/`(?!usual\/)[^`\n]*`/g, "");
}

describe.each(PAGES.filter(({ path }) => !NOT_FOR_USERS.test(path)))("$path", (page) => {
  test("links to the glossary where it has a word that a newcomer does not know", () => {
    const used = UNKNOWN.filter(([, word]) => word.test(readText(page)));
    const unlinked = used.filter(([anchor]) => !page.text.includes(linkTo({ anchor }, page)));
    expect(unlinked.map(([anchor]) => anchor)).toEqual([]);
  });
});
