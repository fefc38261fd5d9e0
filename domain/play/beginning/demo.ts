/** The demo's texts are canned and English: its owner is warned when another language is asked for. */

import { nameWithTag, primaryOf } from "../../base/language/tag.ts";
import type { DebateConfig } from "../../shapes/plan/config.ts";
import type { Warning } from "../../shapes/schemas/faults.ts";

type About = Pick<DebateConfig, "demo" | "language">;

export function demoLanguageWarnings({ demo, language }: About): Warning[] {
  if (!demo || language === undefined || primaryOf(language) === "en") return [];
  const detail = `the demo model's canned texts are English: they do not follow the debate's language, ${nameWithTag(language)}`;
  return [{ code: "demo-language", detail }];
}
