/** The terminal's program on a pseudo-terminal, and in a pipe: where progress is shown in place, and where in lines. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pathsOnly } from "../../support/processes/environment.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

const PROGRAM = fileURLToPath(new URL("../../../infra/cli/parley.command.ts", import.meta.url));
const HIDDEN = "\u001b[?25l";
const SHOWN = "\u001b[?25h";

let world: World;
beforeAll(async () => {
  world = await openWorld({ durations: { silence: 50_000, turnTimeout: 50_000 } });
});
afterAll(() => world.stop());

/** Nobody speaks until `speak` is called. */
let speak: () => void;
let id: string;
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  speak = resolve;
  const script = debaters(["p1", "p2"]);
  world.models.use(async (request) => {
    await promise;
    return script(request);
  });
  ({ id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous" })));
  await world.until(id, (event) => event.type === "turn.started" && event["turnId"] === "g1-r1-t2");
});

interface Running {
  child: ChildProcess;
  /** What came so far, of both outputs. */
  said: () => string;
  ended: Promise<unknown>;
}

function start(command: string[], env: NodeJS.ProcessEnv): Running {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    env: { ...pathsOnly(), TERM: "xterm", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk));
  return { child, said: () => text, ended: once(child, "close") };
}

const watching = () => [process.execPath, PROGRAM, "watch", id, "--url", world.url];
const onTerminal = (env: NodeJS.ProcessEnv = {}) =>
  start(["script", "-qec", `stty cols 100; echo "process $$"; exec ${watching().join(" ")}`, "/dev/null"], env);

/** What stands on the terminal in the end: a line can be drawn again from its beginning. */
function screenOf(text: string): string[] {
  return text.split(/\r?\n/).map((line) => {
    const last = line.split("\u001b[1G").at(-1) ?? "";
    // oxlint-disable-next-line no-control-regex -- it matches controls on purpose
    return last.replaceAll(/\u001b\[[?\d;]*[A-Za-z]|\r/g, "");
  });
}

test("on a terminal one line says who is at work and for how long, and is gone in the end", async () => {
  const { said, ended } = onTerminal();
  const line = / round 1 of 1 · 0 of 2 turns · Ada, Ben at work · (\d+) s/g;
  await expect.poll(() => new Set([...said().matchAll(line)].map(([, seconds]) => seconds)).size).toBeGreaterThan(1);
  expect(said()).toContain(HIDDEN);
  speak();
  await ended;
  const screen = screenOf(said());
  expect(screen.filter((text) => text.includes("at work"))).toEqual([]);
  expect(screen).toEqual(expect.arrayContaining(["── Round 1 of 1 ──", "Speech 1.", "Scores of 100"]));
  expect(said().lastIndexOf(SHOWN)).toBeGreaterThan(said().lastIndexOf(HIDDEN));
});

test("whoever leaves while the line is there gets the cursor back", async () => {
  const { said, ended } = onTerminal();
  await expect.poll(said).toContain(" · Ada, Ben at work · ");
  process.kill(Number(/^process (\d+)/.exec(said())?.[1]), "SIGTERM");
  await ended;
  expect(screenOf(said())).toContain("The debate continues without you.");
  expect(screenOf(said()).filter((text) => text.includes("at work"))).toEqual([]);
  expect(said().lastIndexOf(SHOWN)).toBeGreaterThan(said().lastIndexOf(HIDDEN));
  speak();
});

test.each([{ NO_COLOR: "1" }, { CI: "true" }, { TERM: "dumb" }])(
  "with %j a terminal gets lines that stay as they are",
  async (env) => {
    const { said, ended } = onTerminal(env);
    await expect.poll(said).toContain("round 1 of 1 · 0 of 2 turns · Ada, Ben at work\r\n");
    speak();
    await ended;
    expect(said()).not.toContain(HIDDEN);
    expect(said()).not.toContain("\u001b[1G");
  },
);

test("in a pipe no byte moves a cursor or sets a colour", async () => {
  const { said, ended } = start(watching(), {});
  await expect.poll(said).toContain("round 1 of 1 · 0 of 2 turns · Ada, Ben at work\n");
  speak();
  await ended;
  expect(said()).toContain("Scores of 100");
  expect(said()).not.toContain("\u001b");
});
