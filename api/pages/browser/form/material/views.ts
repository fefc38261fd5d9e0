/** The views of texts, debates and files in the form. */
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { type Field, fieldView, type Shown } from "../parts/field.ts";
import type { Row } from "../parts/request.form-part.ts";
import { removeButton, shownIn } from "../parts/rows.ts";
import { type FileItem, factsOf } from "./files.form-material.ts";
import { isDebate } from "./items.ts";

interface InList {
  /** In the request, as in `exhibits/0`; missing: it is no part of it yet. */
  place: string | undefined;
  shown: Shown;
  onRemove: () => void;
}

export function rowView(row: Row, { place = "", shown, onRemove }: InList) {
  const own = shownIn(row, place, shown);
  const fields = isDebate(row) ? debateFields(place) : textFields(place);
  const name = isDebate(row) ? "debate" : "text";
  const problem = shown.problems.get(place);
  return html`<li class="seat row" tabindex="-1" data-at=${place}>${fields.map((field) => fieldView(field, own))}
    ${problem ? html`<p class="fault wide">${problem}</p>` : nothing}
    ${removeButton(`Remove this ${name}`, onRemove)}</li>`;
}

function textFields(place: string): Field[] {
  return [
    { path: `${place}/title`, label: "Title", kind: "text", longest: 80 },
    { path: `${place}/source`, label: "Source", hint: "(optional)", kind: "text", longest: 500 },
    { path: `${place}/text`, label: "Text", kind: "long" },
  ];
}

function debateFields(place: string): Field[] {
  const hint = "(its id; all read its answer, support and cruxes)";
  return [{ path: `${place}/debate`, label: "Another debate", hint, kind: "text", known: "debates", shape: "wide" }];
}

interface FileInList extends InList {
  onPages: (pages: string) => void;
}

export function fileView(file: FileItem, { place, shown, onRemove, onPages }: FileInList) {
  const problem = place === undefined ? undefined : shown.problems.get(place);
  const isAsked = file.state === "ready" && (file.info?.pages !== undefined || file.pages !== "");
  return html`<li class="seat file" tabindex="-1" data-at=${place ?? `material/${file.key}`}>
    <div class="named"><strong><bdi>${file.name}</bdi></strong>
      <button type="button" class="plain" aria-label=${`Remove ${file.name}`} @click=${onRemove}>Remove</button></div>
    ${file.info ? html`<p class="quiet">${factsOf(file.info)}</p>` : nothing}
    ${stateView(file, place)}
    ${problem ? html`<p class="fault">${problem}</p>` : nothing}
    ${isAsked ? pagesView(file, { place, shown, onPages }) : nothing}</li>`;
}

function stateView({ state, sent, name, refusal, pages }: FileItem, place: string | undefined) {
  if (state === "refused") return html`<p class="fault">${refusal}</p>`;
  if (state === "waiting") return html`<p class="quiet">It waits for the files before it.</p>`;
  if (state === "sending" && sent < 1)
    return html`<progress max="1" .value=${sent} aria-label=${`How much of ${name} is sent`}></progress>`;
  if (state !== "ready") return html`<p class="quiet">It is being read …</p>`;
  if (place?.startsWith("retrieval")) return html`<p class="use">Long: passages of it are looked up for each turn.</p>`;
  return html`<p class="use">${pages === "" ? "All speakers read it whole." : "All speakers read these pages."}</p>`;
}

function pagesView({ pages, key }: FileItem, { place, shown, onPages }: Omit<FileInList, "onRemove">) {
  const at = `${place}/pages`;
  const problem = shown.problems.get(at);
  const type = ({ currentTarget }: Event) => onPages((currentTarget as HTMLInputElement).value.trim());
  return html`<div class="field"><label>Pages <span class="quiet">(such as 3-7; all when left empty)</span>
      <input .value=${pages} data-at=${at} @input=${type} maxlength="11" autocomplete="off"
        aria-invalid=${problem ? "true" : nothing} aria-describedby=${problem ? `problem-pages-${key}` : nothing}></label>
    ${problem ? html`<p class="fault" id=${`problem-pages-${key}`}>${problem}</p>` : nothing}</div>`;
}
