/** Which files changed lately, so that a sample brings their tests. */
import { execFileSync } from "node:child_process";

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Files that landed within a day before HEAD's own commit, or are not committed yet. A day, since `npm run nightly` plays
 * everything. null where the clone's history does not reach back so far: then nobody knows what is new.
 */
export function touchedLately(folder: string): string[] | null {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  const since = Number(git("show", "--no-patch", "--format=%ct", "HEAD")) - DAY_SECONDS;
  const before = git("rev-list", "-1", "--first-parent", `--before=@${since}`, "HEAD");
  return before === "" ? null : git("diff", "--name-only", before).split("\n").filter(Boolean);
}
