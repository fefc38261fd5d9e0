import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ParleyProblem } from "../../../api/client/index.ts";
import { exitCodeOfError } from "../../../infra/cli/base/exit-code.ts";

const PROGRAM = fileURLToPath(new URL("../../../infra/cli/parley.command.ts", import.meta.url));

describe("the program's exit code", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-cli-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function exit(args: string[], env: NodeJS.ProcessEnv = {}, input = ""): Promise<{ code: number; err: string }> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      cwd: folder,
      stdio: ["pipe", "ignore", "pipe"],
    });
    child.stdin.end(input);
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk));
    const [code] = (await once(child, "close")) as [number];
    return { code, err };
  }

  test.each([
    [["debate", "topic", "--rounds", "many"], "--rounds"],
    [["debate", "  "], "a topic is missing"],
    [["debate", "topic", "--problem-file", "p.txt"], "not both"],
    [["debate", "--problem-file", "missing.txt"], "missing.txt cannot be read (ENOENT)"],
    [["debate", "topic", "--agents", "Zoe"], 'no participant "Zoe"'],
    [["frobnicate"], "unknown command"],
    [["show"], "missing required argument"],
    [["answer", "deb-1", "yes", "--url", "http://127.0.0.1:1"], "is not an answer"],
  ])("is 2 for %j, and it says why", async (args, why) => {
    expect(await exit(args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
  });

  test("is 2 where the topic is read from an empty file or from empty input, and it names that", async () => {
    await writeFile(join(folder, "empty.txt"), " \n");
    // The file takes precedence over this topic, so its emptiness must not hide behind it.
    await writeFile(join(folder, "parley.json"), '{ "topic": "Trams" }');
    const empty = await exit(["debate", "--problem-file", "empty.txt"]);
    expect(empty).toEqual({ code: 2, err: "empty.txt is empty\n" });
    const unsaid = await exit(["debate", "--problem-file", "-"], {}, "\n");
    expect(unsaid).toEqual({ code: 2, err: "standard input is empty\n" });
  });

  test("is 4 for an environment that is not valid, with every fault", async () => {
    const { code, err } = await exit(["debate", "topic"], { PORT: "x", LOG_LEVEL: "loud" });
    expect(code).toBe(4);
    expect(err).toMatch(/PORT must[\s\S]*LOG_LEVEL must/);
  });

  test("is 4 for a configuration file that is not valid, with every fault", async () => {
    await writeFile(join(folder, "parley.json"), '{ "format": "boxing", "participants": [{ "name": "Ada" }] }');
    const { code, err } = await exit(["debate", "topic"]);
    expect(code).toBe(4);
    expect(err).toMatch(/parley\.json \/format: [\s\S]*parley\.json \/participants\/0\/model: /);
    expect(await exit(["debate", "topic", "--config", "missing.json"])).toMatchObject({ code: 4 });
  });

  test("is 1 when the Parley that was named does not answer", async () => {
    const { code, err } = await exit(["debate", "topic", "--url", "http://127.0.0.1:1"]);
    expect(code).toBe(1);
    expect(err).toBe("no Parley answers at http://127.0.0.1:1\n");
  });

  test("is 1 when none runs here", async () => {
    const { code, err } = await exit(["list"], { PARLEY_DATA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toContain("no Parley runs here");
  });

  test("is 0 for help", async () => {
    expect((await exit(["--help"])).code).toBe(0);
    expect((await exit(["debate", "--help"])).code).toBe(0);
  });
});

test.each([
  [2, 422, []],
  [2, 404, []],
  [4, 401, []],
  [4, 403, []],
  [4, 422, [{ pointer: "/participants/0/model", detail: "no key for OpenAI" }]],
  [1, 409, []],
  [1, 503, []],
])("the exit code is %i for a problem of status %i with the faults %j", (code, status, errors) => {
  expect(exitCodeOfError(new ParleyProblem({ status, body: { errors } }))).toBe(code);
});
