/** Which files changed lately, so that a sample brings their tests. */
import { execFileSync } from "node:child_process";

/** What is older has had a run of its own. */
const LATELY_SECONDS = 6 * 60 * 60;
/** From where something is imported: whoever moves a file changes it, and the types say whether it is right. */
const PLACE = /^(?:import|export|\}) .*from "[^"]+";$|^import "[^"]+";$|^$/;

/**
 * Files that changed within six hours before HEAD's own commit, or are not committed yet; `npm run nightly` plays everything.
 * Not those that were only moved, or import from elsewhere what they imported. null where the clone's history
 * does not reach back so far: then nobody knows what is new.
 */
export function touchedLately(folder: string): string[] | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30 }).trim();
  const since = Number(git("show", "--no-patch", "--format=%ct", "HEAD")) - LATELY_SECONDS;
  const before = git("rev-list", "-1", "--first-parent", `--before=@${since}`, "HEAD");
  if (before === "") return null;
  const changes = git("diff", "--find-renames", "-l0", "--unified=0", "--no-color", "--no-ext-diff", before);
  return changes.split(/^diff --git /m).flatMap((change) => (isMoved(change) ? [] : pathOf(change)));
}

function isMoved(change: string): boolean {
  const [head = "", ...hunks] = change.split(/^@@ .*/m);
  const lines = hunks.flatMap((hunk) => hunk.split("\n").filter((line) => /^[-+]/.test(line)));
  if (lines.length === 0) return /^rename to /m.test(head);
  return lines.every((line) => PLACE.test(line.slice(1)));
}

/** As the tree has it now; the old path of what was deleted. */
function pathOf(change: string): string[] {
  const found = /^\+\+\+ b\/(.+)$/m.exec(change) ?? /^--- a\/(.+)$/m.exec(change) ?? /^a\/.+ b\/(.+)$/m.exec(change);
  return found?.[1] ? [found[1]] : [];
}
