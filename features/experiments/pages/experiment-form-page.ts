/** A new experiment: from questions and ways to answer them, or from a file that `POST /v1/experiments` takes as it is. */
import { Refusal, read, send } from "../../../api/pages/browser/base/api.page-base.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { plural } from "../../../domain/base/text/text.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";
import type { NewExperiment } from "../domain/request.experiment.ts";
import type { Experiment, ExperimentEstimate } from "../domain/schema.experiment.ts";
import { FORMS, requestOf } from "./asked.ts";

/** The preset that is chosen at first: the cheapest of those that come with Parley. */
const USUAL = "quick";

let place: HTMLElement;
let presets: Preset[] = [];
/** The whole request, from a file. */
let whole: { name: string; request: NewExperiment } | null = null;
let estimate: ExperimentEstimate | null = null;
let problems: string[] = [];

void beginPage("page", async (content, { canWrite }) => {
  if (!canWrite) throw new Error("New experiments need a key or user with the scope write.");
  place = content;
  ({ items: presets } = await read<{ items: Preset[] }>("/v1/presets?limit=100"));
  place.replaceChildren();
  draw();
});

async function take(event: Event) {
  const input = event.currentTarget as HTMLInputElement;
  const [file] = input.files ?? [];
  if (!file) return;
  const text = await file.text();
  [estimate, problems, whole] = [null, [], null];
  if (file.name.endsWith(".json")) {
    try {
      whole = { name: file.name, request: JSON.parse(text) };
    } catch {
      problems = [`${file.name} is not JSON`];
    }
  } else (place.querySelector("[name=questions]") as HTMLTextAreaElement).value = text;
  draw();
}

function leaveFile() {
  [whole, estimate, problems] = [null, null, []];
  (place.querySelector("[name=file]") as HTMLInputElement).value = "";
  draw();
}

async function submit(event: SubmitEvent) {
  event.preventDefault();
  const isTrial = (event.submitter as HTMLButtonElement | null)?.value === "estimate";
  const request = whole?.request ?? requestOf(new FormData(event.currentTarget as HTMLFormElement), presets);
  [estimate, problems] = [null, []];
  try {
    if (isTrial) estimate = await send<ExperimentEstimate>("/v1/experiments?dryRun=true", request);
    else location.assign(`/experiments/${(await send<Experiment>("/v1/experiments", request)).id}`);
  } catch (error) {
    const each = error instanceof Refusal ? error.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`) : [];
    problems = each.length > 0 ? each : [(error as Error).message];
  }
  draw();
}

function draw() {
  render(
    html`<h1>New experiment</h1>
      <p class="lead">Ask the same questions in several ways, and see which way is right more often, and at what cost.</p>
      <form class="request" @submit=${submit}>
        <label>A file <span class="quiet">(a whole experiment as .json, or its questions as .jsonl or .txt)</span><input type="file" name="file" accept=".json,.jsonl,.txt" @change=${take}></label>
        ${whole ? wholeView(whole) : nothing}
        <div ?hidden=${whole !== null}>${fieldsView(whole !== null)}</div>
        ${problems.length > 0 ? html`<div class="fault" role="alert"><ul>${problems.map((line) => html`<li dir="auto">${line}</li>`)}</ul></div>` : nothing}
        <div role="status">${estimate ? estimateView(estimate) : nothing}</div>
        <p class="deeds"><button name="act" value="start">Start the experiment</button>
          <button class="plain" name="act" value="estimate">What would it cost?</button></p>
      </form>`,
    place,
  );
}

function wholeView({ name, request }: { name: string; request: NewExperiment }) {
  const [items, arms] = [request.items ?? [], request.arms ?? []].map((list) => (Array.isArray(list) ? list : []));
  return html`<p>${name}: <bdi>${request.name}</bdi>, ${plural(items?.length ?? 0, "item")}, ${plural(arms?.length ?? 0, "arm")}.
    <button type="button" class="plain" @click=${leaveFile}>Use the form instead</button></p>`;
}

/** `isOff`: a file takes the place of the fields, which then need nothing. */
function fieldsView(isOff: boolean) {
  return html`<fieldset ?disabled=${isOff}>
    <label>What it is about<input name="name" required maxlength="120" autocomplete="off"></label>
    <label>Questions <span class="quiet">(one a line; with the right answer behind “ = ” where it is known)</span><textarea name="questions" rows="6" required placeholder="Is 91 a prime number? = no"></textarea></label>
    <div class="row"><label>An answer is<select name="form">${Object.entries(FORMS).map(([value, { title }]) => html`<option value=${value}>${title}</option>`)}</select></label>
      <label class="wide">The options <span class="quiet">(separated by commas, for “one of these”)</span><input name="options" autocomplete="off"></label></div>
    <fieldset><legend>Ways to answer <span class="quiet">(the first is what the others are compared with)</span></legend>
      <label><input type="checkbox" name="arm" value="single" checked> One answer of one model</label>
      <label><input type="checkbox" name="arm" value="vote" checked> A vote of five answers, each given alone</label>
      <label><input type="checkbox" name="arm" value="debate" checked> A debate</label></fieldset>
    <div class="row"><label>Debates and models of the preset<select name="preset">${presets.map(({ name }) => html`<option value=${name} ?selected=${name === USUAL}>${name}</option>`)}</select></label>
      <label>At most, in USD<input name="maxCostUsd" type="number" min="0" step="any" placeholder="no limit"></label></div>
  </fieldset>`;
}

function estimateView({ cells, likely, worst, arms, warnings }: ExperimentEstimate) {
  return html`<p>${plural(cells, "cell")}, likely ${plural(likely.calls, "call")} for ${money(likely.costUsd)}, at most ${money(worst.costUsd)}. Nothing was started.</p>
    <ul>${arms.map(({ arm, likely: of }) => html`<li><bdi>${arm}</bdi>: ${plural(of.calls, "call")}, ${money(of.costUsd)}</li>`)}</ul>
    ${warnings.map((warning) => html`<p class="warn" dir="auto">${warning}</p>`)}`;
}
