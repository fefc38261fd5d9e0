/** docs/testing.md shows files of tests as they are; `npm test -- tests/docs -u` puts them in anew. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/testing.md");
const SHOWN = /<!-- file: (\S+) -->\n```ts\n(?:[^`]*(?:`(?!``\n)[^`]*)*\n)?```\n/g;

test("The page of tests shows each example as its file has it.", async () => {
  const page = readFileSync(PAGE, "utf8");
  let files = 0;
  const renewed = page.replaceAll(SHOWN, (_, file: string) => {
    files += 1;
    return `<!-- file: ${file} -->\n\`\`\`ts\n${readFileSync(join(ROOT, file), "utf8")}\`\`\`\n`;
  });
  expect(files).toBe(6);
  await expect(renewed).toMatchFileSnapshot(PAGE);
});
