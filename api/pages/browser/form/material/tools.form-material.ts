/** What speakers and the judge may look things up with. */

import type { Models } from "../../base/wire.page-base.ts";
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { type Field, fieldView, type Shown } from "../parts/field.ts";
import { isObject, type Json } from "../parts/request.form-part.ts";

const MOST_CALLS: Field = {
  path: "maxToolCalls",
  label: "Most calls of a turn",
  hint: "(4 when left empty)",
  kind: "number",
  whole: true,
  min: 1,
  max: 20,
  shape: "model",
};
/** The search stands first among the tools. */
const DOMAINS: Field[] = [
  {
    path: "tools/0/allowedDomains",
    label: "Only pages of these domains",
    hint: "(separated by commas; all when left empty)",
    kind: "list",
    shape: "wide",
  },
  {
    path: "tools/0/blockedDomains",
    label: "No pages of these domains",
    hint: "(Anthropic’s models only)",
    kind: "list",
    shape: "wide",
  },
];

export function createTools({ request, models, onChange }: { request: Json; models: Models; onChange: () => void }) {
  const given = Array.isArray(request["tools"]) ? request["tools"].filter((tool) => isObject(tool)) : [];
  let search = given.find(({ type }) => type === "web_search");
  // The names of a server's tools, which the form does not show, stay.
  const servers = new Map(given.flatMap((tool) => (tool["type"] === "mcp" ? [[String(tool["server"]), tool]] : [])));
  const names = [...new Set([...models.servers, ...servers.keys()])];
  const searching = models.providers.flatMap(({ name, search: its }) => (its ? [name] : []));

  const tools = () => [...(search ? [search] : []), ...servers.values()];
  const chooseSearch = ({ currentTarget }: Event) => {
    search = (currentTarget as HTMLInputElement).checked ? { type: "web_search" } : undefined;
    onChange();
  };
  const chooseServer = (server: string) => (event: Event) => {
    if ((event.currentTarget as HTMLInputElement).checked) servers.set(server, { type: "mcp", server });
    else servers.delete(server);
    onChange();
  };
  const choice = ({ words, tool, onChoose, shown }: Choice) => {
    const at = tool ? `tools/${tools().indexOf(tool)}` : undefined;
    const problem = at ? shown.problems.get(at) : undefined;
    return html`<div class="field wide"><label class="check"><input type="checkbox" data-at=${at ?? nothing}
        .checked=${tool !== undefined} @change=${onChoose} aria-invalid=${problem ? "true" : nothing}
        aria-describedby=${problem ? `problem-${at}` : nothing}><span>${words}</span></label>
      ${problem ? html`<p class="fault" id=${`problem-${at}`}>${problem}</p>` : nothing}</div>`;
  };

  return {
    over: (base: Json): Json => ({ ...base, tools: structuredClone(tools()) }),
    view: (shown: Shown) => {
      const ofDomains: Shown = { ...shown, valueOf: (path) => search?.[path.split("/").at(-1) ?? ""] };
      return html`<fieldset><legend>Tools</legend><p class="quiet">What speakers find becomes an exhibit that all may cite.</p><div class="row">
        ${choice({ words: html`Search the web <span class="quiet">(models of ${new Intl.ListFormat("en", { type: "disjunction" }).format(searching)})</span>`, tool: search, onChoose: chooseSearch, shown })}
        ${search ? DOMAINS.map((field) => fieldView(field, ofDomains)) : nothing}
        ${names.map((name) => choice({ words: html`Use the server <strong>${name}</strong>`, tool: servers.get(name), onChoose: chooseServer(name), shown }))}
        ${tools().length > 0 ? fieldView(MOST_CALLS, shown) : nothing}</div></fieldset>`;
    },
  };
}

interface Choice {
  words: unknown;
  /** As the request has it; undefined: it is not chosen. */
  tool: Json | undefined;
  onChoose: (event: Event) => void;
  shown: Shown;
}
