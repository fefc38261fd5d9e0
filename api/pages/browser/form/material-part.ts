/** The part of the form for material and tools. It is loaded when it is opened, or when files are dropped. */

import type { Models } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Dropped } from "./material/files.form-material.ts";
import type { Material } from "./material/material.form-material.ts";
import type { Shown } from "./parts/field.ts";
import type { Json } from "./parts/request.form-part.ts";

const FIELDS = ["exhibits", "retrieval", "tools", "maxToolCalls"];

interface PartOf {
  place: HTMLElement;
  request: Json;
  models: Models;
  redraw: () => void;
  /** After a change that no field of the form tells of. */
  onChange: () => void;
}

export function materialPart({ place, request, models, redraw, onChange }: PartOf) {
  let material: Material | null = null;
  let loading: Promise<Material> | undefined;
  let isOpen = FIELDS.some((name) => request[name] !== undefined);
  let isOver = false;
  let fault = "";

  const load = async () => {
    loading ??= import("./material/material.form-material.ts").then(({ createMaterial }) =>
      createMaterial({ request, models, redraw, onChange }),
    );
    try {
      material = await loading;
      fault = "";
    } catch {
      loading = undefined;
      fault = "This part of the form cannot be loaded. Close it and open it again.";
    }
    redraw();
    // Once more: only now there are fields that problems can stand at.
    redraw();
  };

  const add = async (files: Dropped[]) => {
    isOpen = true;
    await load();
    material?.add(files);
  };

  const toggle = ({ currentTarget }: Event) => {
    isOpen = (currentTarget as HTMLDetailsElement).open;
    if (isOpen && !material) void load();
  };

  watchDrops({
    place,
    onOver(now) {
      if (isOver === now) return;
      isOver = now;
      isOpen ||= now;
      redraw();
    },
    onDrop: (files) => void add(files),
  });

  return {
    /** What is asked for, over what the form began with. */
    over: (base: Json) => material?.over(base) ?? base,
    /** Resolves when all files are read. Throws `Refusal` for those that the server did not take. */
    settled: async () => material?.settled(),
    /** A request that was taken refers to the files: taking them away later deletes nothing. */
    keep: () => material?.keep(),
    view: (shown: Shown) =>
      html`<details class="options" ?open=${isOpen} @toggle=${toggle}><summary><strong>Material and tools</strong> <span class="quiet">texts and files to cite, the web</span></summary>
        ${material?.view(shown, isOver) ?? html`<p class="quiet">${fault || "Loading …"}</p>`}</details>
      ${material?.waiting() ? html`<p class="quiet" role="status">Files are still being handed in.</p>` : nothing}`,
  };
}

interface Drops {
  /** Drops count while it is in the page. */
  place: HTMLElement;
  onOver: (isOver: boolean) => void;
  onDrop: (files: Dropped[]) => void;
}

let watched = new AbortController();

/** Watches the whole page: a browser shows what is dropped beside the form in its place. */
function watchDrops({ place, onOver, onDrop }: Drops) {
  watched.abort();
  watched = new AbortController();
  const { signal } = watched;
  const on = (type: "dragover" | "drop", act: (transfer: DataTransfer) => void) => {
    const listener = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!place.isConnected || !dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      act(dataTransfer);
    };
    addEventListener(type, listener, { signal });
  };
  on("dragover", () => onOver(true));
  on("drop", (transfer) => {
    onOver(false);
    onDrop(filesIn(transfer));
  });
  // Only what leaves the window leads nowhere.
  addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && onOver(false), { signal });
}

function filesIn({ items }: DataTransfer): Dropped[] {
  return [...items].flatMap((item) => {
    const file = item.getAsFile();
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }] : [];
  });
}
