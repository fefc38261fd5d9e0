/** A tenant's files: taken in, found, read page by page, removed. */

import { createFileId } from "../../../api/base/ids.api-base.ts";
import type { Owner } from "../../../api/base/owner.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { withRoom } from "../../../api/kept/room.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { FileInfo, FilePage } from "../../../domain/shapes/schemas/file.schema.ts";
import type { BodyInput } from "./read/body.upload.ts";

type Parts = Pick<Services, "store" | "settings" | "tasks" | "passages" | "now">;

interface Place {
  tenant: string;
  id: string;
}

/** Parses it in a process of its own. Throws `invalid-request`, `unsupported-media-type`, `payload-too-large`, `too-costly`. */
export async function takeFile(
  services: Parts,
  { owner, input, signal }: { owner: Owner; input: BodyInput; signal: AbortSignal },
): Promise<FileInfo> {
  const { store, tasks, now } = services;
  const read = await tasks.run("readFile", input, signal, owner);
  const { name, mediaType, language, original, pages, unreadable, passages, image } = read;
  const at = now();
  const file = {
    id: createFileId(at),
    name,
    mediaType,
    ...(language !== null && { language }),
    bytes: original.length,
    ...(pages !== null && { pages }),
    ...(unreadable.length > 0 && { unreadable }),
    ...(image && { image }),
    createdAt: at.toISOString(),
  };
  const { tenant } = owner;
  const room = { tenant, of: "files" as const, id: file.id, size: original.length };
  return withRoom(services, room, () => store.files.put(tenant, { file, original, passages }));
}

/** Throws `not-found`. */
export async function requireFile({ store }: Parts, { tenant, id }: Place): Promise<FileInfo> {
  return (await store.files.get(tenant, id)) ?? unknownFile(id);
}

/** Throws `not-found` for a page that the file does not have. */
export async function requirePage({ store }: Parts, { tenant, id, n }: Place & { n: string }): Promise<FilePage> {
  const page = /^[1-9]\d{0,5}$/.test(n) ? await store.files.page(tenant, id, Number(n)) : null;
  if (page) return page;
  throw new ParleyError("not-found", `there is no page ${n.slice(0, 20)} of a file ${id.slice(0, 80)}`);
}

/** Throws `not-found`, or `unavailable` while vectors of it cannot be removed; repeated, it removes these. */
export async function removeFile({ store, passages }: Parts, { tenant, id }: Place): Promise<void> {
  const wasThere = await store.files.remove(tenant, id);
  await store.shelves.remove({ tenant, of: "files" }, id);
  await passages.forget({ tenant, fileId: id });
  if (!wasThere) unknownFile(id);
}

function unknownFile(id: string): never {
  throw new ParleyError("not-found", `there is no file ${id.slice(0, 80)}`);
}
