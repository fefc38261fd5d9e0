/**
 * Stands before a DynamoDB engine and counts what Amazon would bill. Reads are what the engine says it consumed. Writes
 * are computed (`capacity.ts`) from the item before and after, since the local engine leaves out the indexes and writes
 * whose condition does not hold.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Change, indexWriteUnits, itemSize, readUnits, tableWriteUnits, type WireItem } from "./capacity.ts";
import { kindOf } from "./kinds.ts";

export interface Consumed {
  /** Read and write units, those of indexes included. */
  reads: number;
  writes: number;
  /** Of the writes, those of indexes. */
  indexWrites: number;
  /** Write units of the table as the engine says it, for comparison. */
  engineWrites: number;
  requests: Record<string, number>;
  /** Write units, and the requests that write, by kind of item. */
  units: Record<string, number>;
  written: Record<string, number>;
}

export interface Meter {
  endpoint: string;
  /** Since it was started. */
  consumed(): Consumed;
  stop(): Promise<void>;
}

/** The parts of requests and answers that matter here. */
interface Request {
  TableName: string;
  Key?: WireItem;
  Item?: WireItem;
  ConsistentRead?: boolean;
  RequestItems?: Record<string, { Keys: WireItem[]; ConsistentRead?: boolean }>;
}
interface Answer {
  __type?: string;
  Item?: WireItem;
  ConsumedCapacity?: { CapacityUnits: number };
  Responses?: Record<string, WireItem[]>;
}
interface BatchRequest {
  RequestItems: Record<string, { Keys: WireItem[]; ConsistentRead?: boolean }>;
}

const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem"]);
const READS = new Set(["GetItem", "Query"]);
const JSON_1_0 = "application/x-amz-json-1.0";

export async function startMeter(engine: string): Promise<Meter> {
  const consumed: Consumed = {
    reads: 0,
    writes: 0,
    indexWrites: 0,
    engineWrites: 0,
    requests: {},
    units: {},
    written: {},
  };
  const call = createCaller(engine);
  const inTurn = createTurns();

  async function read(operation: string, request: Request): Promise<Called> {
    const called = await call(operation, { ...request, ReturnConsumedCapacity: "TOTAL" });
    const consistent = request.ConsistentRead ?? false;
    const units = called.answer.ConsumedCapacity?.CapacityUnits ?? 0;
    consumed.reads += Math.max(units, readUnits({ bytes: 0, consistent }));
    return called;
  }

  /** Each item is rounded up by itself; one that is not there is billed too. */
  async function readBatch(operation: string, request: BatchRequest): Promise<Called> {
    const called = await call(operation, request);
    for (const [name, { Keys, ConsistentRead: consistent = false }] of Object.entries(request.RequestItems)) {
      const found = called.answer.Responses?.[name] ?? [];
      const sizes = [...found.map(itemSize), ...Array.from({ length: Keys.length - found.length }, () => 0)];
      consumed.reads += sizes.reduce((sum, bytes) => sum + readUnits({ bytes, consistent }), 0);
    }
    return called;
  }

  async function write(operation: string, request: Request): Promise<Called> {
    const { TableName } = request;
    const Key = request.Key ?? keyOf(request.Item ?? {});
    const itemNow = async () => (await call("GetItem", { TableName, Key, ConsistentRead: true })).answer.Item ?? null;
    return inTurn(JSON.stringify(Key), async () => {
      const before = await itemNow();
      const called = await call(operation, { ...request, ReturnConsumedCapacity: "TOTAL" });
      const isRefused = called.status !== 200;
      // A condition that does not hold costs as much as the item that it was about.
      const change: Change = isRefused
        ? { before: before ?? request.Item ?? null, after: null }
        : { before, after: operation === "DeleteItem" ? null : await itemNow() };
      const ofIndexes = isRefused ? 0 : indexWriteUnits(change);
      const units = tableWriteUnits(change) + ofIndexes;
      consumed.writes += units;
      add(consumed.units, kindOf({ ...Key, ...(change.after ?? change.before) }), units);
      add(consumed.written, kindOf({ ...Key, ...(change.after ?? change.before) }), 1);
      consumed.indexWrites += ofIndexes;
      consumed.engineWrites += called.answer.ConsumedCapacity?.CapacityUnits ?? 0;
      return called;
    });
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const operation = String(req.headers["x-amz-target"]).split(".")[1] ?? "";
    const request = (await json(req)) as Request & BatchRequest;
    add(consumed.requests, operation, 1);
    const called = await passed(operation, request);
    res.writeHead(called.status, { "content-type": JSON_1_0 }).end(called.body);
  }

  function passed(operation: string, request: Request & BatchRequest): Promise<Called> {
    if (operation === "BatchGetItem") return readBatch(operation, request);
    if (WRITES.has(operation)) return write(operation, request);
    if (READS.has(operation)) return read(operation, request);
    // Tables cost nothing to look at; what else the store may come to send has to be counted first.
    if (/Table|TimeToLive/.test(operation)) return call(operation, request);
    throw new Error(`${operation} is not counted`);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: Error) => {
      process.stderr.write(`meter: ${error.message}\n`);
      res.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    consumed: () => structuredClone(consumed),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What was consumed between two looks at a meter. */
export function consumedSince(before: Consumed, after: Consumed): Consumed {
  const since = (what: "requests" | "units" | "written") =>
    Object.fromEntries(Object.entries(after[what]).map(([name, now]) => [name, now - (before[what][name] ?? 0)]));
  return {
    reads: after.reads - before.reads,
    writes: after.writes - before.writes,
    indexWrites: after.indexWrites - before.indexWrites,
    engineWrites: after.engineWrites - before.engineWrites,
    requests: since("requests"),
    units: since("units"),
    written: since("written"),
  };
}

function add(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

function keyOf({ PK, SK }: WireItem): WireItem {
  return { ...(PK && { PK }), ...(SK && { SK }) };
}

interface Called {
  status: number;
  body: string;
  answer: Answer;
}

/** Calls the engine itself. A local engine looks at no signature. */
export function createCaller(engine: string) {
  return async (operation: string, request: object): Promise<Called> => {
    const response = await fetch(engine, {
      method: "POST",
      headers: {
        "content-type": JSON_1_0,
        "x-amz-target": `DynamoDB_20120810.${operation}`,
        "x-amz-date": "20260101T000000Z",
        authorization:
          "AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
      },
      body: JSON.stringify(request),
    });
    const body = await response.text();
    return { status: response.status, body, answer: (body ? JSON.parse(body) : {}) as Answer };
  };
}

/** Work on one item goes one after the other, so that what stood there before is what the write meets. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
