import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { languageRule } from "../../domain/prompts/parts/frame.prompt-part.ts";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import { pageOf, promptsOf } from "./render.ts";

it.each(FORMATS)(
  "The prompts of %s are as docs/prompts shows them; after a change of a prompt: npm run prompts.",
  async (format) => {
    const written = await readFile(new URL(`../../docs/prompts/${format}.md`, import.meta.url), "utf8");
    expect(pageOf(format)).toBe(written);
  },
);

it.each(FORMATS)("Every prompt of %s says once in which language to write, before the transcript.", (format) => {
  for (const { title, prompt } of promptsOf(format)) {
    const first = [prompt.system, prompt.messages[0]?.content[0] ?? ""].join("\n");
    expect([title, first.split(languageRule({})).length - 1]).toEqual([title, 1]);
    const all = JSON.stringify([prompt.system, prompt.messages]);
    expect([title, all.split("Write in the topic's language").length - 1]).toEqual([title, 1]);
  }
});
