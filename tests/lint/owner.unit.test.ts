/** The person whose debate it is has one name in everything that people read: the owner. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";

const ROOT = new URL("../../", import.meta.url).pathname;
const OTHER_NAMES =
  /moderator|\bmay ask me\b|\basks? you\b|\b(your|my) (decision|rating|remark)\b|\bwaits? for (you|me)\b/gi;

async function filesIn(patterns: string[]): Promise<string[]> {
  const found = await Array.fromAsync(glob(patterns, { cwd: ROOT }));
  // Prompts speak to models: what they call a speaker's own answer, for example, is not about the owner.
  return found.filter((path) => !/node_modules|domain\/prompts|docs\/prompts|\/dist\//.test(path));
}

test("No page, message, description or document has another name for the owner.", async () => {
  const files = await filesIn(["{api,domain,infra,activities,workflows}/**/*.ts", "docs/**/*.md", "README.md"]);
  expect(files.length).toBeGreaterThan(500);
  const named = files.flatMap((path) => {
    const found = readFileSync(`${ROOT}${path}`, "utf8").match(OTHER_NAMES) ?? [];
    return found.map((name) => `${path}: ${name}`);
  });
  expect(named).toEqual([]);
});

test("Prompts and transcripts name the owner's remarks as reports do.", async () => {
  const { turnOf } = await import("../../domain/shapes/state/interjections.state.ts");
  const ref = { id: "g1-r1-i1", round: 1, index: 1, at: "2026-01-01T00:00:00.000Z", note: "n1" };
  expect(turnOf(ref as Parameters<typeof turnOf>[0], "Mind the costs.")).toMatchObject({
    participantId: "_owner",
    participant: "Owner",
  });
});
