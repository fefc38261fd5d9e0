import { describe, expect, test } from "vitest";
import { binaryType, textType } from "../../../domain/shapes/files/media-type.ts";
import { languageNamed } from "../../../domain/shapes/files/source-code.ts";

describe("Source code", () => {
  test.each([
    ["x.py", "Python"],
    ["X.PY", "Python"],
    ["server.test.ts", "TypeScript"],
    ["main.go", "Go"],
    ["Main.java", "Java"],
    ["lib.rs", "Rust"],
    ["schema.sql", "SQL"],
    ["ci.yaml", "YAML"],
    ["Cargo.toml", "TOML"],
    ["Dockerfile", "Dockerfile"],
    ["Dockerfile.worker", "Dockerfile"],
    ["Makefile", "Makefile"],
    ["CMakeLists.txt", "CMake"],
    ["tsconfig.build.json", "JSON with comments"],
  ])("%s is %s by its name.", (name, language) => {
    expect(languageNamed(name)).toBe(language);
  });

  test.each([
    "notes.txt",
    "notes.md",
    "data.csv",
    "data.json",
    "page.html",
    "py",
    "unknown.xyz",
    "constructor",
    "a.constructor",
    ".",
  ])("%s is none.", (name) => {
    expect(languageNamed(name)).toBeNull();
  });

  test("is plain text, whatever it begins with.", () => {
    expect(textType("page.php", "<html><?php echo 1;")).toBe("text/plain");
    expect(textType("list.ts", "[1, 2]")).toBe("text/plain");
    expect(textType("list", "[1, 2]")).toBe("application/json");
  });

  test("may name a PDF's header; a PDF is one under any name.", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(binaryType(bytes('const head = "%PDF-";'), "pdf.ts")).toBeNull();
    expect(binaryType(bytes("%PDF-1.7"), "pdf.ts")).toBe("application/pdf");
    expect(binaryType(bytes("junk %PDF-1.7"), "paper.pdf")).toBe("application/pdf");
  });
});
