/** Files on their way to the server, one after another, and what the server read in them. */

import { plural } from "../../../../../domain/base/text/text.ts";
import { charactersIn } from "../../../../../domain/shapes/files/short.ts";
import { unreadText } from "../../../../../domain/shapes/files/unread.files.ts";
import { read } from "../../base/api.page-base.ts";
import { announce } from "../../live/announcer.ts";
import { nextKey } from "../parts/rows.ts";
import { type FileInfo, remove, upload } from "./upload.ts";

/** One that the reader has chosen or dropped. */
export interface Dropped {
  file: File;
  isFolder: boolean;
}

export interface FileItem {
  key: number;
  name: string;
  state: "waiting" | "sending" | "reading" | "ready" | "refused";
  /** Of its bytes, the share that has left. */
  sent: number;
  /** Missing: it is not there yet, or not any more. */
  info?: FileInfo;
  /** Its id, as the request that the form began with has it. */
  id?: string;
  /** Of its text, counted as far as it matters. */
  characters: number;
  /** As in `3-7`; empty: all. */
  pages: string;
  /** Where the request has it that the form began with. */
  place?: "exhibits" | "from";
  /** Why it was not taken, in a sentence. */
  refusal?: string;
  /** Nothing else refers to it yet. */
  isOwn: boolean;
  gone: AbortController;
}

const MEGABYTE = 1024 * 1024;

function itemOf(name: string, more: Partial<FileItem> = {}): FileItem {
  const gone = new AbortController();
  return { key: nextKey(), name, state: "waiting", sent: 0, characters: 0, pages: "", isOwn: false, gone, ...more };
}

interface Listening {
  redraw: () => void;
  /** What the form asks for is another. */
  onChange: () => void;
}

export function createQueue({ redraw, onChange }: Listening) {
  let last = Promise.resolve();
  const enqueue = (item: FileItem, work: () => Promise<void>) => {
    last = inTurn(last, item, work);
    return item;
  };

  const inTurn = async (before: Promise<void>, item: FileItem, work: () => Promise<void>) => {
    await before;
    if (item.gone.signal.aborted) return;
    try {
      await work();
      item.state = "ready";
    } catch (error) {
      refuse(item, (error as Error).message);
    }
    onChange();
  };

  const send = async (item: FileItem, file: File) => {
    const onSent = (share: number) => {
      item.sent = share;
      redraw();
    };
    item.state = "sending";
    redraw();
    const info = await upload(file, { onSent, signal: item.gone.signal });
    const isGone = item.gone.signal.aborted;
    if (isGone || (info.passages === 0 && !info.image)) {
      await remove(info);
      throw new Error(isGone ? "It is removed." : "It has no text.");
    }
    item.info = info;
    await measure(item, info);
    announce(`${item.name} is handed in: ${factsOf(info)}.`);
  };

  const measure = async (item: FileItem, { id, pages: end = 1 }: FileInfo) => {
    item.state = "reading";
    redraw();
    const textOf = async (n: number) => (await read<{ text: string }>(`/v1/files/${id}/pages/${n}`)).text;
    item.characters = await charactersIn({ first: 1, last: end }, textOf);
  };

  return {
    taken({ file, isFolder }: Dropped): FileItem {
      const item = itemOf(file.name, { isOwn: true });
      const most = Number(document.body.dataset["fileBytes"]);
      if (isFolder) return refuse(item, "It is a folder. Choose the files in it.");
      if (file.size > most) return refuse(item, `It is larger than ${Math.round(most / MEGABYTE)} MiB.`);
      return enqueue(item, () => send(item, file));
    },
    /** One that is there already. */
    known(info: FileInfo): FileItem {
      const item = itemOf(info.name, { info });
      return enqueue(item, () => measure(item, info));
    },
    /** One that the request refers to. It stays where the request has it. */
    asked(id: string, place: "exhibits" | "from", pages = ""): FileItem {
      const item = itemOf(id, { id, place, pages });
      return enqueue(item, async () => {
        const info = await read<FileInfo>(`/v1/files/${encodeURIComponent(id)}`).catch(() => undefined);
        if (info) Object.assign(item, { info, name: info.name });
      });
    },
    refused: (name: string, why: string) => refuse(itemOf(name), why),
    /** Resolves when no file is under way. */
    async done() {
      for (let seen: Promise<void> | undefined; seen !== last; ) {
        seen = last;
        await seen;
      }
    },
  };
}

function refuse(item: FileItem, why: string): FileItem {
  item.state = "refused";
  item.refusal = why;
  if (!item.gone.signal.aborted) announce(`${item.name} was refused. ${why}`);
  return item;
}

export function factsOf({ bytes, language, pages, unreadable, passages, image }: FileInfo): string {
  if (image) return `${sizeOf(bytes)}, an image of ${image.width} × ${image.height} pixels`;
  const facts = [
    language ?? "",
    sizeOf(bytes),
    pages === undefined ? "" : plural(pages, "page"),
    plural(passages, "passage"),
  ];
  return [...facts, unreadText(unreadable)].filter(Boolean).join(", ");
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return plural(bytes, "byte");
  return bytes < MEGABYTE ? `${Math.round(bytes / 1024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
