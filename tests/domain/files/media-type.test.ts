import { describe, expect, test } from "vitest";
import { decodeText } from "../../../domain/shapes/files/decode.ts";
import { nameOfFile } from "../../../domain/shapes/files/limits.files.ts";
import { binaryType, requireNamed, textType } from "../../../domain/shapes/files/media-type.ts";

describe("The type of a file", () => {
  test.each([
    ["\x89PNG\r\n\x1a\n....", "image/png"],
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF89a", "image/gif"],
    ["RIFF1234WEBPVP8 ", "image/webp"],
    ["junk before\n%PDF-1.7", "application/pdf"],
    ["RIFF1234WAVE", null],
    ["", null],
  ])("is that of its first bytes: %j is %s.", (head, type) => {
    expect(binaryType(Buffer.from(head, "latin1"))).toBe(type);
  });

  test.each([
    ["notes.md", "# Notes", "text/markdown"],
    ["data.csv", "a,b", "text/csv"],
    ["data.TSV", "a\tb", "text/csv"],
    ["page", "<!-- hello -->\n<!DOCTYPE html><p>", "text/html"],
    ["page", '  {"a": 1}', "application/json"],
    ["page", "{ no JSON }", "text/plain"],
    ["page.constructor", "hello", "text/plain"],
    ["README", "hello", "text/plain"],
  ])("of a text is as its name says or as it begins: %s with %j is %s.", (name, text, type) => {
    expect(textType(name, text)).toBe(type);
  });

  test("contradicts no name.", () => {
    expect(() => textType("a.pdf", "hello")).toThrow("the file's name ends in .pdf, but its content is text");
    expect(() => requireNamed("a.txt", "application/pdf")).toThrow("ends in .txt, but its content is application/pdf");
    expect(() => requireNamed("a.jpeg", "image/jpeg")).not.toThrow();
    expect(() => requireNamed("a", "image/jpeg")).not.toThrow();
  });
});

