/**
 * Waits of days and months at their real length: the time-skipping server of `@temporalio/testing` leaps over them. It is got
 * from Maven Central, or by the SDK's own download. Where neither is to be had the waits are shortened, and the run says so.
 */
import { Connection } from "@temporalio/client";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { inject } from "vitest";
import { INDEXED_VALUE_TYPE } from "../../infra/local/temporal/search-attributes.ts";
import { SEARCH_ATTRIBUTES } from "../../workflows/base/messages.workflow-base.ts";
import { eventuallyRead } from "./eventually.ts";
import "./runtime.ts";
import { findTestServer, TEST_SERVER } from "./servers/test-server.ts";
import { within } from "./waits.ts";
import { startWorld, type World, type WorldOptions } from "./world.ts";

/** The least that a request may ask for. */
const SHORTENED_MS = 1_000;
const DOWNLOADED_WITHIN_MS = 180_000;

export interface LongWaits {
  /** Which way the run took. */
  way: string;
  /** Milliseconds to set for a wait of so many. */
  set(ms: number): number;
  /** Returns when the debate has waited so long. */
  pass(world: World, id: string, ms: number): Promise<void>;
  openWorld(options: Omit<WorldOptions, "temporalAddress" | "codePath">): Promise<World>;
  stop(): Promise<void>;
}

/** Says on the way which way it takes. */
export async function startLongWaits(): Promise<LongWaits> {
  const tried: string[] = [];
  for (const [what, start] of [
    [`Maven Central (${TEST_SERVER})`, fromMaven],
    ["the SDK's download", downloaded],
  ] as const) {
    try {
      const server = await start();
      return said(await skipping(server, `at their real length, on Temporal's test server from ${what}`), tried);
    } catch (error) {
      tried.push(`${what}: ${messageOf(error)}`);
    }
  }
  return said(shortened(), tried);
}

function said(waits: LongWaits, tried: string[]): LongWaits {
  const why = tried.map((line) => `\n  - ${line}`).join("");
  process.stderr.write(`Waits of days and months are tested ${waits.way}.${why}\n`);
  return waits;
}

async function fromMaven(): Promise<TestWorkflowEnvironment> {
  const path = await findTestServer();
  return TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: "existing-path", path } } });
}

function downloaded(): Promise<TestWorkflowEnvironment> {
  return within(DOWNLOADED_WITHIN_MS, TestWorkflowEnvironment.createTimeSkipping());
}

async function skipping(server: TestWorkflowEnvironment, way: string): Promise<LongWaits> {
  await addSearchAttributes(server.address);
  return {
    way,
    set: (ms) => ms,
    async pass(world, id, ms) {
      await untilWaiting(world, id);
      await server.sleep(ms);
    },
    openWorld: (options) => openOn(server.address, options),
    stop: () => server.teardown(),
  };
}

function shortened(): LongWaits {
  return {
    way: `shortened to ${SHORTENED_MS / 1_000} s`,
    set: () => SHORTENED_MS,
    pass: untilWaiting,
    openWorld: (options) => openOn(inject("temporalAddress"), options),
    stop: async () => {},
  };
}

function openOn(temporalAddress: string, options: Omit<WorldOptions, "temporalAddress" | "codePath">): Promise<World> {
  return startWorld({ ...options, temporalAddress, codePath: inject("workflowBundle") });
}

/** The debate has set a timer. */
async function untilWaiting(world: World, id: string): Promise<void> {
  await eventuallyRead(async () => {
    const { events } = await world.handle(id).fetchHistory();
    if (!events?.some((event) => event.timerStartedEventAttributes)) throw new Error("it does not wait");
  });
}

/** This server cannot list its search attributes, so all of them are added. */
async function addSearchAttributes(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  const kinds = Object.entries(SEARCH_ATTRIBUTES).map(([name, kind]) => [name, INDEXED_VALUE_TYPE[kind]]);
  await connection.operatorService.addSearchAttributes({
    namespace: "default",
    searchAttributes: Object.fromEntries(kinds),
  });
  await connection.close();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "").slice(0, 200) : String(error);
}
