/** Where a change comes from: two commits of this repository, or a diff in a file or on standard input. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "../base/arguments.cli.ts";
import { readFilled } from "../base/text-file.ts";

const run = promisify(execFile);

/** Git's id of a tree without files. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
/** Bytes of a diff at most. */
const LARGEST_DIFF = 64 * 1024 * 1024;

export interface ChangeSource {
  base?: string | undefined;
  /** `HEAD` where it is left out. */
  head?: string | undefined;
  /** A path, or `-` for standard input. */
  diff?: string | undefined;
}

/** The diff's text; empty: nothing changed between the commits. Throws `UsageError`. */
export function readChange({ base, head = "HEAD", diff }: ChangeSource): Promise<string> {
  if (diff !== undefined) return readFilled(diff);
  return diffOf(base ?? "HEAD", head);
}

/**
 * What `head` changed since it left `base`, as a pull request shows it.
 *
 * Git runs inside its own folder and without an index, so it finds no `.gitattributes`: a change could name its own files
 * binary there, and nobody would read them.
 */
async function diffOf(base: string, head: string): Promise<string> {
  const [from, to] = [await commitOf(base), await commitOf(head)];
  const own = { cwd: (await git(["rev-parse", "--absolute-git-dir"])).trim(), index: "/dev/null" };
  // What the user's own settings would change is set here.
  const settings = ["--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--unified=10"];
  const prefixes = ["--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"];
  return git(["-c", `attr.tree=${EMPTY_TREE}`, "diff", ...settings, ...prefixes, `${from}...${to}`, "--"], own);
}

/** A name may be anything, so it is resolved first, and cannot be an option of git's. */
async function commitOf(name: string): Promise<string> {
  try {
    return (await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])).trim();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} is no commit of the repository in this folder; is it fetched?`);
  }
}

/** Without a shell. */
async function git(argv: string[], own?: { cwd: string; index: string }): Promise<string> {
  const place = own && { cwd: own.cwd, env: { ...process.env, GIT_DIR: own.cwd, GIT_INDEX_FILE: own.index } };
  try {
    return (await run("git", argv, { maxBuffer: LARGEST_DIFF, encoding: "utf8", ...place })).stdout;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ENOENT") throw new UsageError("--base needs git, which is not there");
    if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") throw new UsageError("the change has more than 64 MB");
    throw error;
  }
}
