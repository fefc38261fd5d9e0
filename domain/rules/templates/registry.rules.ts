/** Built-in templates, which cannot be changed. Owners add their own. */
import templates from "./built-in.json" with { type: "json" };
import type { Template } from "./template.ts";

/** Sorted by id, as in the file. */
export const BUILT_IN: readonly Template[] = templates.map((template) => ({ ...template, builtIn: true }));

export function builtInTemplate(id: string): Template | undefined {
  return BUILT_IN.find((template) => template.id === id);
}
