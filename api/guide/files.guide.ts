/** The files that the guide serves, by the names of its pages. Names are looked up in this list, so no request reaches another file. */
import { readdirSync } from "node:fs";
import { join, posix } from "node:path";

export const ADDRESS = "/docs/guide/";

/** Name in the guide → path in the repository: `""` is the README, `formats` is docs/formats.md. `root` is the package's folder. */
export function guideFiles(root: string): Map<string, string> {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const paths = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    ...docs.map((name) => `docs/${name.replaceAll("\\", "/")}`),
  ];
  return new Map(paths.filter((path) => /\.(md|png)$/.test(path)).map((path) => [nameOf(path), path]));
}

function nameOf(path: string): string {
  const name = path.replace(/^docs\//, "").replace(/(?<=^|\/)README\.md$/, "");
  return name.endsWith(".md") ? name.slice(0, -".md".length).toLowerCase() : name;
}

export interface LinkTarget {
  /** The file's path in the repository; empty: outside the guide, or on the same page. */
  path: string;
  /** Where a browser finds it. */
  address: string;
  /** The heading on the page; empty: its top. */
  anchor: string;
}

/** Where a link in `file` leads. null for a file that the guide does not serve. */
export function targetOf(href: string, file: string, files: Map<string, string>): LinkTarget | null {
  const [link = "", anchor = ""] = href.split("#");
  if (/^https?:/.test(href) || link === "") return { path: "", address: href, anchor };
  const target = posix.join(posix.dirname(file), link);
  for (const [name, path] of files) {
    if (path !== target && path !== posix.join(target, "README.md")) continue;
    return { path, address: `${ADDRESS}${name}${anchor && `#${anchor}`}`, anchor };
  }
  return null;
}
