/** Who speaks and judges in a preset's request, by the names of models. Pure. */
import type { Models } from "../../../api/pages/browser/base/wire.page-base.ts";
import { isObject } from "../../../domain/base/is-object.ts";

export interface PresetCast {
  speakers: { name: string; model: string | null }[];
  judges: string[];
}

export function castOf(request: Record<string, unknown>, { uses }: Pick<Models["usual"], "uses">): PresetCast {
  const { participants, judge } = request;
  const seats = Array.isArray(participants) ? participants.filter(isObject) : [];
  const speakers = seats.map(({ name, model }, i) => ({
    name: typeof name === "string" ? name : `Speaker ${i + 1}`,
    model: typeof model === "string" ? (uses[model] ?? model) : null,
  }));
  if (!isObject(judge)) return { speakers, judges: [] };
  const panel = Array.isArray(judge["panel"]) ? judge["panel"] : [];
  const named = (panel.length > 0 ? panel : [judge["model"]]).filter((model) => typeof model === "string");
  return { speakers, judges: [...new Set(named.map((model) => uses[model] ?? model))] };
}
