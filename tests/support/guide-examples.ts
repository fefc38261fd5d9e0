/** The examples of docs/CONTRIBUTING.md, for tests that follow its recipes word by word on a copy of the product. */
import { readFile, writeFile } from "node:fs/promises";

const GUIDE = new URL("../../docs/CONTRIBUTING.md", import.meta.url);

/** The code after `<!-- example: name -->`, with a line break at its end. */
export async function example(name: string): Promise<string> {
  const guide = await readFile(GUIDE, "utf8");
  const [, block = ""] = guide.split(`<!-- example: ${name} -->\n\`\`\`ts\n`);
  const [code = ""] = block.split("\n```");
  if (code === "") throw new Error(`docs/CONTRIBUTING.md has no example ${name}`);
  return `${code}\n`;
}

/** Puts a line before the end of a file's only such list; `first` comes before all else. */
export async function addLine(
  path: string,
  { line, end, first = "" }: { line: string; end: string; first?: string },
): Promise<void> {
  const [head = "", tail, ...rest] = (await readFile(path, "utf8")).split(end);
  if (tail === undefined || rest.length > 0) throw new Error(`${path} has no single list that ends with ${end}`);
  await writeFile(path, `${first}${head}${line}${end}${tail}`);
}
