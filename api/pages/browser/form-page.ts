/** The form of a new debate, of a copy of one (`?from=`), and of a draft that is being edited. */

import { EXAMPLES, type Example } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import { AUTO } from "../../../domain/shapes/format-names.ts";
import { request as call, Refusal, read, readVersioned, send } from "./base/api.page-base.ts";
import type { Debate, Format, Models } from "./base/wire.page-base.ts";
import { showFailure } from "./failure.ts";
import { type Button, showForm } from "./form/form.ts";
import { type Json, mergePatchOf } from "./form/parts/request.form-part.ts";
import { FORM_PARTS } from "./form.features.ts";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { fresh } from "./live/fresh.ts";
import { askForKey, readSession, type Session, showMasthead } from "./session.page.ts";
import { secretView } from "./text/secret.page-text.ts";

const place = document.getElementById("content") as HTMLElement;
/** The draft that is edited; missing: the debate is new. */
const { debate: draftId } = document.body.dataset;

interface Catalogues {
  formats: Format[];
  models: Models;
}

void start();

async function start() {
  try {
    const session = await readSession();
    showMasthead(session);
    if (!session.open && !session.signedIn) return askForKey(place);
    await begin(session);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return askForKey(place);
    showFailure(place, error);
  }
}

async function begin({ canWrite }: Session) {
  if (!canWrite) throw new Error("Your key may only read. A debate needs a key with the scope write.");
  const [{ items: formats }, models] = await Promise.all([
    read<{ items: Format[] }>("/v1/formats"),
    read<Models>("/v1/models"),
  ]);
  const catalogues = { formats, models };
  if (draftId) return editDraft(draftId, catalogues);
  const query = new URLSearchParams(location.search);
  const from = query.get("from");
  if (from) return copyOf(from, catalogues);
  return newDebate(catalogues, query);
}

/** The page's frame; answers the place of its form. */
function frame(heading: string, note: unknown = "") {
  document.title = `${heading} · Parley`;
  render(html`<h1>${heading}</h1>${note}<div id="form"></div><div id="saving"></div>`, fresh(place));
  return document.getElementById("form") as HTMLElement;
}

/** `topic`: that the reader has written already. */
async function newDebate(catalogues: Catalogues, query: URLSearchParams, topic?: string) {
  const again = (search: string) => beginAgain(catalogues, search);
  const parts = await Promise.all(Object.values(FORM_PARTS).map((part) => part(query, again)));
  const { usual } = catalogues.models;
  const example = EXAMPLES.find(({ name }) => name === query.get("example"));
  const offered = example && requestOf(example, catalogues.models);
  const chosen = parts.find(({ request }) => request)?.request;
  const begun = chosen ?? offered ?? { format: AUTO, ...judgeOf(usual) };
  const request = topic ? { ...begun, topic } : begun;
  const asked = (given: Json) => parts.reduce((sofar, part) => part.asked(sofar), given);
  showForm({
    place: frame("New debate"),
    extra: parts.map(({ view }) => view),
    ...catalogues,
    request,
    buttons: [
      { label: "Start the debate", act: (given) => create(asked(given)) },
      { label: "Keep as a draft", act: (given) => create({ ...asked(given), start: false }) },
      ...parts.map(({ button }) => button),
    ],
  });
}

/** Keeps the topic. */
async function beginAgain(catalogues: Catalogues, search: string) {
  const { value: topic } = document.getElementsByName("topic")[0] as HTMLTextAreaElement;
  history.replaceState(null, "", `/debates/new${search}`);
  try {
    await newDebate(catalogues, new URLSearchParams(search), topic);
  } catch (error) {
    showFailure(place, error);
  }
}

/** Of a question that the list of debates offers. */
function requestOf({ topics: [topic], format, seats, options }: Example, { usual }: Models): Json {
  const names = (document.body.dataset["names"] ?? "").split(" ").slice(0, seats);
  const sides = format === "oxford" ? ["for", "against"] : [];
  const roles = format === "proposer-skeptic" ? ["proposer", "skeptic", "synthesizer"] : [];
  const participants = names.map((name, seat) => ({
    name,
    model: usual.speakers[seat % usual.speakers.length],
    ...(sides[seat] && { side: sides[seat] }),
    ...(roles[seat] && { role: roles[seat] }),
  }));
  const answers = options && { answers: { type: "choice", options } };
  return { topic, format, ...judgeOf(usual), participants, ...answers };
}

/** A panel is chosen with the debate, beside its participants. */
function judgeOf({ judge, panel }: Models["usual"]): Json {
  return panel.length > 0 ? {} : { judge: { model: judge } };
}

async function copyOf(id: string, catalogues: Catalogues) {
  const address = `/v1/debates/${encodeURIComponent(id)}`;
  const { participants, ...request } = await read<Json>(`${address}/request`);
  const note = html`<p class="quiet">A copy of <a href=${`/debates/${id}`}>another debate</a>, to change and start.</p>`;
  const seats = Array.isArray(participants) ? participants.map(withoutGivenId) : [];
  showForm({
    place: frame("Duplicate and edit", note),
    ...catalogues,
    request: { ...request, participants: seats },
    buttons: CREATING,
  });
}

/** The ids p1, p2, … name places, and places change. */
function withoutGivenId({ id, ...seat }: Json): Json {
  return typeof id === "string" && !/^p\d+$/.test(id) ? { id, ...seat } : seat;
}

