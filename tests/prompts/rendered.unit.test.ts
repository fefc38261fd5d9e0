import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { FORMATS } from "../../domain/formats/registry.ts";
import { pageOf } from "./render.ts";

it.each(FORMATS)(
  "The prompts of %s are as docs/prompts shows them; after a change of a prompt: npm run prompts.",
  async (format) => {
    const written = await readFile(new URL(`../../docs/prompts/${format}.md`, import.meta.url), "utf8");
    expect(pageOf(format)).toBe(written);
  },
);
