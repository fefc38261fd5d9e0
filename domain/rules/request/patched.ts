/** A request with changes over it, as a JSON merge patch (RFC 7396). */
import mergePatch from "json-merge-patch";
import { isObject } from "../../base/is-object.ts";
import { openTo } from "./options-in-model.ts";

type Sent = Record<string, unknown>;

/**
 * The merged request. Where the judge's model is a name, a patch may give it options.
 *
 * @example
 * patched({ topic: "Why?", judge: "demo/judge" }, { judge: null }) // → { topic: "Why?" }
 */
export function patched(request: Sent, patch: unknown): Sent {
  const { judge } = request;
  const changes = isObject(patch) ? patch["judge"] : undefined;
  const open = isObject(judge) && isObject(changes) ? { ...request, judge: openTo(judge, changes) } : request;
  return mergePatch.apply(structuredClone(open), patch) as Sent;
}
