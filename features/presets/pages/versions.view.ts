/** The versions of a preset, newest first, each with what it changed. Read when the reader opens their list. */
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { moment } from "../../../api/pages/browser/text/words.page-text.ts";
import type { Preset, PresetDifference } from "../../../domain/shapes/schemas/preset.ts";

/** So many are compared at first. */
const PAGE = 10;

export function versionsView({ name }: Preset) {
  const toggle = ({ currentTarget }: Event) => {
    const details = currentTarget as HTMLDetailsElement;
    if (details.open) void list(details, name);
  };
  return html`<details @toggle=${toggle}><summary>Versions of ${name}</summary><div>Loading …</div></details>`;
}

interface Version {
  version: Preset;
  /** null: the first one. */
  changes: PresetDifference["changes"] | null;
}

async function list(details: HTMLDetailsElement, name: string) {
  const place = details.querySelector("div") as HTMLElement;
  const versions: Version[] = [];
  let cursor: string | null = null;
  const more = async () => {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) });
    const page = await read<{ items: Preset[]; nextCursor: string | null }>(`/v1/presets/${name}/versions?${query}`);
    versions.push(...(await Promise.all(page.items.map((version) => withChanges(version)))));
    cursor = page.nextCursor;
    render(listView(versions, cursor ? () => void more() : null), place);
  };
  place.replaceChildren();
  await more().catch((error: Error) => render(html`<p class="fault">${error.message}</p>`, place));
}

async function withChanges(version: Preset): Promise<Version> {
  const { name, version: to } = version;
  if (to === 1) return { version, changes: null };
  const { changes } = await read<PresetDifference>(`/v1/presets/${name}/diff?from=${to - 1}&to=${to}`);
  return { version, changes };
}

function listView(versions: Version[], more: (() => void) | null) {
  return html`<ol class="versions">${versions.map(
    ({ version: { name, version, createdAt }, changes }) =>
      html`<li><a href=${`/debates/new?preset=${encodeURIComponent(`${name}@${version}`)}`}>Version ${version}</a>${createdAt ? html` <span class="quiet">${moment(createdAt)}</span>` : nothing}
        ${changes ? html`<ul>${changes.map(changeView)}</ul>` : nothing}</li>`,
  )}</ol>${more ? html`<button type="button" class="plain" @click=${more}>Earlier versions</button>` : nothing}`;
}

function changeView({ pointer, before, after }: PresetDifference["changes"][number]) {
  const field = pointer.replace(/^\/request\//, "").replaceAll("/", " ");
  return html`<li><span class="quiet">${field}:</span> ${before === undefined ? nothing : html`<del dir="auto">${textOf(before)}</del> `}${after === undefined ? nothing : html`<ins dir="auto">${textOf(after)}</ins>`}</li>`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
