/** What features add to the form of a new debate. */
import { presetsPart } from "../../../features/presets/pages/presets.form.ts";
import type { FormPart } from "./form/form.ts";

export const FORM_PARTS: Record<string, FormPart> = {
  presets: presetsPart,
};
