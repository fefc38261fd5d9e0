/** Turns the bytes of an export into a debate to store, or into problems. Long exports are read in a process of their own. */

import { createHash } from "node:crypto";
import type { Task } from "../../../api/base/tasks.api-base.ts";
import { parseBytes } from "../../../api/http/json.http.ts";
import { requireFewValues } from "../../../api/http/json-values.ts";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { Assessment } from "../../../domain/shapes/schemas/assessment.schema.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { DebateImport } from "../../../store/port/debates.port.ts";
import type { PublicKey } from "../../receipts/api/keys.api.ts";
import { checkImport, type ImportSettings } from "./checks.import.ts";

export type Packed = Uint8Array<ArrayBuffer>[];

/** Characters of JSON in a piece. A longer element is a piece by itself. */
const PIECE = 100_000;

/**
 * Packs long lists for another process as pieces of JSON, which the receiver parses one by one: copying 100,000 small
 * objects at once would block its event loop for half a second.
 */
export function pack(list: Iterable<unknown>): Packed {
  return [...pieces(list)].map((piece) => new TextEncoder().encode(piece));
}

export function unpack<T>(packed: Packed): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (const piece of packed) yield* JSON.parse(new TextDecoder().decode(piece)) as T[];
    },
  };
}

function* pieces(list: Iterable<unknown>): Generator<string> {
  let elements: string[] = [];
  let length = 0;
  for (const element of list) {
    const json = JSON.stringify(element);
    elements.push(json);
    length += json.length;
    if (length < PIECE) continue;
    yield `[${elements.join()}]`;
    [elements, length] = [[], 0];
  }
  if (elements.length > 0) yield `[${elements.join()}]`;
}

export interface ImportInput {
  tenant: string;
  bytes: Uint8Array;
  settings: ImportSettings;
  /** The install's public keys for receipts. */
  keys: PublicKey[];
}

type Long = "turns" | "assessments" | "events";
type PackedImport = Omit<DebateImport, Long> & Record<Long, Packed>;

export type ImportRead = { debate: PackedImport } | { problems: Problem[] };

declare module "../../../api/base/tasks.api-base.ts" {
  interface Tasks {
    readImport: { input: ImportInput; output: ImportRead };
  }
}

/** Throws `malformed-json` and `too-costly`. */
export function readImport(
  { tenant, bytes, settings, keys }: ImportInput,
  { catalogue }: { catalogue: Catalogue },
): ImportRead {
  requireFewValues(bytes);
  const { debate, problems } = checkImport({ catalogue, settings }, { tenant, body: parseBytes(bytes), keys });
  if (!debate) return { problems };
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const { turns, assessments, events } = debate;
  return { debate: { ...debate, digest, turns: pack(turns), assessments: pack(assessments), events: pack(events) } };
}

/** In a process of its own. */
export const importTask: Task<"readImport"> = async (input, { catalogue }) =>
  readImport(input, { catalogue: await catalogue() });

export function unpackImport(debate: PackedImport): DebateImport {
  return {
    ...debate,
    turns: unpack<Turn>(debate.turns),
    assessments: unpack<Assessment>(debate.assessments),
    events: unpack<LogEvent>(debate.events),
  };
}
