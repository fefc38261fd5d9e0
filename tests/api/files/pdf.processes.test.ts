/** PDFs whose text is not simply there: what is read, and which pages are named because theirs was not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileInfo, FilePage } from "../../../domain/shapes/schemas/file.schema.ts";
import { cjkFont, rawPdf, shown } from "../../support/material/raw-pdf.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function taken(
  pdf: Parameters<typeof rawPdf>[0],
): Promise<FileInfo & { text: (page: number) => Promise<string> }> {
  const body = rawPdf(pdf) as Uint8Array<ArrayBuffer>;
  const response = await world.app.request("/v1/files?name=a.pdf", { method: "POST", body });
  const file = (await response.json()) as FileInfo;
  expect(response.status).toBe(201);
  const text = async (page: number) =>
    ((await (await world.get(`/v1/files/${file.id}/pages/${page}`)).json()) as FilePage).text;
  return { ...file, text };
}

const other = (text: string, place: { x?: number; y?: number } = {}) => shown(text, { font: "Other", ...place });

describe("Text in a font that the file does not contain is read", () => {
  test.each([
    ["GBK-EUC-H", "GB1", "<cad0d6d0d0c4>", "市中心"],
    ["GBK2K-H", "GB1", "<cad0d6d0d0c4>", "市中心"],
    ["UniGB-UTF16-H", "GB1", "<5e024e2d5fc3>", "市中心"],
    ["ETen-B5-H", "CNS1", "<a5abb4fa>", "市測"],
    ["UniCNS-UCS2-H", "CNS1", "<5e026e2c>", "市測"],
    ["90ms-RKSJ-H", "Japan1", "<9373905382cc>", "都心の"],
    ["90ms-RKSJ-V", "Japan1", "<9373905382cc>", "都心の"],
    ["EUC-H", "Japan1", "<c5d4bfb4a4ce>", "都心の"],
    ["UniJIS-UTF16-H", "Japan1", "<90fd5fc3d842dfb7>", "都心𠮷"],
    ["KSCms-UHC-H", "Korea1", "<b5b5bdc9>", "도심"],
    ["Identity-H", "GB1", "<0fb012a3>", "绣仨"],
  ])("with %s.", async (cmap, ordering, codes, text) => {
    const file = await taken({ other: cjkFont(cmap, ordering), pages: [other(codes) + shown("4711", { y: 600 })] });
    expect(await file.text(1)).toBe(`${text}\n\n4711`);
    expect(file).not.toHaveProperty("unreadable");
  });
});

describe("Pages are named", () => {
  test("whose font has a CMap that nobody knows, also where other text of theirs is read.", async () => {
    const lost = other("<b0a1b0a2>");
    const file = await taken({
      other: cjkFont("No-Such-H", "GB1"),
      pages: [shown("Read"), lost + shown("Order", { y: 600 }), lost, shown("Read too")],
    });
    expect(file.unreadable).toEqual([2, 3]);
    expect(await file.text(2)).toBe("Order");
  });

  test("whose font does not say which characters it shows.", async () => {
    const pages = [other("<0001000200030004>"), shown("A rule ") + other("<002b0048004f004f0052>", { x: 100 })];
    const file = await taken({ other: cjkFont("Identity-H", "Identity"), pages });
    expect(file.unreadable).toEqual([1, 2]);
    expect(await file.text(1)).toBe("");
  });

  test("that are pictures of text, and blank ones are not.", async () => {
    const scan = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID a EI Q";
    const outlines = Array.from({ length: 40 }, (_, i) => `${i * 9} 10 m ${i * 9 + 5} 20 l ${i * 9} 30 l f`).join("\n");
    const file = await taken({ pages: [scan, "", outlines, "1 1 1 rg 0 0 600 800 re f", scan + shown("Figure 1")] });
    expect(file.unreadable).toEqual([1, 3]);
  });
});

describe("Pieces of a page", () => {
  test.each([
    ["on one line, the right one first", shown("right", { x: 300 }) + shown("left"), "right left"],
    ["beside a block of its own", `${shown("text")} /Block Do ${shown("after", { x: 300 })}`, "text block after"],
    [
      "turned",
      "BT /Latin 12 Tf 0 1 -1 0 9 99 Tm (up) Tj 0 1 -1 0 9 300 Tm (on) Tj 0 1 -1 0 40 99 Tm (next) Tj ET",
      "up on\n\nnext",
    ],
  ])("that stand apart are not one word: %s.", async (_, page, text) => {
    const file = await taken({ pages: [page], block: shown("block", { x: 200 }) });
    expect(await file.text(1)).toBe(text);
  });

  test("that touch are one word, in two fonts too.", async () => {
    const file = await taken({ pages: ["BT /Latin 12 Tf 50 700 Td (bol) Tj /Other 12 Tf (der) Tj ET"] });
    expect(await file.text(1)).toBe("bolder");
  });
});
