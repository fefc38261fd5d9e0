/** What features add to the ways to go on from a debate. */
import { COMPARE } from "../../../../features/related/pages/compare.action.ts";
import type { Action } from "./panel.action.ts";

export const ACTIONS: Record<string, Action> = {
  Compare: COMPARE,
};
