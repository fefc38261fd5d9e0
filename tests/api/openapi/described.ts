/** The API's description, what is required of answers to its operations, and the recording of these answers. */
import { readFile, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import { z } from "zod";
import { SCHEMAS, schemasNamedBy } from "../../support/named-schemas.ts";
import type { World } from "../../support/world.ts";
import type { Answered, Described } from "./example-calls.ts";

type Media = NonNullable<Described["requestBody"]>["content"];
type Answers = Map<string, Answered>;

const ANSWERS = new URL("../../../api/openapi/examples/answers.json", import.meta.url);
const TOKEN = /prl_[0-9a-z]{12}_[\w-]{43}/g;

export interface Description {
  operations: Described[];
  schemas: Record<string, object>;
}

export async function descriptionOf(world: World): Promise<Description> {
  const document = (await world.request("/openapi.json")).body as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, object> };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return { operations, schemas: document.components.schemas };
}

/** Its answer depends on what is not played: schedules, and the server itself. */
export const isOnTemporal = ({ path }: Described): boolean => path === "/readyz" || path.startsWith("/v1/schedules");
export const jsonOf = (content: Media = {}) => Object.entries(content).find(([type]) => type.endsWith("json"))?.[1];
export const successOf = ({ responses }: Described) =>
  Object.entries(responses).find(([status]) => status.startsWith("2")) ?? expect.unreachable("no success is described");

/** Throws for what the schema of the description does not allow. */
export function requireValid({ schemas }: Description, schema: object, value: unknown): void {
  const text = JSON.stringify({ ...schema, $defs: schemasNamedBy(schema, schemas) });
  z.fromJSONSchema(JSON.parse(text.replaceAll(SCHEMAS, "#/$defs/"))).parse(value);
}

/** Each was called, and answered as it is described. */
export function requireAnswered(description: Description, operations: Described[], answers: Answers): void {
  for (const operation of operations) {
    const [status, { content }] = successOf(operation);
    const answer = answers.get(operation.operationId);
    expect([operation.operationId, String(answer?.status), answer?.status === Number(status) || answer?.text]).toEqual([
      operation.operationId,
      status,
      true,
    ]);
    const json = jsonOf(content);
    if (json) requireValid(description, json.schema, answer?.body);
  }
}

/** The answers of operations that answer with JSON, as they came. */
export const bodiesOf = (operations: Described[], answers: Answers) =>
  operations.flatMap((operation) =>
    jsonOf(successOf(operation)[1].content) ? [answers.get(operation.operationId)?.text] : [],
  );

/** Answers of operations that were not called stay as they are. */
export async function record(world: World, { operations }: Description, answers: Answers): Promise<void> {
  const before = JSON.parse(await readFile(ANSWERS, "utf8")) as Record<string, object>;
  const recorded = operations.flatMap((operation) => {
    const [status, success] = successOf(operation);
    const name = operation.operationId;
    const answer = answers.get(name);
    const body = answer ? answer.status === Number(status) && (answer.body as object | null) : before[name];
    return jsonOf(success.content) && body ? [[name, shortened(body)] as const] : [];
  });
  const text = JSON.stringify(Object.fromEntries(recorded), null, 1).replaceAll(
    TOKEN,
    `prl_7k2m9qa4xw0t_${"x".repeat(43)}`,
  );
  await writeFile(ANSWERS, `${text.replaceAll(world.url, "http://127.0.0.1:3000")}\n`);
}

/** Of a list the first two are example enough. */
function shortened(body: object): object {
  return "items" in body && Array.isArray(body.items) ? { ...body, items: body.items.slice(0, 2) } : body;
}
