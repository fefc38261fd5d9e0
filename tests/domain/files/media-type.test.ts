import { describe, expect, test } from "vitest";
import { decodeText } from "../../../domain/files/decode.ts";
import { nameOfFile } from "../../../domain/files/limits.ts";
import { binaryType, requireNamed, textType } from "../../../domain/files/media-type.ts";

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

test("A name loses its folders and invisible characters.", () => {
  expect(nameOfFile("C:\\temp\\a.txt")).toBe("a.txt");
  expect(nameOfFile("../../etc/passwd")).toBe("passwd");
  expect(nameOfFile("a\u202etxt\n.exe")).toBe("atxt.exe");
  for (const bad of ["", "  ", "a/", "x".repeat(256)]) expect(() => nameOfFile(bad)).toThrow("name is not valid");
});
