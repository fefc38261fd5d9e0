/** The images that a prompt names, as a model's call has them. */
import { LRUCache } from "lru-cache";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { BLIND, captionOf, GONE, tokensOfImages, unseenNote } from "../../domain/prompts/parts/shown.prompt-part.ts";
import { stillOf } from "../../domain/shapes/files/image-size.ts";
import { binaryType } from "../../domain/shapes/files/media-type.ts";
import type { ShownImage } from "../../domain/shapes/images/image.ts";
import { type Seer, seesImages } from "../../domain/shapes/images/sight.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { isKept, readImage } from "../../store/records/images.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { CallImage, CallImages } from "../models/base/port.model.ts";

/** Characters in base64 that a process keeps: an image is sent with every call of its debate. */
const MOST_KEPT = 64_000_000;
/** One for each process: all debates share it. */
const kept = new LRUCache<string, string>({ maxSize: MOST_KEPT, sizeCalculation: (data) => 1 + data.length });

type Place = Pick<DebateKey, "tenant"> & Partial<DebateKey>;

/** Nothing for a prompt without images. */
export async function loadImages(
  { store }: Pick<ActivityDeps, "store">,
  { place, prompt: { images: named }, model }: { place: Place; prompt: Pick<Prompt, "images">; model: Seer },
): Promise<{ images?: CallImages }> {
  if (!named) return {};
  const { after, images } = named;
  const tokens = tokensOfImages(model, { images: named });
  if (!seesImages(model)) return { images: { after, parts: [unseenNote(images, BLIND)], tokens } };
  const data = await Promise.all(images.map((image) => dataOf(store, place, image)));
  const gone = images.filter((_, i) => data[i] === null);
  const shown = images.flatMap((image, i) => partsOf(image, data[i] ?? null));
  return { images: { after, parts: [...shown, ...(gone.length > 0 ? [unseenNote(gone, GONE)] : [])], tokens } };
}

function partsOf(image: ShownImage, data: string | null): (string | CallImage)[] {
  return data === null ? [] : [captionOf(image), { mediaType: image.mediaType, data }];
}

/** Base64. */
async function dataOf(store: ActivityDeps["store"], place: Place, image: ShownImage): Promise<string | null> {
  const { tenant, debateId } = place;
  // What an erased debate had is not shown from memory.
  const mayKeep = debateId !== undefined && (await isKept(store, { tenant, debateId }, image));
  const key = `${tenant} ${debateId} ${image.sha256}`;
  const known = mayKeep ? kept.get(key) : undefined;
  if (known !== undefined) return known;
  const bytes = await readImage(store, place, image);
  if (!bytes || binaryType(bytes) !== image.mediaType) return null;
  const data = Buffer.from(stillOf(image.mediaType, bytes)).toString("base64");
  if (mayKeep) kept.set(key, data);
  return data;
}
