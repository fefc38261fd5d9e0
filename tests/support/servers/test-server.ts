/**
 * Temporal's test server, which skips time: a Java program of Maven Central. Maven gets it once per machine, with the user's
 * own settings; each jar must have the SHA-256 that stands in `test-server.jars.json`.
 */
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../../../infra/local/base/lock.ts";
import { onPath, run } from "../../../infra/local/base/programs.ts";
import { cacheFolder } from "../../../infra/local/temporal/binary.ts";
import jars from "./test-server.jars.json" with { type: "json" };

export const TEST_SERVER = "io.temporal:temporal-test-server:1.38.0";
const [GROUP, ARTIFACT, VERSION] = TEST_SERVER.split(":");
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
const WITHIN_MS = 300_000;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>parley</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>${GROUP}</groupId><artifactId>${ARTIFACT}</artifactId><version>${VERSION}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

/** The SDK starts it with a port. */
const PROGRAM = `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(dirname "$0")/*" io.temporal.testserver.TestServer "$@"
`;

/** The path of a program that is the server. Rejects with why there is none. */
export async function findTestServer(env = process.env): Promise<string> {
  if (process.platform === "win32") throw new Error("its program is a shell script");
  if (!(await onPath("java", env, ["-version"]))) throw new Error("`java` is not on PATH");
  const folder = join(cacheFolder(env), `${ARTIFACT}-${VERSION}`);
  const program = join(folder, ARTIFACT ?? "");
  await mkdir(cacheFolder(env), { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if ((await whyUnsound(folder)) !== null) await obtain(folder, env);
  });
  return program;
}

/** In a temporary folder, so that half of it is never found. */
async function obtain(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const maven = await onPath("mvn", env);
  if (!maven) throw new Error("`mvn` is not on PATH");
  process.stderr.write(`getting Temporal's test server from Maven Central (once)\n`);
  const temporary = await mkdtemp(`${folder}-`);
  try {
    const pom = join(temporary, "pom.xml");
    await writeFile(pom, POM);
    await run(maven, ["-q", "-B", "-f", pom, COPY, `-DoutputDirectory=${temporary}`, "-DincludeScope=runtime"], {
      env,
      timeout: WITHIN_MS,
    });
    const program = join(temporary, ARTIFACT ?? "");
    await writeFile(program, PROGRAM);
    await chmod(program, 0o755);
    const why = await whyUnsound(temporary);
    if (why !== null) throw new Error(why);
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Null: the folder has the program and every jar, no other jar, and each is the pinned one. */
async function whyUnsound(folder: string): Promise<string | null> {
  const found: string[] = await readdir(folder).catch(() => []);
  if (!found.includes(ARTIFACT ?? "")) return "it is not there";
  const known = Object.entries(jars);
  const strange = found.find((name) => name.endsWith(".jar") && !known.some(([jar]) => jar === name));
  if (strange) return `${strange} is not one of its jars`;
  for (const [jar, sha256] of known) {
    if (!found.includes(jar)) return `${jar} is missing`;
    const hash = createHash("sha256")
      .update(await readFile(join(folder, jar)))
      .digest("hex");
    if (hash !== sha256) return `${jar} has another SHA-256`;
  }
  return null;
}
