/** Copies of the repository, to which tests add what the recipes of docs/CONTRIBUTING.md say, word by word. */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { copyTree, PRODUCT, ROOT, type TreeCopy } from "./copies.ts";

const run = promisify(execFile);
/** What the product's tests read, and settings. */
const BESIDE = "docs tests README.md CHANGELOG.md SECURITY.md package.json tsconfig.json vitest.config.ts".split(" ");

/** The guide's code after `<!-- example: name -->`, with a line break at its end. */
export async function example(name: string): Promise<string> {
  const guide = await readFile(join(ROOT, "docs/CONTRIBUTING.md"), "utf8");
  const [, block = ""] = guide.split(`<!-- example: ${name} -->\n`);
  const [, code = ""] = /^```\w+\n([^]*?\n)```/.exec(block) ?? [];
  if (code === "") throw new Error(`docs/CONTRIBUTING.md has no example ${name}`);
  return code;
}

export interface Copy extends TreeCopy {
  write(path: string, text: string): Promise<void>;
  /** Writes the file that the guide has under its path. */
  addFile(path: string): Promise<void>;
  /**
   * Puts a line before the only place in the file that reads `end`. `line`: the guide's under this path, if left out;
   * `first` comes before all else, such as an import.
   */
  addLine(path: string, place: { end: string; first?: string; line?: string }): Promise<void>;
  /** Fails with the compiler's report. */
  typeCheck(): Promise<void>;
  /** Runs a file of the copy, and returns the last line of its output as JSON. */
  run(path: string, ...args: string[]): Promise<unknown>;
  /** Runs a command of the guide in the copy. */
  shell(command: string): Promise<void>;
  /** Runs tests of the copy, and fails with their report. */
  test(project: "unit" | "stack", ...files: string[]): Promise<void>;
}

export async function copyOfProduct(): Promise<Copy> {
  const tree = await copyTree([...PRODUCT, ...BESIDE]);
  const { folder } = tree;
  const at = (path: string) => join(folder, path);
  const whole = (program: string, args: string[]) =>
    run(program, args, { cwd: folder, maxBuffer: 16_000_000 }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => expect.unreachable(`${stdout}${stderr}`),
    );
  const bin = (name: string, args: string[]) => whole(join(ROOT, "node_modules/.bin", name), args);
  const write = (path: string, text: string) => writeFile(at(path), text);
  return {
    ...tree,
    write,
    addFile: async (path) => {
      await mkdir(dirname(at(path)), { recursive: true });
      await write(path, await example(path));
    },
    async addLine(path, { end, first = "", line }) {
      const added = line ?? (await example(`a line of ${path}`));
      const [head = "", tail, ...rest] = (await readFile(at(path), "utf8")).split(end);
      if (tail === undefined || rest.length > 0) throw new Error(`${path} has no single place that reads ${end}`);
      await write(path, `${first}${head}${added}${end}${tail}`);
    },
    typeCheck: async () => void (await bin("tsc", ["-p", "."])),
    async run(path, ...args) {
      const { stdout } = await whole(process.execPath, [path, ...args]);
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    },
    shell: async (command) => void (await whole("bash", ["-c", command])),
    test: async (project, ...files) => void (await bin("vitest", ["run", "--project", project, ...files])),
  };
}
