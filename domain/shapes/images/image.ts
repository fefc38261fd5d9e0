/** The images of a prompt. */
import type { ImageInfo } from "./image-info.ts";

export interface ShownImage extends ImageInfo {
  /** Of the exhibit. */
  id: string;
  /** The file that it is from. */
  file?: string | undefined;
}

/** They follow the block that has the exhibits. */
export interface ShownImages {
  /** The message and the block, from 0. */
  after: { message: number; block: number };
  images: ShownImage[];
}
