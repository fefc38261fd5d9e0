/** The features, and which others each needs as its README says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../features");

export const FEATURES = readdirSync(FOLDER);

export function readmeOf(feature: string): string {
  return readFileSync(join(FOLDER, feature, "README.md"), "utf8");
}

export function needsOf(feature: string): string[] {
  return /^Needs: (.+)\.$/m.exec(readmeOf(feature))?.[1]?.split(", ") ?? [];
}
