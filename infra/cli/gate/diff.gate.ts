/** Reads a diff as git writes it: which files, and which lines of their new versions. Its text is data and never run. */
import { UsageError } from "../base/arguments.cli.ts";
import { unquotedPath } from "./quoted-path.ts";

export interface ChangedLine {
  /** Its number in the new version; null: it was removed. */
  number: number | null;
  /** With its sign: `+`, `-` or a space. */
  text: string;
}

export interface ChangedFile {
  /** Of the new version; of a deleted file the old one. */
  path: string;
  status: "added" | "deleted" | "renamed" | "changed";
  /** A renamed file's earlier path. */
  from?: string;
  /** Git shows nothing of it. */
  binary: boolean;
  lines: ChangedLine[];
}

interface Open extends Omit<ChangedFile, "path"> {
  oldPath: string | null;
  newPath: string | null;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Files without a path or without `diff --git` are left out, as is text between files.
 *
 * Inside a hunk only the counts of its header decide, so that a line such as `--- a/x` cannot begin a file. Throws
 * `UsageError` for an added line that no hunk counts.
 */
export function readDiff(diff: string): ChangedFile[] {
  const files: Open[] = [];
  let left = { old: 0, new: 0 };
  let next = 0;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    if (file && (left.old > 0 || left.new > 0)) {
      const sign = line[0] ?? " ";
      // A mark of git's, such as "\ No newline at end of file".
      if (sign === "\\") continue;
      const isRemoved = sign === "-";
      file.lines.push({ number: isRemoved ? null : next, text: line === "" ? " " : withoutReturn(line) });
      if (!isRemoved) next += 1;
      left = { old: left.old - (sign === "+" ? 0 : 1), new: left.new - (isRemoved ? 0 : 1) };
      continue;
    }
    const hunk = HUNK.exec(line);
    if (line.startsWith("diff --git ")) files.push(opened(line));
    else if (file && /^\+(?!\+\+ )/.test(line))
      throw new UsageError("the diff adds a line outside of what its headers count, where nobody would read it");
    else if (file && hunk) {
      left = { old: Number(hunk[1] ?? 1), new: Number(hunk[3] ?? 1) };
      next = Number(hunk[2]);
    } else if (file) readHeader(withoutReturn(line), file);
  }
  return files.flatMap(closed);
}

function opened(line: string): Open {
  const paths = { oldPath: null, newPath: null, ...samePath(line.slice("diff --git ".length)) };
  return { ...paths, status: "changed", binary: false, lines: [] };
}

/** Both sides of `a/x b/x`: the header of a file that git shows no lines of has its path nowhere else. */
function samePath(names: string): { oldPath: string; newPath: string } | null {
  const half = (names.length - 1) / 2;
  const [one, other] = [names.slice(0, half), names.slice(half + 1)].map((name) => withoutPrefix(unquotedPath(name)));
  return one !== undefined && one !== null && one === other ? { oldPath: one, newPath: one } : null;
}

function readHeader(line: string, file: Open): void {
  const after = (start: string) => (line.startsWith(start) ? line.slice(start.length) : null);
  const plain = (start: string) => {
    const name = after(start);
    return name === null ? null : unquotedPath(name);
  };
  if (line.startsWith("new file mode ")) file.status = "added";
  if (line.startsWith("deleted file mode ")) file.status = "deleted";
  if (/^(Binary files .* differ|GIT binary patch)$/.test(line)) file.binary = true;
  const from = plain("rename from ");
  const to = plain("rename to ");
  if (from !== null) Object.assign(file, { status: "renamed", oldPath: from, from });
  if (to !== null) file.newPath = to;
  const old = plain("--- ");
  const fresh = plain("+++ ");
  if (old !== null && old !== "/dev/null") file.oldPath = withoutPrefix(old);
  if (fresh !== null && fresh !== "/dev/null") file.newPath = withoutPrefix(fresh);
}

function closed({ oldPath, newPath, ...file }: Open): ChangedFile[] {
  const path = file.status === "deleted" ? oldPath : (newPath ?? oldPath);
  return path === null ? [] : [{ ...file, path }];
}

/** `a/` or `b/`; git ends a name that has spaces with a tab. */
function withoutPrefix(name: string | null): string | null {
  return name === null ? null : name.replace(/\t$/, "").replace(/^[ab]\//, "");
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
