/** Checks presets as requests are checked. */
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { bytesOf } from "../../../domain/base/text/text.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { unsafe } from "../../../domain/play/beginning/revision.ts";
import { faultsOf } from "../../../domain/rules/request/faults.request.ts";
import { withOptionsInModel } from "../../../domain/rules/request/options-in-model.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { MOST_BYTES, PresetRequest, PresetVersionRequest } from "../../../domain/shapes/schemas/preset.ts";

/** Of one debate, and a webhook has a secret. */
const NOT_SAVED = ["start", "webhook", "preset"];
/** Takes the place of a topic that each debate gives. */
const ANY_TOPIC = "Is it so?";

/** Throws `invalid-request` with every fault and its pointer. */
export function requirePreset(body: unknown, catalogue: Catalogue) {
  return required(PresetRequest, body, catalogue);
}

/** Throws `invalid-request` with every fault and its pointer. */
export function requirePresetVersion(body: unknown, catalogue: Catalogue): PresetVersionRequest {
  return required(PresetVersionRequest, body, catalogue);
}

function required<S extends typeof PresetRequest | typeof PresetVersionRequest>(
  schema: S,
  body: unknown,
  catalogue: Catalogue,
) {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(faultsOf(parsed.error));
  const request = withOptionsInModel(parsed.data.request).body as Record<string, unknown>;
  const errors = requestProblems(request, catalogue);
  if (errors.length === 0) return { ...parsed.data, request } as S["_output"];
  throw invalid(errors);
}

function invalid(errors: Problem[]): ParleyError {
  return new ParleyError("invalid-request", "the preset is not valid", { errors });
}

function requestProblems(request: Record<string, unknown>, catalogue: Catalogue): Problem[] {
  const refused = [...unsafe(request), ...NOT_SAVED.flatMap((name) => notSaved(request, name)), ...tooLarge(request)];
  const found = refused.length > 0 ? refused : problemsOf(request, catalogue);
  return found.map(({ pointer, detail }) => ({ pointer: `/request${pointer}`, detail }));
}

function problemsOf(request: Record<string, unknown>, catalogue: Catalogue): Problem[] {
  const body = "topic" in request ? request : { topic: ANY_TOPIC, ...request };
  return checkRequest(withUsualParticipants(body, catalogue).body, catalogue).problems;
}

function notSaved(request: Record<string, unknown>, name: string): Problem[] {
  if (!(name in request)) return [];
  return [{ pointer: `/${name}`, detail: "is not saved in a preset: give it with each debate" }];
}

function tooLarge(request: Record<string, unknown>): Problem[] {
  if (bytesOf(JSON.stringify(request)) <= MOST_BYTES) return [];
  return [{ pointer: "", detail: `must have at most ${MOST_BYTES} bytes as JSON` }];
}
