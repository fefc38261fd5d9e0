/** Files: hand in, list, read, read a page, delete. */

import { z } from "@hono/zod-openapi";
import { ownerOf } from "../../../api/access/owner-of.ts";
import { pageOf } from "../../../api/base/page-of.ts";
import { bodyBytes } from "../../../api/http/body.http.ts";
import { readPageOf } from "../../../api/http/paging.ts";
import { json, PAGE_QUERY, pageReply, reply } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { LONGEST_NAME } from "../../../domain/shapes/files/limits.files.ts";
import { FileInfo, FilePage, MOST_FILE_BYTES } from "../../../domain/shapes/schemas/file.schema.ts";
import { removeFile, requireFile, requirePage, takeFile } from "./files.api.ts";

const FileList = pageOf(FileInfo).meta({ id: "FileList" });

const bytes = z.string().max(MOST_FILE_BYTES).openapi({ type: "string", format: "binary", maxLength: MOST_FILE_BYTES });
const FileBytes = bytes.meta({ id: "FileBytes", description: "The file's bytes; the query has its name" });
const FileForm = z
  .object({ file: bytes.meta({ description: "The file, with its name" }) })
  .meta({ id: "FileForm", description: "A form with one file" });

const create = defineRoute({
  at: "POST /v1/files",
  place: "files",
  operationId: "createFile",
  summary: "Hand in a file as material",
  description:
    "Text, source code in any language, Markdown, HTML, CSV, JSON, PDF, PNG, JPEG, WebP or GIF, at most 20 MiB: as the field `file` of a form, or as the body with its name in the query. Its content says what it is; a name that says otherwise is refused.",
  query: {
    name: z
      .string()
      .max(LONGEST_NAME)
      .optional()
      .meta({ description: "The file's name; a form has its own", example: "notes.md" }),
  },
  otherBodies: { "application/octet-stream": FileBytes, "multipart/form-data": FileForm },
  replies: { 201: reply(FileInfo, "The file", { Location: "Its address" }) },
  refuses: ["too-costly"],
  async answer(c, services) {
    const input = {
      body: await bodyBytes(c),
      contentType: c.req.header("content-type") ?? null,
      name: c.req.valid("query").name ?? null,
    };
    const signal = services.leaving(c);
    const file = await takeFile(services, { owner: ownerOf(c), input, signal });
    c.header("Location", services.links.to(`/v1/files/${file.id}`));
    return c.json(file, 201);
  },
});

const list = defineRoute({
  at: "GET /v1/files",
  operationId: "listFiles",
  summary: "List the files, newest first",
  query: PAGE_QUERY,
  replies: { 200: pageReply(FileList, "A page of files") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const [tenant, query] = [c.get("tenant"), c.req.valid("query")];
    const page = await readPageOf(c, services, {
      query,
      filter: { of: "files" },
      read: (after) => services.store.files.list({ tenant, limit: query.limit, ...(after !== undefined && { after }) }),
    });
    return c.json(page, 200);
  },
});

const read = defineRoute({
  at: "GET /v1/files/{id}",
  operationId: "getFile",
  summary: "Read what is known of a file",
  replies: { 200: json(FileInfo, "The file") },
  async answer(c, services) {
    return c.json(await requireFile(services, { tenant: c.get("tenant"), id: c.req.valid("param").id }), 200);
  },
});

const readPage = defineRoute({
  at: "GET /v1/files/{id}/pages/{n}",
  operationId: "getFilePage",
  summary: "Read the text of one page; a file without pages has one",
  replies: { 200: json(FilePage, "The page") },
  async answer(c, services) {
    const { id, n } = c.req.valid("param");
    return c.json(await requirePage(services, { tenant: c.get("tenant"), id, n }), 200);
  },
});

const remove = defineRoute({
  at: "DELETE /v1/files/{id}",
  operationId: "deleteFile",
  summary: "Delete a file with everything that was read in it",
  replies: { 204: { description: "The file is gone" } },
  async answer(c, services) {
    await removeFile(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    return c.body(null, 204);
  },
});

export const fileRoutes = { create, list, read, readPage, remove };
