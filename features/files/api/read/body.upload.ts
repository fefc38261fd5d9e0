/** The file in a request's body: the field `file` of a form, or the whole body. */
import { ParleyError } from "../../../../domain/base/errors.base.ts";
import { pointerOf } from "../../../../domain/play/beginning/revision.ts";
import { nameOfFile, unreadable } from "../../../../domain/shapes/files/limits.files.ts";
import { capped } from "../../../../domain/shapes/problems.shape.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import { MOST_FILE_BYTES } from "../../../../domain/shapes/schemas/file.schema.ts";

export interface BodyInput {
  body: Uint8Array<ArrayBuffer>;
  contentType: string | null;
  /** Of the query; a form has its own. */
  name: string | null;
}

export interface Handed {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Of the content type of the body, or of the form's field; null: it names none. */
  charset: string | null;
}

const CHARSET = /;\s*charset="?([a-z0-9_-]{1,40})/i;
const FORM = /^multipart\/form-data\s*(;|$)/i;

/** Throws `invalid-request` and `payload-too-large`. */
export async function fileInBody(input: BodyInput): Promise<Handed> {
  const { name, bytes, charset } = await handed(input);
  if (bytes.length === 0) throw unreadable("is empty");
  if (bytes.length > MOST_FILE_BYTES)
    throw new ParleyError("payload-too-large", `the file is larger than ${MOST_FILE_BYTES} bytes`);
  return { name: nameOfFile(name), bytes, charset };
}

async function handed({ body, contentType, name }: BodyInput): Promise<Handed> {
  if (contentType === null || !FORM.test(contentType)) {
    if (name === null)
      throw refused([{ pointer: "/name", detail: "is missing: send ?name= with the file as the body, or a form" }]);
    return { name, bytes: body, charset: charsetIn(contentType) };
  }
  const file = await fileInForm(body, contentType);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: name ?? file.name, bytes, charset: charsetIn(file.type) };
}

function charsetIn(contentType: string | null): string | null {
  return CHARSET.exec(contentType ?? "")?.[1] ?? null;
}

async function fileInForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<File> {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => null);
  if (!form) throw refused([{ pointer: "", detail: "is not valid multipart/form-data" }]);
  const unknown = [...new Set(form.keys())].filter((name) => name !== "file");
  if (unknown.length > 0) throw refused(unknown.map((name) => ({ pointer: pointerOf(name), detail: "unknown field" })));
  const files = form.getAll("file");
  const [file] = files;
  if (files.length !== 1 || !(file instanceof File))
    throw refused([{ pointer: "/file", detail: "must be one file with a file name: send one request for each file" }]);
  return file;
}

function refused(errors: Problem[]): ParleyError {
  return new ParleyError("invalid-request", "the body is not valid", { errors: capped(errors) });
}
