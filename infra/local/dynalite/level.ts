/** The engine's database reads at once what it holds in memory, instead of by way of another thread. */
import { createRequire } from "node:module";

interface Opened {
  status: string;
  get(key: string, options?: object): Promise<unknown>;
  getSync(key: string, options?: object): unknown;
  /** What the database has now; the iterator that is given it reads nothing newer. */
  snapshot(): { close(): Promise<void> };
  iterator(options: object): AsyncIterable<[Buffer, Buffer]>;
  batch(operations: object[], options: object): Promise<void>;
  close(): Promise<void>;
}

export interface Database extends Opened {
  /** Another database of the same kind. */
  sibling(folder: string): Opened;
}

type Engine = new (...args: unknown[]) => Opened;

let opened: Database | undefined;

function remember(database: Database): void {
  opened = database;
}

/** The one that dynalite has opened. */
export function openedDatabase(): Database {
  if (opened?.status !== "open") throw new Error("the engine's database is not open");
  return opened;
}

/**
 * Changes the databases that dynalite opens from now on. It reads the table's description for each request and the item
 * for most; as tasks of libuv's threads, those reads cost a GetItem 40 % of its CPU time, and on busy cores most of its wait.
 */
export function readAtOnce(): void {
  const ofDynalite = createRequire(createRequire(import.meta.url).resolve("dynalite"));
  const level = ofDynalite("level") as { Level: Engine };
  const Plain = level.Level;
  level.Level = class extends Plain implements Database {
    constructor(...args: unknown[]) {
      super(...args);
      remember(this);
    }
    sibling(folder: string): Opened {
      return new Plain(folder);
    }
    override async get(key: string, options: object = {}): Promise<unknown> {
      // It opens by itself, and reads wait for that.
      return this.status === "open" ? this.getSync(key, options) : super.get(key, options);
    }
  };
}
