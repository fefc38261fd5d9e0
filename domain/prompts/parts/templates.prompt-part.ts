/** Reasoning templates in prompts: patterns of argument to choose from, fenced as data. */
import type { TemplateHit } from "../../rules/templates/retrieval.ts";
import type { Fences } from "../fences/marks.ts";

/** Ends with a line break; empty without templates. */
export function templateBlock(templates: TemplateHit[] = [], { fence }: Fences): string {
  if (templates.length === 0) return "";
  return [
    "Patterns of argument that may help here. Use what fits, and leave the rest:",
    ...templates.map(({ name, text }) => fence("template", text, { name }).trimEnd()),
    "",
  ].join("\n");
}
