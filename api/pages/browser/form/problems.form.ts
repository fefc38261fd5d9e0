/** Problems of a request, at the fields that they are about. */

import type { Estimates } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { fieldOf } from "../text/words.page-text.ts";
import { controlsOf } from "./parts/field.ts";
import { placeOf } from "./parts/request.form-part.ts";

export type Problems = Estimates["problems"];

/** The problems by the paths of places. The first of a path counts. */
export function placedIn(form: HTMLFormElement | null, problems: Problems): Map<string, string> {
  const paths = form ? [...placesIn(form).keys()] : [];
  const placed = problems.flatMap(({ pointer, detail }) => {
    const path = placeOf(pointer, paths);
    return path === undefined ? [] : [[path, detail] as const];
  });
  return new Map(placed.toReversed());
}

/** Controls by their names, and by `data-at` what stands for a part of the request without being one of its values. */
function placesIn(form: HTMLFormElement): Map<string, HTMLElement> {
  const marked = [...form.querySelectorAll<HTMLElement>("[data-at]")];
  return new Map([
    ...marked.map((element) => [element.dataset["at"] ?? "", element] as const),
    ...controlsOf(form).map((control) => [control.name, control] as const),
  ]);
}

/** All problems, each with a way to its field. */
export function problemsView(problems: Problems, onGo: (pointer: string) => void) {
  if (problems.length === 0) return nothing;
  return html`<ul class="fault">${problems.map(({ pointer, detail }) => {
    if (!pointer) return html`<li>${detail}</li>`;
    return html`<li><button type="button" class="plain inline-link" @click=${() => onGo(pointer)}>${fieldOf(pointer)}</button>: ${detail}</li>`;
  })}</ul>`;
}

/** Opens what hides the field, and moves there. False: there is no such field. */
export function goTo(form: HTMLFormElement, pointer: string): boolean {
  const places = placesIn(form);
  const control = places.get(placeOf(pointer, [...places.keys()]) ?? "");
  if (!control) return false;
  for (let at = control.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
  control.focus();
  control.scrollIntoView({ block: "center" });
  return true;
}
