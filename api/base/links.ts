/** Addresses in responses: absolute if the public URL is known, else paths. */

import { withoutLastSlash } from "../../domain/base/text/text.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { ApiSettings } from "./context.api-base.ts";

export interface Links {
  to(path: string): string;
  /** An imported debate has no workflow to show. */
  debate(id: string, isImported?: boolean): Debate["links"];
}

export function createLinks({ publicUrl, temporalUiUrl, namespace }: ApiSettings): Links {
  const base = withoutLastSlash(publicUrl ?? "");
  const ui = withoutLastSlash(temporalUiUrl ?? "");
  const to = (path: string) => `${base}${path}`;
  return {
    to,
    debate: (id, isImported = false) => ({
      self: to(`/v1/debates/${id}`),
      events: to(`/v1/debates/${id}/events`),
      transcript: to(`/v1/debates/${id}/transcript`),
      watch: to(`/debates/${id}`),
      temporal: ui && !isImported ? `${ui}/namespaces/${encodeURIComponent(namespace)}/workflows/${id}` : null,
    }),
  };
}
