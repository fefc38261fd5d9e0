/** Saves what the form says as a preset. Loaded when somebody does so. */
import { request as call, Refusal, send } from "../../../api/pages/browser/base/api.page-base.ts";
import type { Json } from "../../../api/pages/browser/form/parts/request.form-part.ts";
import { html, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { fresh } from "../../../api/pages/browser/live/fresh.ts";

/** What belongs to one debate. */
const NOT_SAVED = ["topic", "start", "webhook"];

interface Saved {
  name: string;
  version: number;
}

/** Asks for a name, then saves. What the server refuses stands beside the name. */
export function askForName(asked: Json, { chosen }: { chosen: { name: string; builtIn: boolean } | null }): void {
  const request = Object.fromEntries(Object.entries(asked).filter(([name]) => !NOT_SAVED.includes(name)));
  const place = fresh(document.getElementById("saving") as HTMLElement);
  const usual = chosen && !chosen.builtIn ? chosen.name : "";
  const draw = (said: string, isSaved = false) =>
    render(
      html`<section class="aside" aria-labelledby="saving-title"><h2 id="saving-title">Save as a preset</h2>
        <form @submit=${submit}><div class="row"><label>Name <input name="preset-name" required maxlength="63" .value=${usual}
          pattern="[a-z0-9][a-z0-9\\-]*" autocomplete="off"></label><button type="submit">Save</button></div></form>
        <p role="status" class=${isSaved ? "" : "warn"}>${said}</p></section>`,
      place,
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { value } = (event.target as HTMLFormElement).elements.namedItem("preset-name") as HTMLInputElement;
    void save(value, request).then(
      ({ name, version }) => draw(`Saved as ${name}@${version}. Start it with its name and a topic.`, true),
      (error: unknown) => draw(wordsOf(error)),
    );
  };
  draw("");
  place.querySelector("input")?.focus();
}

/** A name that is there already gets its next version. */
async function save(name: string, request: Json): Promise<Saved> {
  try {
    return await send<Saved>("/v1/presets", { name, request });
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error;
    return call(`/v1/presets/${encodeURIComponent(name)}`, {
      method: "PUT",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({ request }),
    });
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.errors.length === 0) return (error as Error).message;
  return error.errors.map(({ pointer, detail }) => `${pointer.replace(/^\/request/, "")} ${detail}`.trim()).join("; ");
}
