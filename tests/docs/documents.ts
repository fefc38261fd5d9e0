/** The documents of the guide, and what stands in them. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Document {
  /** From the root of the repository: `docs/api.md`. */
  path: string;
  text: string;
}

export function documents(): Document[] {
  const docs = readdirSync(`${ROOT}docs`, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const paths = ["README.md", "CHANGELOG.md", "SECURITY.md", ...docs.toSorted().map((name) => `docs/${name}`)];
  return paths.map((path) => ({ path, text: readFileSync(ROOT + path, "utf8") }));
}

/** The text without its blocks of code. */
export function proseOf(text: string): string {
  return text.replaceAll(/^( *)```[^\n]*\n[\s\S]*?\n\1```$/gm, "");
}

/** The commands of a document's `sh` blocks; one may have several lines. */
export function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^( *)```sh\n([\s\S]*?)\n\1```$/gm)];
  return blocks.flatMap(([, indent = "", block = ""]) =>
    split(block.split("\n").map((line) => line.slice(indent.length))),
  );
}

/** A command goes on while a quote is open, or after a backslash or a pipe. */
function split(lines: string[]): string[] {
  const commands: string[] = [];
  let open: string[] = [];
  for (const line of lines) {
    open.push(line);
    const text = open.join("\n");
    if (text.split("'").length % 2 === 0 || /[\\|]$/.test(line)) continue;
    commands.push(text);
    open = [];
  }
  return commands;
}
