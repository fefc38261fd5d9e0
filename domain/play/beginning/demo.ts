/** The demo's texts are in one language: its owner is warned when another is asked for. */

import { nameWithTag, primaryOf } from "../../base/language/tag.ts";
import { exampleFor } from "../../shapes/catalogue/examples.catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";

type About = Pick<DebateConfig, "demo" | "language" | "topic">;

export function demoLanguageWarnings({ demo, language, topic }: About): Warning[] {
  const { language: spoken } = exampleFor(topic) ?? { language: "en" };
  if (!demo || language === undefined || primaryOf(language) === spoken) return [];
  const texts = spoken === "en" ? "canned texts are English" : `texts on this topic are in ${nameWithTag(spoken)}`;
  const detail = `the demo model's ${texts}: they do not follow the debate's language, ${nameWithTag(language)}`;
  return [{ code: "demo-language", detail }];
}
