import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { plain, plainLine, styleFor } from "../../../infra/cli/base/terminal.ts";

describe("text of models", () => {
  test.each([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["cursor moves and erasures", "a\u001b[2J\u001b[1;1Hb", "ab"],
    ["window titles", "a\u001b]0;owned\u0007b", "ab"],
    ["links with another target", "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
    ["a carriage return that overwrites the line", "safe\revil", "safeevil"],
    ["backspaces", "good\b\b\b\bevil", "goodevil"],
    ["single-byte control sequences", "a\u009b31mb", "ab"],
    ["a bell and a null", "a\u0007b\u0000c", "abc"],
    ["marks that turn the direction around", "abc\u202Efed\u202C\u2066x\u2069", "abcfedx"],
  ])("loses %s", (_, text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test("that was cut inside a sequence still holds no escape character", () => {
    expect(["a\u001b", "[31mb"].map(plain).join("")).not.toContain("\u001b");
  });

  test("keeps line feeds, tabs, accents and emoji; Windows line ends become plain ones", () => {
    expect(plain("één\n\ttwee\r\n👩‍🚀 日本")).toBe("één\n\ttwee\n👩‍🚀 日本");
  });

  test("becomes one line where only one fits", () => {
    expect(plainLine("  Ada\n\u001b[1mLovelace ")).toBe("Ada Lovelace");
  });
});

test("there is no colour when the stream is no terminal", () => {
  expect(styleFor(new PassThrough() as unknown as NodeJS.WriteStream)("bold", "text")).toBe("text");
});
