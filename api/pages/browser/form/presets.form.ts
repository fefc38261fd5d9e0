/** The presets: one to begin with, and what a request that began with one says. */
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { type Json, mergePatchOf } from "./parts/request.form-part.ts";

export interface Preset {
  name: string;
  version: number;
  description?: string;
  builtIn: boolean;
  request: Json;
}

interface Presets {
  presets: Preset[];
  chosen: Preset | null;
  /** Empty: none. */
  onChoose: (name: string) => void;
}

export function presetsView({ presets, chosen, onChoose }: Presets) {
  const choose = ({ currentTarget }: Event) => onChoose((currentTarget as HTMLSelectElement).value);
  return html`<details class="options" ?open=${chosen !== null}><summary><strong>Preset</strong>
      <span class="quiet">${chosen?.name ?? "a saved debate to begin with"}</span></summary>
    <label>Begin with<select id="preset" @change=${choose}>
      <option value="">an empty form</option>
      ${presets.map(({ name }) => html`<option value=${name} ?selected=${name === chosen?.name}>${name}</option>`)}
    </select></label>
    ${chosen?.description ? html`<p>${chosen.description}</p>` : nothing}
    <p class="quiet">It fills in everything but your topic. <a href="/presets">What each preset does</a></p></details>`;
}

/** What the form says, as a request that names the preset and its version. */
export function fromPreset({ name, version, request }: Preset, asked: Json): Json {
  return { ...mergePatchOf(request, asked), preset: `${name}@${version}` };
}
