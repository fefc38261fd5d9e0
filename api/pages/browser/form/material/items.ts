/** The material of a request in its order: texts, other debates and files. Pure, but for files that are looked after. */
import { areShort } from "../../../../../domain/shapes/files/short.ts";
import { isObject, type Json, type Row } from "../parts/request.form-part.ts";
import type { FileItem } from "./files.form-material.ts";

/** A row is a text or another debate. */
export type Item = Row | FileItem;

export function isFile(item: Item): item is FileItem {
  return "state" in item;
}

export function isDebate({ base }: Row): boolean {
  return "debate" in base;
}

/** Where each stands in the request, as in `exhibits/0`. A file that is not read yet is missing. */
export function placesOf(items: Item[]): Map<Item, string> {
  const places = new Map<Item, string>();
  const isLookedUp = lookedUpIn(items);
  const next = { exhibits: 0, "retrieval/from": 0 };
  for (const item of items) {
    if (isFile(item) && item.state !== "ready") continue;
    const list = isFile(item) && isLookedUp(item) ? "retrieval/from" : "exhibits";
    places.set(item, `${list}/${next[list]++}`);
  }
  return places;
}

/** An image or a file of which pages were chosen is an exhibit; one that the request had stays where it was; others go by length. */
function lookedUpIn(items: Item[]): (file: FileItem) => boolean {
  const byLength = items.filter(isFile).filter((file) => file.state === "ready" && !file.place && file.pages === "");
  const isShort = areShort(byLength.map(({ characters }) => characters));
  return ({ pages, place, info }) => pages === "" && !info?.image && (place ? place === "from" : !isShort);
}

/** The request with this material in place of its own. */
export function withItems(base: Json, items: Item[]): Json {
  const places = [...placesOf(items)];
  const inList = (list: string) => places.flatMap(([item, place]) => (place.startsWith(list) ? [item] : []));
  const from = inList("retrieval").flatMap((item) => (isFile(item) ? [idOf(item)] : []));
  const retrieval = isObject(base["retrieval"]) ? base["retrieval"] : {};
  return {
    ...base,
    exhibits: inList("exhibits").map((item) => (isFile(item) ? exhibitOf(item) : structuredClone(item.base))),
    retrieval: { ...retrieval, from: from.length > 0 ? from : undefined },
  };
}

function exhibitOf(file: FileItem): Json {
  return { file: idOf(file), ...(file.pages !== "" && { pages: file.pages }) };
}

function idOf({ info, id }: FileItem): string | undefined {
  return info?.id ?? id;
}
