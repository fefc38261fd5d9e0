import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Package {
  version?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}
type Manifest = Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>> & {
  allowScripts: Record<string, boolean>;
  workspaces: string[];
};

const ROOT = new URL("../../", import.meta.url);
const LOCK = readFileSync(new URL("package-lock.json", ROOT), "utf8");
const MANIFEST = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as Manifest;
const { packages } = JSON.parse(LOCK) as { packages: Record<string, Package> };
/** The project's own packages: itself, and the workspaces. */
const OWN = ["", ...MANIFEST.workspaces];
const INSTALLED = Object.entries(packages).filter(([path]) => !OWN.includes(path));

/** A registry that does not carry other platforms' packages leaves them out, and `npm ci` then fails everywhere. */
test("the lock file names the packages of every platform, so that `npm ci` accepts it on each", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("the lock file names no registry, so that each machine uses its own", () => {
  const resolved = Object.values(packages).flatMap((each) => each.resolved ?? []);
  expect(resolved).toEqual(MANIFEST.workspaces);
});

test("every package has the hash of its content, those of other platforms too", () => {
  // A bundled package comes inside another one's archive, whose hash covers it.
  const own = INSTALLED.filter(([, { link, inBundle }]) => !link && !inBundle);
  expect(own.length).toBeGreaterThan(600);
  for (const [path, { integrity }] of own)
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
});

test("each direct dependency is one exact version", () => {
  const wanted = Object.entries({
    ...MANIFEST.dependencies,
    ...MANIFEST.devDependencies,
    ...MANIFEST.optionalDependencies,
  });
  expect(wanted.length).toBeGreaterThan(60);
  for (const [name, version] of wanted) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

test("Node itself comes from packages with a hash, and no script fetches it", () => {
  const runtimes = INSTALLED.filter(([path]) => /^node_modules\/node-(linux|win|darwin)-\w+$/.test(path));
  expect(runtimes.map(([path]) => path.replace("node_modules/", ""))).toEqual(
    Object.keys(MANIFEST.optionalDependencies).toSorted(),
  );
  for (const [path, { integrity, hasInstallScript, version }] of runtimes)
    expect([path, integrity, hasInstallScript, version]).toEqual([
      path,
      expect.stringMatching(/^sha512-/),
      undefined,
      expect.stringMatching(/^24\./),
    ]);
  expect(Object.keys(packages)).not.toContain("node_modules/node");
});

test("only packages with a decision have install scripts: one that comes with an update shows up here", () => {
  const decided = Object.keys(MANIFEST.allowScripts);
  const scripted = INSTALLED.filter(([, each]) => each.hasInstallScript).map(([path]) =>
    path.split("node_modules/").at(-1),
  );
  expect(scripted.filter((name) => !decided.includes(name ?? "") && name !== "fsevents")).toEqual([]);
});

interface Bom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { purl: string } };
  components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

test("`npm run sbom` prints a bill of materials (CycloneDX) with every dependency of production, and no tool", () => {
  const options = { cwd: fileURLToPath(ROOT), encoding: "utf8", maxBuffer: 2 ** 26, stdio: "pipe" } as const;
  const bom = JSON.parse(execFileSync("npm", ["run", "--silent", "sbom"], options)) as Bom;
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.[5-9]$/) });
  expect(bom.metadata.component.purl).toMatch(/^pkg:npm\/%40parley-debates\/parley@/);
  const named = bom.components.map(({ name, version }) => `${name}@${version}`);
  const wanted = Object.entries({ ...MANIFEST.dependencies, ...MANIFEST.optionalDependencies });
  const direct = wanted.map((pair) => pair.join("@"));
  expect(named).toEqual(expect.arrayContaining(direct));
  expect(bom.dependencies.find(({ ref }) => ref.startsWith("@parley-debates/parley@"))?.dependsOn.toSorted()).toEqual(
    direct.toSorted(),
  );
  for (const tool of ["vitest", "typescript", "aws-cdk-lib", "esbuild"])
    expect(named.filter((name) => name.startsWith(`${tool}@`))).toEqual([]);
  const hashed = new Set(bom.components.filter(({ hashes }) => hashes?.[0]?.alg === "SHA-512").map(({ name }) => name));
  for (const [name] of wanted) expect(hashed).toContain(name);
});