describe("A text is read", () => {
  test.each([
    ["UTF-8", Buffer.from("café"), "café"],
    ["UTF-8 with its mark", Buffer.from("\ufeffcafé"), "café"],
    ["UTF-16, little end first", Buffer.from("\ufeffcafé", "utf16le"), "café"],
    ["UTF-16, big end first", Buffer.from("\ufeffcafé", "utf16le").swap16(), "café"],
    ["Windows-1252", Buffer.from("caf\xe9 \x80", "latin1"), "café €"],
    ["what its page names", Buffer.from('<meta charset="koi8-r">\xc1', "latin1"), '<meta charset="koi8-r">а'],
    ["UTF-8 without its controls", Buffer.from("a\u001b[0mb\u0001"), "a[0mb"],
  ])("as %s.", (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test.each([
    ["a NUL", Buffer.from("a\0b")],
    ["a NUL in UTF-16", Buffer.from("\ufeffa\0b", "utf16le")],
    ["a control beside bytes of no UTF-8", Buffer.from([0xc3, 0x28, 0x01])],
    ["half a character in UTF-16", Buffer.from([0xff, 0xfe, 0x00])],
  ])("but not with %s.", (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow("neither text nor a PDF nor an image");
  });
});

describe("A text of another encoding", () => {
  test.each([
    [
      "Shift_JIS",
      "iXcsj+aLcYLMkJQKkFaPaIl3LI5PlVOM3I9ckGwKj2GSSol3LI5PlVOT8Y9ckGyCxYK3Cg==",
      "駅,乗客の数\n新宿駅,三百五十人\n渋谷駅,三百二十人です\n",
    ],
    ["EUC-JP", "sdikyL7otdKkzr/0pM/Hr6S0pMiky8rRpO+k66Gj", "駅と乗客の数は年ごとに変わる。"],
    ["ISO-2022-JP", "GyRCMVgkTj5oNVIkTzg6JEMkPyEjGyhC", "駅の乗客は減った。"],
    [
      "GBK",
      "s7XVviyzy7/NyMvK/QrJz7qju/CztdW+LLrctuAKuePW3bvws7XVviyxyL3PydkK",
      "车站,乘客人数\n上海火车站,很多\n广州火车站,比较少\n",
    ],
    ["Big5", "qK6vuKq6rbyryKhDpn6zo6ZitO6k1iymXaywpL2orqTxuPurS6l5oUM=", "車站的乘客每年都在減少,因為公車比較便宜。"],
    [
      "EUC-KR",
      "v6osvcKwtMDHILz2Crytv++/qizA27Piuri02SC4ubTZCrrOu+q/qizBtrHdIMD7tNkK",
      "역,승객의 수\n서울역,작년보다 많다\n부산역,조금 적다\n",
    ],
    ["Windows-1251", "0fLg7fbo/yzP4PHx4Obo8PsKzO7x6uLgLDM1MAo=", "Станция,Пассажиры\nМосква,350\n"],
    [
      "KOI8-R",
      "8MHT08HWydLP1yDOwSDT1MHOw8nJINPUwczPIM3FztjbxSwg3sXNIMfPxCDOwdrBxC4=",
      "Пассажиров на станции стало меньше, чем год назад.",
    ],
    ["Greek", "z+kg5fDp4tz05fIg9O/1IPP04ejs7/0g7OXp/ujn6uHtIPbd9O/yLg==", "Οι επιβάτες του σταθμού μειώθηκαν φέτος."],
    [
      "Windows-1252",
      "U3RyYd9lO0ZhaHJn5HN0ZQpN/G5jaGVuOzM1MArWbG38aGxlIJYghG5ldZM7NyCACg==",
      "Straße;Fahrgäste\nMünchen;350\nÖlmühle – „neu“;7 €\n",
    ],
    [
      "French, in Windows-1252",
      "yWzodmUsIG/5IOl0YWlzLXR1ID8gTOAtYmFzLCDgIGP0dOkgZHUgY2Fm6S4=",
      "Élève, où étais-tu ? Là-bas, à côté du café.",
    ],
  ])("is known by its bytes: %s.", (_, bytes, text) => {
    expect(decodeText(Buffer.from(bytes, "base64"))).toBe(text);
  });

  test("is UTF-8 with a few damaged bytes, or cut within a character.", () => {
    const text = "Straße nach München. ".repeat(5);
    const cut = Buffer.from(`${text}日`).subarray(0, -1);
    expect(decodeText(cut)).toBe(`${text}\ufffd`);
    expect(decodeText(Buffer.concat([Buffer.from(text), Buffer.from([0xff]), Buffer.from(text)]))).toBe(
      `${text}\ufffd${text}`,
    );
  });

  test("is the one that its sender names, and refused where nobody can tell.", () => {
    // Thai, which is not among those that are told by their bytes.
    const thai = "ผู้โดยสารของสถานี";
    const bytes = Buffer.from("vNnp4rTCytLDos2nyrbSudU=", "base64");
    expect(() => decodeText(bytes)).toThrow("the text's encoding cannot be told: send UTF-8");
    expect(decodeText(bytes, "tis-620")).toBe(thai);
    // A few characters may be of any encoding.
    for (const short of [
      "iXcsj+aLcQqQVo9oLDM1MAqPYZJKLDMyMAo=",
      "s7XVviyzy7/NCsnPuqMsMzUwCrnj1t0sMzIwCg==",
      "v6osvcKwtAq8rb/vLDM1MAq6zrvqLDMyMAo=",
    ])
      expect(() => decodeText(Buffer.from(short, "base64"))).toThrow("cannot be told");
    expect(decodeText(Buffer.from("café"), "windows-1251")).toBe("café");
  });
});

test("A name loses its folders and invisible characters.", () => {
  expect(nameOfFile("C:\\temp\\a.txt")).toBe("a.txt");
  expect(nameOfFile("../../etc/passwd")).toBe("passwd");
  expect(nameOfFile("a\u202etxt\n.exe")).toBe("atxt.exe");
  for (const bad of ["", "  ", "a/", "x".repeat(256)]) expect(() => nameOfFile(bad)).toThrow("name is not valid");
});
