/**
 * `npm run build -w @parley-debates/client`: makes `api/client/dist`, the package's code as one file, and its types, which name
 * nothing outside the package.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { API } from "typescript/unstable/sync";
import { writeType } from "./write-type.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "api/client");
const OUT = join(CLIENT, "dist");
const WIRE = join(CLIENT, "wire.client.ts");

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
copyFileSync(join(ROOT, "LICENSE"), join(OUT, "LICENSE"));
await build({
  entryPoints: [join(CLIENT, "index.ts")],
  outfile: join(OUT, "index.js"),
  bundle: true,
  format: "esm",
  target: ["node18", "es2022"],
  logLevel: "warning",
});
const emitted = mkdtempSync(join(tmpdir(), "parley-client-"));
try {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", join(ROOT, "tsconfig.client.json"), "--outDir", emitted], {
    stdio: "inherit",
  });
  copyTypes(join(emitted, "api/client"), "index.ts");
} finally {
  rmSync(emitted, { recursive: true });
}

/** The declarations of a file, and of those that it imports. */
function copyTypes(from: string, name: string, done = new Set<string>()): void {
  if (done.has(name)) return;
  done.add(name);
  const text = name === basename(WIRE) ? wireTypes() : readFileSync(join(from, declarationOf(name)), "utf8");
  for (const [, imported = ""] of text.matchAll(/from "\.\/([\w.-]+\.ts)"/g)) copyTypes(from, imported, done);
  writeFileSync(join(OUT, declarationOf(name)), text.replaceAll(/(from "\.\/[\w.-]+)\.ts"/g, '$1.js"'));
}

function declarationOf(name: string): string {
  return name.replace(/\.ts$/, ".d.ts");
}

/** Every type of the wire by name. A type of the wire inside another one is written by its name. */
function wireTypes(): string {
  const api = new API({ cwd: ROOT });
  try {
    const config = join(ROOT, "tsconfig.client.json");
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const file = project?.program.getSourceFile(WIRE);
    const module = file && project?.checker.getSymbolAtLocation(file);
    const wire = module && project?.checker.getExportsOfModule(module).find(({ name }) => name === "Wire");
    if (!project || !wire) throw new Error(`${WIRE} exports no Wire`);
    return interfaceOf(project.checker, wire);
  } finally {
    api.close();
  }
}

type Checker = Parameters<typeof writeType>[1];

function interfaceOf(checker: Checker, wire: Parameters<Checker["getDeclaredTypeOfSymbol"]>[0]): string {
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(wire)).map((member) => {
    const type = checker.getTypeOfSymbol(member);
    if (!type) throw new Error(`${member.name} has no type`);
    return { name: member.name, text: writeType(type, checker), isObject: type.isObjectType() };
  });
  const objects = members.filter(({ isObject }) => isObject).toSorted((a, b) => b.text.length - a.text.length);
  const lines = members.map(({ name, text }) => {
    const others = objects.filter((each) => each.text.length < text.length);
    return `  ${name}: ${others.reduce((shorter, each) => shorter.replaceAll(each.text, `Wire["${each.name}"]`), text)};`;
  });
  const text = `/** What goes over the wire. */\nexport interface Wire {\n${lines.join("\n")}\n}\n`;
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const options = { cwd: ROOT, input: text, encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  return execFileSync(process.execPath, [biome, "format", "--stdin-file-path=api/client/wire.d.ts"], options);
}
