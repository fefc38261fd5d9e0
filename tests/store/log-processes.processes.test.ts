/** One log on a real engine, written and read by processes that are killed in the middle and begin again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LogEvent } from "../../domain/play/events/events.ts";
import { ENGINES, isAvailable, LOCAL_CREDENTIALS } from "../support/servers/dynamodb.ts";
import { type Bench, closeAfterEach, startBench } from "./bench.ts";
import { newKey, range, theEnd } from "./fixtures.ts";

const FOLDER = join(import.meta.dirname, "../support/processes");
const WRITERS = range(1, 3).map((n) => `w${n}`);
const EVENTS = 150;
/** Lines after which a process is killed, one after the other; the last one lives. */
const LIVES = { writer: [17, 61, 40], reader: [50, 120, 31] } as const;

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Runs a process until it ends or has printed so many lines, when it is killed with some of them under way. */
async function run(input: { script: string; options: object; kill: number; onLine: (line: string) => void }) {
  const args = [join(FOLDER, input.script), JSON.stringify(input.options)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  const ended = once(child, "exit");
  let printed = 0;
  for await (const line of createInterface(child.stdout)) {
    input.onLine(line);
    if (++printed === input.kill) child.kill("SIGKILL");
  }
  const [code, signal] = await ended;
  children.delete(child);
  return code === 0 || signal === "SIGKILL" ? signal === "SIGKILL" : Promise.reject(new Error(`it ended with ${code}`));
}

describe.each(ENGINES)("processes that are killed, on %s", (engine) => {
  describe.skipIf(!isAvailable(engine))(isAvailable(engine) ? "work" : "need Java, which is not here", () => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench(engine);
    });
    afterAll(() => bench.close());
    closeAfterEach();

    it("leave one log that all readers saw whole, in one order and once", async () => {
      const debate = newKey();
      const place = { region: "us-east-1", table: "parley", credentials: LOCAL_CREDENTIALS };
      const table = { endpoint: bench.endpoint(), ...place };

      async function write(name: string): Promise<void> {
        const written: number[] = [];
        for (const kill of [...LIVES.writer, 0]) {
          const options = { table, debate, name, events: EVENTS };
          await run({ script: "log-writer.ts", options, kill, onLine: (line) => void written.push(Number(line)) });
        }
        expect(written.at(-1)).toBe(EVENTS);
      }

      async function read(): Promise<LogEvent[]> {
        const seen: LogEvent[] = [];
        for (const kill of [...LIVES.reader, 0]) {
          const options = { table, debate, after: seen.at(-1)?.id ?? 0 };
          const onLine = (line: string) => void seen.push(JSON.parse(line) as LogEvent);
          await run({ script: "log-reader.ts", options, kill, onLine });
        }
        return seen;
      }

      const writing = Promise.all(WRITERS.map(write));
      const reading = Promise.all([read(), read()]);
      await Promise.race([writing, reading]);
      await bench.open().log.append({ debate, since: 0, events: [theEnd()] });
      const items = await bench.items(debate, "EVENT#");
      const keys = items.flatMap((item) => item.keys as string[]);
      for (const name of WRITERS)
        expect(keys.filter((key) => key.startsWith(`${name}/`))).toEqual(range(1, EVENTS).map((n) => `${name}/${n}`));
      const { events } = await bench.open().log.read({ debate, after: 0, limit: 10_000 });
      expect(events.map((event) => event.id)).toEqual(range(1, WRITERS.length * EVENTS + 1));
      expect(keys).toHaveLength(events.length);
      expect(await reading).toEqual([events, events]);
    });
  });
});
