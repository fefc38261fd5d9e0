/** The images of a prompt: exhibits that stand in it as text, and that models which take images are shown. */

import type { ShownImage } from "../../shapes/images/image.ts";
import { type Seer, seesImages } from "../../shapes/images/sight.ts";
import { imageTokens } from "../../shapes/images/tokens.images.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { exhibitText } from "./exhibits.prompt-part.ts";
import type { Prompt } from "./prompt.prompt-part.ts";

/** The images among the exhibits, in the order of their numbers. */
export function imagesAmong(exhibits: readonly Exhibit[] = []): ShownImage[] {
  return exhibits.flatMap(({ id, file, image }) =>
    image ? [{ ...image, id, ...(file !== undefined && { file }) }] : [],
  );
}

/** The prompt with the images whose exhibits it has. */
export function withImages(prompt: Prompt, config: Pick<DebateConfig, "exhibits" | "fenceKey">): Prompt {
  const images = imagesAmong(config.exhibits);
  const [first] = (config.exhibits ?? []).filter(({ image }) => image);
  if (!first) return prompt;
  const text = exhibitText(first, fencesOf(config)).trimEnd();
  for (const [message, { content }] of prompt.messages.entries()) {
    const block = content.findIndex((part) => part.includes(text));
    if (block >= 0) return { ...prompt, images: { after: { message, block }, images } };
  }
  return prompt;
}

/** What stands before the image that a model is shown. */
export function captionOf({ id }: ShownImage): string {
  return `The image of exhibit ${id}:`;
}

/** For a model that is not shown these images. */
export function unseenNote(images: readonly ShownImage[], why: string): string {
  const named = images.map(({ id }) => `[${id}]`).join(", ");
  return `Of these exhibits you have the names alone, since ${why}: ${named}. Do not guess what they show.`;
}

export const BLIND = "each is an image that this model cannot see";
export const GONE = "the image is not there any more";

/** Tokens of a caption, with what frames a block. */
const CAPTION = 20;
const NOTE = 60;

/**
 * Tokens that the images of a prompt add to it.
 *
 * @example
 * tokensOfImages({ provider: "openai", model: "gpt-5.5" }, {}) // → 0
 */
export function tokensOfImages(model: Seer, { images }: Pick<Prompt, "images">): number {
  if (!images) return 0;
  const shown = seesImages(model);
  return images.images.reduce((sum, image) => sum + CAPTION + (shown ? imageTokens(model, image) : 0), NOTE);
}
