/** Keeps the images of a debate's exhibits with it: files may be deleted, and so may the debate that it was forked from. */

import { IMAGE_PARTS, IMAGES } from "../../domain/play/records/kinds.record.ts";
import { imagesAmong } from "../../domain/prompts/parts/shown.prompt-part.ts";
import type { ShownImage } from "../../domain/shapes/images/image.ts";
import type { ImageInfo } from "../../domain/shapes/images/image-info.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import { PART_BYTES } from "../files/originals.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";
import { inTurn } from "../table/in-turn.ts";

type Parts = Pick<Store, "records" | "files">;
/** Without a debate, an image comes from its file. */
type Place = Pick<DebateKey, "tenant"> & Partial<DebateKey>;

/** May be repeated. An image that is gone already is left out. */
export async function keepImages(store: Parts, key: DebateKey, config: DebateConfig): Promise<void> {
  const origin = config.forkedFrom?.id ?? config.twinOf;
  const from = { tenant: key.tenant, ...(origin !== undefined && { debateId: origin }) };
  for (const image of imagesAmong(config.exhibits)) {
    const { sha256 } = image;
    if (await isKept(store, key, image)) continue;
    const bytes = await readImage(store, from, image);
    if (!bytes) continue;
    const parts = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, i) => ({
      part: i + 1,
      bytes: bytes.subarray(i * PART_BYTES, (i + 1) * PART_BYTES),
    }));
    await inTurn(parts, (part) => store.records.put(key, IMAGE_PARTS, part, { sha256 }));
    await store.records.put(key, IMAGES, { sha256, parts: parts.length });
  }
}

export async function isKept(
  { records }: Pick<Store, "records">,
  key: DebateKey,
  { sha256 }: Pick<ShownImage, "sha256">,
): Promise<boolean> {
  return (await records.get(key, IMAGES, { sha256 })) !== null;
}

/** The bytes, from the debate or from the file; null when both are gone. */
export async function readImage(
  { records, files }: Parts,
  { tenant, debateId }: Place,
  image: ShownImage,
): Promise<Uint8Array | null> {
  const { sha256, file } = image;
  if (debateId !== undefined && (await isKept({ records }, { tenant, debateId }, { sha256 }))) {
    const parts = await records.list({ tenant, debateId }, IMAGE_PARTS, { sha256 });
    // None: the debate was erased by another process.
    return parts.length > 0 ? Buffer.concat(parts.map(({ bytes }) => bytes)) : null;
  }
  const info = file === undefined ? null : await files.get(tenant, file);
  return info?.image && isSame(info.image, image) ? files.original(tenant, info.id) : null;
}

/** An import may say anything of an image. */
function isSame(one: ImageInfo, other: ImageInfo): boolean {
  return (["sha256", "mediaType", "width", "height"] as const).every((name) => one[name] === other[name]);
}
