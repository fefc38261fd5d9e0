/** Puts a request over a preset. */
import { ParleyError } from "../../base/errors.base.ts";
import { patched } from "../../rules/request/patched.ts";
import { type AppliedPreset, type Preset, referenceTo } from "../../shapes/schemas/preset.ts";
import { unsafe } from "./revision.ts";

/**
 * The saved request with the fields that a debate gives in its place, as a JSON merge patch (RFC 7396). Throws
 * `invalid-request` for names that no request may have.
 */
export function overPreset(
  preset: Pick<Preset, "name" | "version" | "request">,
  given: Record<string, unknown>,
): AppliedPreset {
  const errors = unsafe(given);
  if (errors.length > 0) throw new ParleyError("invalid-request", "the debate is not valid", { errors });
  return { body: patched(preset.request, given), preset: referenceTo(preset) };
}
