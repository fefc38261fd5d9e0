/** The operations of the OpenAPI document, so that a test goes through all there are. */
import type { App } from "../../../api/app.ts";

export interface Operation {
  method: string;
  path: string;
  /** As a rule names it: `get /v1/debates/{id}`. */
  name: string;
  /** Empty: anybody may call it. */
  scopes: string[];
  /** Names of query parameters. */
  query: string[];
  responses: Record<string, { headers?: Record<string, object> }>;
}

interface Described {
  security?: { bearer: string[] }[];
  parameters?: { name: string; in: string }[];
  responses: Operation["responses"];
}

export async function operationsOf(app: App): Promise<Operation[]> {
  const { paths } = (await (await app.request("/openapi.json")).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters = [], responses }]) => ({
      method: method.toUpperCase(),
      path,
      name: `${method} ${path}`,
      scopes: security?.[0]?.bearer ?? [],
      query: parameters.filter((each) => each.in === "query").map((each) => each.name),
      responses,
    })),
  );
}
