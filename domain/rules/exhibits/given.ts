/** The exhibits that come with a request: passages in it, and references to files and debates. */

import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { DebateRequest } from "../request/debate-request.ts";
import type { Unnumbered } from "./passage-exhibits.ts";

export type GivenExhibit = NonNullable<DebateRequest["exhibits"]>[number];
/** A reference to material that is stored elsewhere. */
export type Reference = Exclude<GivenExhibit, { title: string }>;

export function isReference(given: GivenExhibit): given is Reference {
  return "file" in given || "debate" in given;
}

/** Without those that references stand for. */
export function textsOf(given: readonly GivenExhibit[] = []): Extract<GivenExhibit, { title: string }>[] {
  return given.flatMap((one) => (isReference(one) ? [] : [one]));
}

export function numbered(exhibits: readonly Unnumbered[]): Exhibit[] {
  return exhibits.map((exhibit, i) => ({ id: `E${i + 1}`, ...exhibit }));
}
