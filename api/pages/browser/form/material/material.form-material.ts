/** The material of a debate in its form: files that are handed in, texts, other debates; and the tools. */
import { Refusal, read } from "../../base/api.page-base.ts";
import type { DebatePage, Models } from "../../base/wire.page-base.ts";
import { repeat } from "../../lib/lit-html/directives/repeat.js";
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { announce } from "../../live/announcer.ts";
import { type Field, fieldView, type Shown } from "../parts/field.ts";
import { isObject, type Json } from "../parts/request.form-part.ts";
import { newRow } from "../parts/rows.ts";
import { createQueue, type Dropped, type FileItem } from "./files.form-material.ts";
import { type Item, isDebate, isFile, placesOf, withItems } from "./items.ts";
import { createTools } from "./tools.form-material.ts";
import { type FileInfo, remove } from "./upload.ts";
import { fileView, rowView } from "./views.ts";

export interface Material {
  over(base: Json): Json;
  add(files: Dropped[]): void;
  /** Throws `Refusal` for a file that was refused and is still there. */
  settled(): Promise<void>;
  waiting(): boolean;
  keep(): void;
  view(shown: Shown, isOver: boolean): unknown;
}

interface MaterialOf {
  request: Json;
  models: Models;
  redraw: () => void;
  onChange: () => void;
}

const TOP_K: Field = {
  path: "retrieval/topK",
  label: "Passages for each turn",
  hint: "(8 when left empty)",
  kind: "number",
  whole: true,
  min: 1,
  max: 20,
  shape: "model",
};

export function createMaterial({ request, models, redraw, onChange }: MaterialOf): Material {
  const changed = () => {
    redraw();
    onChange();
  };
  const queue = createQueue({ redraw, onChange: changed });
  const tools = createTools({ request, models, onChange: changed });
  const items = itemsIn(request, queue);
  const most = Number(document.body.dataset["files"]);
  let earlier: FileInfo[] = [];
  let debates: DebatePage["items"] = [];
  let said = "";

  const files = () => items.filter(isFile);
  const chosen = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    add([...(input.files ?? [])].map((file) => ({ file, isFolder: false })));
    // The same file may be chosen again after it was taken away.
    input.value = "";
  };
  const chosenAgain = ({ currentTarget }: Event) => {
    const info = earlier.find(({ id }) => id === (currentTarget as HTMLSelectElement).value);
    if (info) items.push(queue.known(info));
    changed();
  };
  const add = (dropped: Dropped[]) => {
    for (const one of dropped) {
      const isFull = files().filter(({ state }) => state !== "refused").length >= most;
      items.push(isFull ? queue.refused(one.file.name, `A debate takes ${most} files at most.`) : queue.taken(one));
    }
    changed();
  };
  const addRow = (base: Json) => {
    const row = newRow(base);
    items.push(row);
    redraw();
    const place = placesOf(items).get(row);
    document.getElementsByName(`${place}/${isDebate(row) ? "debate" : "title"}`)[0]?.focus();
  };
  const takeAway = (item: Item) => {
    items.splice(items.indexOf(item), 1);
    changed();
    document.getElementById("files")?.focus();
    if (!isFile(item)) return;
    announce(`${item.name} is removed.`);
    item.gone.abort();
    if (item.isOwn && item.info)
      void remove(item.info).catch((error: Error) => {
        said = `${item.name} could not be deleted: ${error.message}`;
        redraw();
      });
  };
  const listDebates = async () => {
    if (debates.length > 0) return;
    const page = await read<DebatePage>("/v1/debates?status=completed&limit=50").catch(() => null);
    debates = page?.items ?? [];
    redraw();
  };
  const listFiles = async () => {
    const page = await read<{ items: FileInfo[] }>("/v1/files?limit=50").catch(() => null);
    earlier = page?.items.filter(({ passages }) => passages > 0) ?? [];
    redraw();
  };
  void listFiles();

  const itemView = (item: Item, { places, shown }: { places: Map<Item, string>; shown: Shown }) => {
    const inList = { place: places.get(item), shown, onRemove: () => takeAway(item) };
    if (!isFile(item)) return rowView(item, inList);
    const onPages = (pages: string) => {
      item.pages = pages;
      redraw();
    };
    return fileView(item, { ...inList, onPages });
  };

  return {
    over: (base) => tools.over(withItems(base, items)),
    add,
    waiting: () => files().some(isUnderWay),
    keep() {
      for (const file of files()) file.isOwn = false;
    },
    async settled() {
      await queue.done();
      const refused = files().filter(({ state }) => state === "refused");
      if (refused.length === 0) return;
      const errors = refused.map(({ key, name }) => ({
        pointer: `/material/${key}`,
        detail: `${name} was refused. Remove it to go on without it.`,
      }));
      throw new Refusal(422, { errors });
    },
    view(shown, isOver) {
      const places = placesOf(items);
      const taken = new Set(files().map(({ info }) => info?.id));
      const others = earlier.filter(({ id }) => !taken.has(id));
      const hasLookups = [...places.values()].some((place) => place.startsWith("retrieval"));
      return html`<fieldset><legend>Material</legend>
        <p class="quiet">Texts, PDFs, tables and pages that everybody may cite. Long files are looked up for each turn.</p>
        <div class=${isOver ? "drop over" : "drop"}><label class="button">Choose files<input id="files" type="file" multiple @change=${chosen}></label>
          <span class="quiet">${isOver ? "Drop them anywhere" : "or drop them on this page"}</span></div>
        ${said ? html`<p class="fault" role="alert">${said}</p>` : nothing}
        ${
          items.length > 0
            ? html`<ul class="material">${repeat(
                items,
                ({ key }) => key,
                (item) => itemView(item, { places, shown }),
              )}</ul>`
            : nothing
        }
        ${hasLookups ? html`<div class="row">${fieldView(TOP_K, shown)}</div>` : nothing}
        ${
          others.length > 0
            ? html`<label>A file from before<select @change=${chosenAgain}>
          <option value="">choose one</option>${others.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select></label>`
            : nothing
        }
        <div class="row"><button type="button" class="plain" @click=${() => addRow({})}>Add a text</button>
          <button type="button" class="plain" @click=${() => {
            addRow({ debate: undefined });
            void listDebates();
          }}>Add another debate</button></div>
        <datalist id="debates">${debates.map(({ id, topic }) => html`<option value=${id}>${topic}</option>`)}</datalist></fieldset>
        ${tools.view(shown)}`;
    },
  };
}

function isUnderWay({ state }: FileItem): boolean {
  return state !== "ready" && state !== "refused";
}

function itemsIn(request: Json, queue: ReturnType<typeof createQueue>): Item[] {
  const { exhibits, retrieval } = request;
  const given = Array.isArray(exhibits) ? exhibits.filter((one) => isObject(one)) : [];
  const from = isObject(retrieval) && Array.isArray(retrieval["from"]) ? retrieval["from"] : [];
  return [
    ...given.map((base) =>
      typeof base["file"] === "string"
        ? queue.asked(base["file"], "exhibits", typeof base["pages"] === "string" ? base["pages"] : "")
        : newRow(base),
    ),
    ...from.map((id) => queue.asked(String(id), "from")),
  ];
}
