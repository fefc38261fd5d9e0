import { expect, test } from "vitest";
import { listen } from "../../infra/serve/listen.ts";

test("An address of more than 16 KiB is refused with a problem, before the API sees it.", async () => {
  const closing = new AbortController();
  const build = () => () => expect.unreachable("no request is made of it");
  const server = await listen({ host: "127.0.0.1", port: 0, closing, build });
  const response = await fetch(`${server.url}/v1/debates?cursor=${"x".repeat(20_000)}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([431, "application/problem+json"]);
  const problem = (await response.json()) as { requestId: string };
  expect(problem).toMatchObject({ type: "/problems/headers-too-large", status: 431 });
  expect(response.headers.get("x-request-id")).toBe(problem.requestId);
  await server.stop();
});
