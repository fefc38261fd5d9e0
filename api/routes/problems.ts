/** The pages that a problem's `type` leads to. */
import { randomBytes } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import { html } from "hono/html";
import { type ErrorCode, ParleyError } from "../../domain/errors.ts";
import type { App } from "../context.ts";
import { PROBLEMS } from "../errors.ts";
import { htmlPage, pageCsp } from "../html-page.ts";
import { problems } from "../openapi.ts";
import { Html } from "../schemas.ts";

const page = createRoute({
  method: "get",
  path: "/problems/{name}",
  operationId: "explainProblem",
  summary: "What a type of problem means",
  tags: ["About"],
  request: { params: z.object({ name: z.string().meta({ param: { name: "name", in: "path" } }) }) },
  responses: {
    200: { description: "A page for people", content: { "text/html": { schema: Html } } },
    ...problems("not-found"),
  },
});

export function registerProblems(app: App): void {
  app.openapi(page, async (c): Promise<Response> => {
    const { name } = c.req.valid("param");
    if (!Object.hasOwn(PROBLEMS, name)) throw new ParleyError("not-found", "there is no such type of problem");
    const { status, title, about } = PROBLEMS[name as ErrorCode];
    const nonce = randomBytes(16).toString("base64url");
    c.header("Content-Security-Policy", pageCsp(nonce));
    c.header("Cache-Control", "public, max-age=3600");
    const body = html`<h1>${title}</h1>
<p>Problem <code>${name}</code>, HTTP status <code>${status}</code>.</p>
<p>${withCode(about)}</p>
<p><a href="/docs">The API's reference</a></p>`;
    return c.html(htmlPage({ title, nonce, body }));
  });
}

/** Words between backticks are code. */
function withCode(text: string) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}
