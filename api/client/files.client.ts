/** The part of the client for files that are handed in as material. */
import { type PageOf, type PageQuery, queryOf } from "./query.client.ts";
import type { Call } from "./transport.ts";
import type { Wire } from "./wire.client.ts";

export type FileInfo = Wire["FileInfo"];
export type FilePage = Wire["FilePage"];

/** As of the client: every method throws `ParleyProblem`. */
export interface Files {
  /** Hands in a file of at most 20 MiB; its name may say what it is, as in `notes.md`. */
  add(name: string, bytes: Uint8Array<ArrayBuffer> | Blob): Promise<FileInfo>;
  /** One page, newest first. */
  list(query?: PageQuery): Promise<PageOf<FileInfo>>;
  get(id: string): Promise<FileInfo>;
  /** The text of a page, from 1; a file without pages has one. */
  page(id: string, n: number): Promise<FilePage>;
  delete(id: string): Promise<void>;
}

export function filesOf(request: <T>(call: Call) => Promise<T>): Files {
  const all = "/v1/files";
  const path = (id: string, rest = "") => `${all}/${encodeURIComponent(id)}${rest}`;
  return {
    add: (name, bytes) => request({ method: "POST", path: `${all}${queryOf({ name })}`, bytes }),
    list: (query = {}) => request({ path: `${all}${queryOf(query)}` }),
    get: (id) => request({ path: path(id) }),
    page: (id, n) => request({ path: path(id, `/pages/${n}`) }),
    delete: (id) => request({ method: "DELETE", path: path(id) }),
  };
}
