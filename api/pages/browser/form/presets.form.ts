/** The presets above the form of a new debate: one to begin with, and a place to save what the form says. */
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { type Json, mergePatchOf } from "./parts/request.form-part.ts";

export interface Preset {
  name: string;
  version: number;
  description?: string;
  builtIn: boolean;
  request: Json;
}

export function presetsView(presets: Preset[], chosen: Preset | null) {
  const choose = ({ currentTarget }: Event) => {
    const { value } = currentTarget as HTMLSelectElement;
    location.assign(value === "" ? "/debates/new" : `/debates/new?preset=${encodeURIComponent(value)}`);
  };
  return html`<div class="row"><label>Begin with<select id="preset" @change=${choose}>
      <option value="">an empty form</option>
      ${presets.map(({ name }) => html`<option value=${name} ?selected=${name === chosen?.name}>${name}</option>`)}
    </select></label></div>
    ${chosen?.description ? html`<p class="quiet">${chosen.description}</p>` : nothing}<div id="saving"></div>`;
}

/** What the form says, as a request that names the preset and its version. */
export function fromPreset({ name, version, request }: Preset, asked: Json): Json {
  return { ...mergePatchOf(request, asked), preset: `${name}@${version}` };
}