const CREATING: [Button, ...Button[]] = [
  { label: "Start the debate", act: create },
  { label: "Keep as a draft", act: (request) => create({ ...request, start: false }) },
];

async function create(request: Json) {
  const made = await send<Debate>("/v1/debates", request);
  const address = `/debates/${made.id}`;
  if (made.webhook?.secret && !secretIn(request)) showSecret(made.webhook.secret, address);
  else location.assign(address);
}

function secretIn({ webhook }: Json) {
  return (webhook as { secret?: string } | undefined)?.secret;
}

/** The server made a secret, which no later answer has. */
function showSecret(secret: string, address: string) {
  render(
    html`<h1>The webhook’s secret</h1><p>With it, your server checks that an event comes from here. It is not shown again.</p>
      ${secretView({ label: "Secret", secret })}
      <p><a href=${address}>Go to the debate</a></p>`,
    fresh(place),
  );
}

/** `said`: what the page says above the form. */
async function editDraft(id: string, catalogues: Catalogues, said: unknown = nothing): Promise<void> {
  const address = `/v1/debates/${id}`;
  const [{ body, etag }, debate, webhook] = await Promise.all([
    readVersioned(`${address}/request`),
    read<Debate>(address),
    webhookOf(address),
  ]);
  if (!debate.allowed.includes("configure")) return showStarted(id);
  const before = { ...body, ...(webhook && { webhook }) };
  const note = html`<p class="quiet"><a href=${`/debates/${id}`}>The draft’s page</a></p><div id="notice"></div>`;
  const within = frame("Edit the draft", note);
  const notice = document.getElementById("notice") as HTMLElement;
  render(said, notice);

  /** The secret that the server made for a new webhook. */
  const save = async (request: Json): Promise<string | undefined> => {
    const patch = mergePatchOf(before, request);
    // A webhook is replaced as a whole.
    if (patch["webhook"]) patch["webhook"] = request["webhook"];
    if (Object.keys(patch).length === 0) return undefined;
    try {
      const saved = await patchDraft(address, patch, etag);
      return webhook ? undefined : saved.webhook?.secret;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 412) throw error;
      render(
        newerView(() => void editDraft(id, catalogues)),
        notice,
      );
      throw new Error("Somebody has changed this draft meanwhile, so your changes are not saved.", { cause: error });
    }
  };
  const stay = async (request: Json) => {
    await reload(await save(request), "Saved.");
  };
  const reload = async (secret: string | undefined, words: string) => {
    const shown = secret ? secretView({ label: "The webhook’s secret, which is not shown again", secret }) : nothing;
    await editDraft(id, catalogues, html`<p role="status"><strong>${words}</strong></p>${shown}`);
    window.scrollTo(0, 0);
  };
  const leave = async (request: Json) => {
    const secret = await save(request);
    const saved = await read<Debate>(address);
    // A draft that was checked and not changed since may start at once.
    const checked = saved.allowed.includes("validate") ? await send<Debate>(`${address}/validate`, {}) : saved;
    if (checked.problems.length > 0) return reload(secret, "Saved. It cannot start yet: see what is missing below.");
    if (checked.status === "ready") await startUnlessGoing(address);
    if (secret) showSecret(secret, `/debates/${id}`);
    else location.assign(`/debates/${id}`);
  };
  const buttons: [Button, Button] = [
    { label: "Save the draft", act: stay },
    { label: "Save and start", act: leave },
  ];
  showForm({ place: within, ...catalogues, request: before, problems: debate.problems, buttons });
}

/** A debate that was created to start goes on by itself once it is valid. */
async function startUnlessGoing(address: string): Promise<void> {
  try {
    await send(`${address}/start`, {});
  } catch (error) {
    const { status } = await read<Debate>(address);
    if (!(error instanceof Refusal) || error.status !== 409 || status === "ready" || status === "configuring")
      throw error;
  }
}

interface Hook {
  url: string;
  events: string[] | null;
  off: unknown;
}

/** The webhook as a request has it, without its secret; null: there is none. */
async function webhookOf(address: string) {
  const { webhook } = await read<{ webhook: Hook | null }>(`${address}/webhook-deliveries?limit=1`);
  if (!webhook || webhook.off) return null;
  return { url: webhook.url, ...(webhook.events && { events: webhook.events }) };
}

function patchDraft(address: string, patch: Json, etag: string): Promise<Debate> {
  const headers = { accept: "application/json", "content-type": "application/merge-patch+json", "if-match": etag };
  return call(address, { method: "PATCH", headers, body: JSON.stringify(patch) });
}

function newerView(onLoad: () => void) {
  return html`<section class="aside warn" role="alert"><h2>Somebody has changed this draft meanwhile</h2>
    <p>Your changes are not saved. The newer version replaces what you entered here.</p>
    <p><button type="button" @click=${onLoad}>Load the newer version</button></p></section>`;
}

function showStarted(id: string) {
  render(
    html`<section class="sign-in"><h1>This is not a draft any more</h1>
      <p>Only a draft can be edited. A copy can be changed and started.</p>
      <p><a href=${`/debates/new?from=${id}`}>Duplicate and edit</a> · <a href=${`/debates/${id}`}>The debate</a></p></section>`,
    fresh(place),
  );
}
