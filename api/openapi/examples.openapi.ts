/** Adds an example to every JSON body of the document, and to bodies of bytes. A test recorded the answers to the example requests. */
import answers from "./examples/answers.json" with { type: "json" };
import { REQUEST_EXAMPLES } from "./examples/requests.example.ts";
import { type Answer, type Content, mapOperations, mapValues } from "./operations.ts";

const BYTES = "application/octet-stream";
const ANSWERS: Record<string, unknown> = answers;
/** An export is the example of an import. */
const REQUESTS: Record<string, unknown> = { ...REQUEST_EXAMPLES, importDebate: ANSWERS.getTranscript };

export function withExamples<T extends object>(paths: T): T {
  return mapOperations(paths, (operation) => {
    const { operationId = "", requestBody, responses } = operation;
    const content = requestBody && withExample(requestBody.content, REQUESTS[operationId]);
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: content as Content } }),
      responses: mapValues(responses, (response, status): Answer => {
        if (!status.startsWith("2") || !response.content) return response;
        return { ...response, content: withExample(response.content, ANSWERS[operationId]) };
      }),
    };
  });
}

function withExample(content: Content, example: unknown): Content {
  if (example === undefined) return content;
  const isFor = (type: string) => (typeof example === "string" ? type === BYTES : type.endsWith("json"));
  return mapValues(content, (media, type) => (isFor(type) ? { ...media, example } : media));
}
