/** Reasoning templates as prompts show them: patterns of argument to choose from, as data. */
import type { TemplateHit } from "../retrieval.ts";
import { fence } from "./fence.ts";

/** Ends with a line break; empty when there are none. */
export function templateBlock(templates: TemplateHit[] = []): string {
  if (templates.length === 0) return "";
  return [
    "Patterns of argument that may help here. Use what fits, and leave the rest:",
    ...templates.map(({ name, text }) => fence("template", text, { name }).trimEnd()),
    "",
  ].join("\n");
}
