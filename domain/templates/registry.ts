/** The templates that come with Parley. They can not be changed; owners add their own beside them. */
import { DECISION } from "./decision.ts";
import { DIALOGUE } from "./dialogue.ts";
import { EVIDENCE } from "./evidence.ts";
import { LOGIC } from "./logic.ts";
import type { Template } from "./template.ts";

/** As the data files write it: every one of them has a description. */
export type BuiltInTemplate = Omit<Required<Template>, "builtIn">;

/** By id, so that lists have an order that does not depend on the files. */
export const BUILT_IN: readonly Template[] = [...LOGIC, ...EVIDENCE, ...DECISION, ...DIALOGUE]
  .map((template) => ({ ...template, builtIn: true }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

export function builtInTemplate(id: string): Template | undefined {
  return BUILT_IN.find((template) => template.id === id);
}
