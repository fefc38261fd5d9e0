import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileInfo, FilePage } from "../../../domain/shapes/schemas/file.schema.ts";
import { gifOf, jpegOf, pngOf, webpOf } from "../../support/material/images.ts";
import { factOf, pdfOf } from "../../support/material/pdf.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, problemOf, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const HTML = `<!doctype html><title>Tolls</title><style>p{color:red}</style><h1>Tolls</h1>
  <script>globalThis.didRun = true</script><p>A toll is <b>a price</b>.</p><img src=x onerror="globalThis.didRun = true">
  <ul><li>one</li><li>two</li></ul><table><tr><th>City</th><th>Toll</th></tr><tr><td>Rome</td><td>3</td></tr></table>`;

function send(name: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const path = `/v1/files?name=${encodeURIComponent(name)}`;
  return world.app.request(path, { method: "POST", body: body as Uint8Array<ArrayBuffer>, headers });
}
async function taken(name: string, body: string | Uint8Array): Promise<FileInfo> {
  const response = await send(name, body);
  expect(response.status).toBe(201);
  return (await response.json()) as FileInfo;
}
async function pageOf(id: string, n = 1): Promise<string> {
  return ((await (await world.get(`/v1/files/${id}/pages/${n}`)).json()) as FilePage).text;
}
async function refusal(response: Response) {
  const { errors, detail } = (await problemOf(response)) as { detail: string; errors?: { detail: string }[] };
  return [response.status, errors?.[0]?.detail ?? detail];
}

describe("A file is taken", () => {
  test("as the field of a form, and found again.", async () => {
    const form = new FormData();
    form.set("file", new File(["# Tolls\n\nA toll is a price."], "tolls.md", { type: "text/plain" }));
    const response = await world.app.request("/v1/files", { method: "POST", body: form });
    expect(response.status).toBe(201);
    const file = (await response.json()) as FileInfo;
    expect(file).toMatchObject({ name: "tolls.md", mediaType: "text/markdown", bytes: 27, passages: 1 });
    expect(file.id).toMatch(/^file-\d{8}-\d{6}-[0-9A-Z]{6}$/);
    expect(response.headers.get("location")).toMatch(new RegExp(`/v1/files/${file.id}$`));
    expect(await (await world.get(`/v1/files/${file.id}`)).json()).toEqual(file);
    expect(await pageOf(file.id)).toBe("# Tolls\n\nA toll is a price.");
  });

  test.each(["application/octet-stream", "text/x-python", "text/plain", ""])(
    "as source code, sent as '%s', with its language.",
    async (type) => {
      const body = 'def toll(street):\n    return "<html>"\n';
      const response = await send("toll.py", new TextEncoder().encode(body), type ? { "content-type": type } : {});
      const file = (await response.json()) as FileInfo;
      expect(file).toMatchObject({ name: "toll.py", mediaType: "text/plain", language: "Python", passages: 1 });
      expect(await (await world.get(`/v1/files/${file.id}`)).json()).toEqual(file);
      expect(await pageOf(file.id)).toBe(body.trim());
      const draft = await world.post("/v1/debates", demoRequest({ start: false, exhibits: [{ file: file.id }] }));
      const { exhibits } = (await draft.json()) as { exhibits: { title: string }[] };
      expect(exhibits.map(({ title }) => title)).toEqual(["toll.py (Python), passage 1"]);
    },
  );

  test("not as source code, where its bytes are none.", async () => {
    const [status, detail] = await refusal(await send("toll.pyc", new Uint8Array([0x33, 0x0d, 0, 0, 1, 2, 3])));
    expect([status, detail]).toEqual([415, expect.stringContaining("neither text nor a PDF nor an image")]);
    expect((await send("toll.py", new Uint8Array([0x33, 0x0d, 0, 0, 1, 2, 3]))).status).toBe(415);
    expect(await taken("notes.txt", "A toll.")).not.toHaveProperty("language");
  });

  test("as a page of HTML, whose scripts and styles are dropped and do not run.", async () => {
    const file = await taken("tolls.html", HTML);
    expect(file.mediaType).toBe("text/html");
    expect(await pageOf(file.id)).toBe(
      "Tolls\n\n# Tolls\n\nA toll is a price.\n\n- one\n\n- two\n\n| City | Toll\n\n| Rome | 3",
    );
    expect(globalThis).not.toHaveProperty("didRun");
  });

  test("as a table, whose rows say their columns.", async () => {
    const file = await taken("tolls.csv", 'City;Toll\n"Rome; Lazio";3\n\nParis;\n');
    expect(await pageOf(file.id)).toBe("City: Rome; Lazio\nToll: 3\n\nCity: Paris");
  });

  test("as JSON, one value in a line.", async () => {
    const file = await taken("tolls", '{"Rome":{"toll":3}}');
    expect(file.mediaType).toBe("application/json");
    expect(await pageOf(file.id)).toBe('{\n "Rome": {\n  "toll": 3\n }\n}');
  });

  test("as a PDF, with its pages.", async () => {
    const file = await taken("tolls.pdf", await pdfOf(12));
    expect(file).toMatchObject({ mediaType: "application/pdf", pages: 12, passages: 12 });
    expect(await pageOf(file.id, 7)).toMatch(/^Chapter 7\n\n/);
    expect(await pageOf(file.id, 7)).toContain(factOf(7));
    expect(await pageOf(file.id, 7)).not.toContain(factOf(8));
    for (const n of ["0", "13", "1.5", "x"])
      expect((await world.get(`/v1/files/${file.id}/pages/${n}`)).status).toBe(404);
  });

  test.each([
    ["01-valid.pdf", 14, "trace-based compilation technique"],
    ["04-valid.pdf", 5, "egzersizi"],
  ])("as a PDF that others wrote: %s.", async (name, pages, words) => {
    const folder = new URL("test/data/", import.meta.resolve("pdf-parse/package.json"));
    const file = await taken(name, await readFile(new URL(name, folder)));
    expect(file.pages).toBe(pages);
    expect(await pageOf(file.id)).toContain(words);
  });

  test("as a page that others wrote.", async () => {
    const file = await taken("index.html", await readFile("node_modules/pino/index.html"));
    expect(await pageOf(file.id)).not.toMatch(/script|function/);
  });

  test("as an image, without text.", async () => {
    const file = await taken("a.png", PIXEL);
    expect(file).toMatchObject({ mediaType: "image/png", passages: 0, image: { width: 1, height: 1 } });
    expect(await pageOf(file.id)).toBe("");
  });
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const heavyJpeg = () => Buffer.concat([jpegOf(5, 5), Buffer.alloc(4_000_000)]);

describe("A file is refused", () => {
  test.each([
    ["a binary named .txt", "a.txt", Buffer.from([1, 0, 2]), 415, "the content is neither text nor a PDF nor an image"],
    ["a text named .pdf", "a.pdf", "hello", 415, "the file's name ends in .pdf, but its content is text"],
    ["a broken PDF", "a.pdf", "%PDF-1.7\nhello", 422, "is a broken PDF"],
    ["JSON that is none", "a.json", "{", 422, "is not valid JSON"],
    ["JSON that is too deep", "a.json", "[".repeat(501), 422, "has objects and lists that are nested more than 500"],
    ["HTML that is too deep", "a.html", "<div>".repeat(501), 422, "has elements that are nested more than 500 deep"],
    ["a table with an open quote", "a.csv", 'a,b\n"c', 422, "is not valid CSV: quoted field unterminated"],
    ["an empty file", "a.txt", "", 422, "is empty"],
    ["an image that is cut short", "a.png", pngOf(9, 9).subarray(0, -20), 422, "is an image that is cut short"],
    ["an image with too many pixels", "a.gif", gifOf(60_000, 2), 422, "is an image of 60000 × 2 pixels: each side may"],
    ["an image of too many bytes", "a.jpg", heavyJpeg(), 422, "is an image of \\d+ bytes: an image may have 3932160"],
    ["a moving WebP", "a.webp", webpOf("VP8X", 5, 5, true), 422, "is a moving WebP"],
    ["no name", "/", "hello", 422, "must be 1 to 255 visible characters"],
  ])("for %s.", async (_, name, body, status, reason) => {
    const [found, detail] = await refusal(await send(name, body));
    expect([found, detail]).toEqual([status, expect.stringMatching(reason)]);
  });

  test("for an encrypted PDF, but not for one whose owner's password only protects it from changes.", async () => {
    const [status, detail] = await refusal(await send("a.pdf", await pdfOf(1, { userPassword: "secret" })));
    expect([status, detail]).toEqual([422, "is an encrypted PDF: save it without its password"]);
    expect((await taken("a.pdf", await pdfOf(1, { ownerPassword: "secret" }))).pages).toBe(1);
  });

  test("for more than 20 MiB, and no other body may have more than 1 MiB.", async () => {
    const long = "a ".repeat(10 * 1024 * 1024 + 1);
    expect((await send("a.txt", long)).status).toBe(413);
    expect((await send("a.txt", `${long}${"a".repeat(20_000)}`)).status).toBe(413);
    expect((await world.post("/v1/presets", JSON.stringify("a".repeat(1024 * 1024)))).status).toBe(413);
  });

  test("for a form without one file.", async () => {
    const form = new FormData();
    form.set("title", "x");
    const none = await world.app.request("/v1/files", { method: "POST", body: form });
    expect(await refusal(none)).toEqual([422, "unknown field"]);
    form.set("file", new File(["# Tolls"], "tolls.md"));
    const more = await world.app.request("/v1/files", { method: "POST", body: form });
    expect([more.status, (await problemOf(more)).errors]).toEqual([
      422,
      [{ pointer: "/title", detail: "unknown field" }],
    ]);
    const text = new FormData();
    text.set("file", "no file");
    const unnamed = await world.app.request("/v1/files", { method: "POST", body: text });
    expect(await refusal(unnamed)).toEqual([422, "must be one file with a file name: send one request for each file"]);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const broken = await world.app.request("/v1/files", { method: "POST", body: "hello", headers });
    expect(await refusal(broken)).toEqual([422, "is not valid multipart/form-data"]);
  });
});

test("Files are listed newest first, page by page, and go with everything of theirs.", async () => {
  const own = await createWorld();
  try {
    const ids: string[] = [];
    for (const text of ["one", "two", "three"]) {
      const response = await own.app.request(`/v1/files?name=${text}.txt`, { method: "POST", body: text });
      ids.push(((await response.json()) as FileInfo).id);
    }
    type List = { items: FileInfo[]; nextCursor: string | null };
    const first = (await (await own.get("/v1/files?limit=2")).json()) as List;
    const rest = (await (await own.get(`/v1/files?limit=2&cursor=${first.nextCursor}`)).json()) as List;
    const listed = [...first.items, ...rest.items].map(({ id }) => id);
    expect(listed).toEqual(ids.toSorted().toReversed());
    expect(rest.nextCursor).toBeNull();
    for (const id of ids) {
      expect((await own.app.request(`/v1/files/${id}`, { method: "DELETE" })).status).toBe(204);
      expect((await own.app.request(`/v1/files/${id}`, { method: "DELETE" })).status).toBe(404);
      expect((await own.get(`/v1/files/${id}/pages/1`)).status).toBe(404);
      expect(await own.store.files.passages("default", [id])).toEqual([]);
    }
  } finally {
    await own[Symbol.asyncDispose]();
  }
});

test("A form with the same Idempotency-Key makes one file, though each has another boundary.", async () => {
  const request = (text: string) => {
    const body = new FormData();
    body.set("file", new File([text], "a.txt"));
    return world.app.request("/v1/files", { method: "POST", body, headers: { "idempotency-key": "one-file" } });
  };
  const [first, second] = [await request("hello"), await request("hello")];
  expect(await second.json()).toEqual(await first.json());
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect((await request("another")).status).toBe(422);
});
