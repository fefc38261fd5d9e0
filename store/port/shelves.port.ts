/**
 * Shelves bound what a tenant keeps of a kind, and the links and changes of a debate. A shelf is one item that names each thing with its
 * bytes, so a thing is counted once, whoever repeats its creation, and two at once cannot share the last place.
 */
import type { KeptKind, Most } from "../../domain/around/kept-limits.ts";
import type { DebateKey } from "./debates.port.ts";

export type Shelf =
  | { tenant: string; of: KeptKind }
  /** A debate's links, and the configurations that it has had after its first. */
  | { tenant: string; of: "shares" | "changes"; debateId: DebateKey["debateId"] };

export interface Thing {
  id: string;
  bytes: number;
  /** Seconds since 1970: from then on it takes no place. */
  until?: number;
}

export interface ShelfStore {
  /** Takes a place before the thing is stored. `known`: it has one already. */
  put(shelf: Shelf, thing: Thing, most: Most): Promise<"new" | "known" | "full">;
  /** Gives its place back. Nothing happens when it has none. */
  remove(shelf: Shelf, id: string): Promise<void>;
}
