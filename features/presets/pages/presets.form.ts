/** The presets in the form of a new debate: one to begin with (`?preset=`), and a button that saves the form as one. */
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import type { FormPart } from "../../../api/pages/browser/form/form.ts";
import { type Json, mergePatchOf } from "../../../api/pages/browser/form/parts/request.form-part.ts";
import { html, nothing } from "../../../api/pages/browser/lib/lit-html/lit-html.js";

interface Preset {
  name: string;
  version: number;
  description?: string;
  builtIn: boolean;
  request: Json;
}

export const presetsPart: FormPart = async (search, begin) => {
  const name = search.get("preset");
  const [{ items: presets }, chosen] = await Promise.all([
    read<{ items: Preset[] }>("/v1/presets?limit=100"),
    name ? read<Preset>(`/v1/presets/${encodeURIComponent(name)}`) : null,
  ]);
  const choose = async (preset: string) => {
    await begin(preset && `?preset=${encodeURIComponent(preset)}`);
    // A form without a topic has the focus in its topic's field.
    if (document.activeElement === document.body) document.getElementById("preset")?.focus();
  };
  return {
    request: chosen?.request,
    asked: (given) => (chosen ? fromPreset(chosen, given) : given),
    view: presetsView({ presets, chosen, onChoose: (preset) => void choose(preset) }),
    button: {
      label: "Save as a preset",
      act: async (given) => (await import("./saving.ts")).askForName(given, { chosen }),
      stays: true,
    },
  };
};

interface Presets {
  presets: Preset[];
  chosen: Preset | null;
  /** Empty: none. */
  onChoose: (name: string) => void;
}

function presetsView({ presets, chosen, onChoose }: Presets) {
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
function fromPreset({ name, version, request }: Preset, asked: Json): Json {
  return { ...mergePatchOf(request, asked), preset: `${name}@${version}` };
}
