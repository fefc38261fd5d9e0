/** Reads a file that was handed in. Runs in a process that ends when this takes too much time or memory. */
import { hash } from "node:crypto";
import type { TaskDeps } from "../../../../api/base/tasks.api-base.ts";
import { ParleyError } from "../../../../domain/base/errors.base.ts";
import { decodeText } from "../../../../domain/shapes/files/decode.ts";
import { imageSize } from "../../../../domain/shapes/files/image-size.ts";
import { requireCharacters, requirePassages, unreadable } from "../../../../domain/shapes/files/limits.files.ts";
import {
  binaryType,
  type ImageType,
  isImage,
  requireNamed,
  textType,
} from "../../../../domain/shapes/files/media-type.ts";
import type { PassageText } from "../../../../domain/shapes/files/passage.files.ts";
import { splitPages } from "../../../../domain/shapes/files/passages.files.ts";
import { languageNamed } from "../../../../domain/shapes/files/source-code.ts";
import { tidy } from "../../../../domain/shapes/files/tidy.ts";
import type { ImageInfo } from "../../../../domain/shapes/images/image-info.ts";
import { MOST_IMAGE_BYTES } from "../../../../domain/shapes/images/limits.images.ts";
import type { MediaType } from "../../../../domain/shapes/schemas/file.schema.ts";
import { type BodyInput, fileInBody, type Handed } from "./body.upload.ts";
import { csvText } from "./csv.upload.ts";
import { htmlText } from "./html.ts";
import { jsonFileText } from "./json.upload.ts";
import { pdfPages } from "./pdf.ts";

export interface FileRead {
  name: string;
  mediaType: MediaType;
  /** Of source code; null: it is none. */
  language: string | null;
  original: Uint8Array<ArrayBuffer>;
  /** null: the type has none. */
  pages: number | null;
  /** Numbers of pages whose text was not read. */
  unreadable: number[];
  passages: PassageText[];
  /** Missing: it is no image. */
  image?: ImageInfo;
}

declare module "../../../../api/base/tasks.api-base.ts" {
  interface Tasks {
    readFile: { input: BodyInput; output: FileRead };
  }
}

/** Throws `invalid-request`, `unsupported-media-type` and `payload-too-large`. */
export async function readFile(
  input: BodyInput,
  { pageRead }: Pick<TaskDeps, "pageRead"> = { pageRead: () => {} },
): Promise<FileRead> {
  const file = await fileInBody(input);
  try {
    const { mediaType, pages, unreadable: unread = [] } = await contentOf(file, pageRead);
    const language = mediaType === "text/plain" ? languageNamed(file.name) : null;
    const passages = splitPages(
      pages.map((page) => tidy(page)),
      { isCode: language !== null },
    );
    requirePassages(passages.length);
    return {
      name: file.name,
      mediaType,
      language,
      original: file.bytes,
      pages: mediaType === "application/pdf" ? pages.length : null,
      unreadable: unread,
      passages,
      ...(isImage(mediaType) && { image: imageOf(mediaType, file.bytes) }),
    };
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    // A parser's own error names no reason that a caller could use.
    throw unreadable("cannot be read: its content breaks the parser");
  }
}

async function contentOf(
  { name, bytes, charset }: Handed,
  pageRead: () => void,
): Promise<{ mediaType: MediaType; pages: string[]; unreadable?: number[] }> {
  const binary = binaryType(bytes, name);
  if (binary !== null) {
    requireNamed(name, binary);
    if (binary !== "application/pdf") return { mediaType: binary, pages: [] };
    return { mediaType: binary, ...(await pdfPages(bytes, pageRead)) };
  }
  const text = decodeText(bytes, charset);
  const mediaType = textType(name, text);
  const read = textOf(mediaType, text);
  requireCharacters(read.length);
  return { mediaType, pages: [read] };
}

/** Throws for one that no provider takes. */
function imageOf(mediaType: ImageType, bytes: Uint8Array): ImageInfo {
  if (bytes.length > MOST_IMAGE_BYTES)
    throw unreadable(`is an image of ${bytes.length} bytes: an image may have ${MOST_IMAGE_BYTES}`);
  return { mediaType, ...imageSize(mediaType, bytes), bytes: bytes.length, sha256: hash("sha256", bytes) };
}

function textOf(mediaType: MediaType, text: string): string {
  if (mediaType === "text/html") return htmlText(text);
  if (mediaType === "text/csv") return csvText(text);
  if (mediaType === "application/json") return jsonFileText(text);
  return text;
}
