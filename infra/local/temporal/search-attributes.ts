/**
 * Search attributes (docs/design/runtime.md#42-the-workflow): set at the start of the embedded Temporal, added to any
 * other.
 */
import type { Connection } from "@temporalio/client";
import { SEARCH_ATTRIBUTES } from "../../../workflows/base/messages.workflow-base.ts";

type Kind = (typeof SEARCH_ATTRIBUTES)[keyof typeof SEARCH_ATTRIBUTES];

const FLAG: Record<Kind, string> = { KEYWORD: "Keyword", INT: "Int", DOUBLE: "Double" };
/** `temporal.api.enums.v1.IndexedValueType` */
export const INDEXED_VALUE_TYPE: Record<Kind, number> = { KEYWORD: 2, INT: 3, DOUBLE: 4 };

/** `--search-attribute` flags of `temporal server start-dev`. */
export function searchAttributeFlags(): string[] {
  return Object.entries(SEARCH_ATTRIBUTES).map(([name, kind]) => `--search-attribute=${name}=${FLAG[kind]}`);
}

/**
 * Adds the missing attributes. Returns the reason if it failed, or null: a hosted Temporal may require its
 * administrator, so the caller decides how to report it.
 */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<string | null> {
  try {
    const known = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !(name in known.customAttributes));
    if (missing.length === 0) return null;
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(([name, kind]) => [name, INDEXED_VALUE_TYPE[kind]])),
    });
    return null;
  } catch (error) {
    return isAlreadyThere(error) ? null : messageOf(error);
  }
}

const ALREADY_EXISTS = 6;

function isAlreadyThere(error: unknown): boolean {
  return (error as { code?: number }).code === ALREADY_EXISTS;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
