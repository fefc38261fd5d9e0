/** What changed from one version of a preset to another. */
import mergePatch from "json-merge-patch";
import { isObject } from "../../../domain/base/is-object.ts";
import { pointerOf } from "../../../domain/play/beginning/revision.ts";
import type { Preset, PresetDifference } from "../../../domain/shapes/schemas/preset.ts";

export function differenceOf(from: Preset, to: Preset): PresetDifference {
  const about = ({ description, request }: Preset) => ({ ...(description !== undefined && { description }), request });
  const patch = mergePatch.generate(from.request, to.request) as Record<string, unknown> | undefined;
  return {
    name: to.name,
    from: from.version,
    to: to.version,
    changes: changesOf(about(from), about(to), ""),
    patch: patch ?? {},
  };
}

function changesOf(before: unknown, after: unknown, pointer: string): PresetDifference["changes"] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesOf(before[name], after[name], pointer + pointerOf(name)));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((each, i) => changesOf(each, after[i], `${pointer}/${i}`));
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}
