/** Puts an example to every body of the description. The answers were recorded by the test that sends the requests. */
import answers from "./examples/answers.json" with { type: "json" };
import { REQUEST_EXAMPLES } from "./examples/requests.ts";

interface Content {
  [type: string]: { example?: unknown };
}
interface Operation {
  operationId?: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
type Paths = Record<string, Record<string, unknown>>;

const ANSWERS: Record<string, unknown> = answers;
/** What can be exported can be imported. */
const REQUESTS: Record<string, unknown> = { ...REQUEST_EXAMPLES, importDebate: ANSWERS.getTranscript };

export function withExamples<T extends object>(paths: T): T {
  const entries = Object.entries(paths as Paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, exemplified(operation as Operation)]),
    ),
  ]);
  return Object.fromEntries(entries) as T;
}

function exemplified(operation: Operation): Operation {
  const { operationId = "", requestBody, responses } = operation;
  const answered = Object.entries(responses).map(([status, response]) => {
    const isSuccess = status.startsWith("2") && response.content;
    return [
      status,
      isSuccess ? { ...response, content: withExample(response.content, ANSWERS[operationId]) } : response,
    ];
  });
  return {
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: withExample(requestBody.content, REQUESTS[operationId]) },
    }),
    responses: Object.fromEntries(answered),
  };
}

/** Only JSON is exemplified. */
function withExample(content: Content = {}, example: unknown): Content {
  if (example === undefined) return content;
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, type.endsWith("json") ? { ...media, example } : media]),
  );
}
