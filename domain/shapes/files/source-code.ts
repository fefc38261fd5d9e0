/** Source code, by the names that programmers give their files: what is read as text, line by line, with its language. */

const ENDINGS: Record<string, string> = {
  Ada: "adb ads",
  "Apache configuration": "htaccess",
  Assembly: "asm s",
  Astro: "astro",
  Awk: "awk",
  Batch: "bat cmd",
  Bicep: "bicep",
  C: "c h",
  "C#": "cs csx",
  "C++": "cc cpp cxx hh hpp hxx inl",
  CMake: "cmake",
  COBOL: "cbl cob",
  CSS: "css",
  Clojure: "clj cljc cljs edn",
  CoffeeScript: "coffee",
  Configuration: "cfg conf",
  "Common Lisp": "lisp",
  Crystal: "cr",
  Cython: "pyx pxd",
  D: "d",
  Dart: "dart",
  Diff: "diff patch",
  Dockerfile: "dockerfile",
  "Emacs Lisp": "el",
  Elixir: "ex exs",
  Elm: "elm",
  Erlang: "erl hrl",
  "F#": "fs fsi fsx",
  Fortran: "f f90 f95 f03 for",
  GLSL: "glsl vert frag",
  Gherkin: "feature",
  Go: "go",
  Gradle: "gradle",
  GraphQL: "gql graphql",
  Groovy: "groovy",
  HCL: "hcl tf tfvars",
  Handlebars: "hbs handlebars",
  Haskell: "hs lhs",
  INI: "ini",
  Java: "java",
  JavaScript: "cjs js jsx mjs",
  Jinja: "j2 jinja jinja2",
  "JSON Lines": "jsonl ndjson",
  "JSON with comments": "json5 jsonc",
  Julia: "jl",
  "Jupyter notebook": "ipynb",
  Kotlin: "kt kts",
  LaTeX: "bib sty tex",
  Less: "less",
  Lua: "lua",
  Makefile: "mak mk",
  Nim: "nim",
  Nix: "nix",
  OCaml: "ml mli",
  "Objective-C": "mm",
  PHP: "php",
  Pascal: "pas",
  Perl: "pl pm",
  PowerShell: "ps1 psd1 psm1",
  Prisma: "prisma",
  Properties: "properties",
  "Protocol Buffers": "proto",
  Python: "py pyi pyw",
  R: "r rmd",
  Racket: "rkt",
  Razor: "cshtml razor",
  reStructuredText: "rst",
  Ruby: "erb gemspec rake rb ru",
  Rust: "rs",
  SQL: "ddl sql",
  Sass: "sass scss",
  Scala: "sbt scala",
  Scheme: "scm",
  Shell: "bash fish ksh sh zsh",
  Solidity: "sol",
  Starlark: "bzl star",
  Svelte: "svelte",
  Swift: "swift",
  SystemVerilog: "sv svh",
  TOML: "toml",
  Tcl: "tcl",
  Thrift: "thrift",
  TypeScript: "cts mts ts tsx",
  VHDL: "vhd vhdl",
  Verilog: "v",
  "Visual Basic": "bas vb vbs",
  Vue: "vue",
  WGSL: "wgsl",
  WebAssembly: "wat",
  XML: "svg xml xsd xsl xslt",
  YAML: "yaml yml",
  Zig: "zig",
};

/** Files without an ending, or whose ending says nothing. */
const NAMES: Record<string, string> = {
  "build.bazel": "Starlark",
  "cmakelists.txt": "CMake",
  containerfile: "Dockerfile",
  dockerfile: "Dockerfile",
  gemfile: "Ruby",
  gnumakefile: "Makefile",
  "go.mod": "Go module",
  jenkinsfile: "Groovy",
  justfile: "Just",
  makefile: "Makefile",
  procfile: "Procfile",
  ".eslintrc.json": "JSON with comments",
  "devcontainer.json": "JSON with comments",
  rakefile: "Ruby",
  vagrantfile: "Ruby",
};

const COMMENTED = "JSON with comments";

const BY_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) => endings.split(" ").map((one) => [one, language] as const)),
);
const BY_NAME = new Map(Object.entries(NAMES));

/** The language that a file's name promises, such as `Python` for `x.py`; null: it is no source code. */
export function languageNamed(name: string): string | null {
  const lower = name.toLowerCase();
  const [first = ""] = lower.split(".");
  const ending = lower.includes(".") ? lower.slice(lower.lastIndexOf(".") + 1) : "";
  // Programs that read these allow comments in them.
  if (/^[jt]sconfig(\..+)?\.json$/.test(lower)) return COMMENTED;
  // `Dockerfile.test` is one too.
  const isVariant = first === "dockerfile" || first === "makefile";
  return BY_NAME.get(lower) ?? BY_ENDING.get(ending) ?? (isVariant ? (BY_NAME.get(first) ?? null) : null);
}
