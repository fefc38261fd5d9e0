/** The pages behind a problem's `type`. */
import { html } from "hono/html";
import { type ErrorCode, ParleyError } from "../../domain/base/errors.base.ts";
import { EXPLANATIONS, PROBLEMS } from "../base/errors.api-base.ts";
import { Html } from "../base/texts.api-base.ts";
import { sendHtmlPage } from "../http/html-page.ts";
import { defineRoute } from "./route.openapi.ts";

export const explainProblem = defineRoute({
  at: "GET /problems/{name}",
  place: "none",
  operationId: "explainProblem",
  tag: "About",
  summary: "What a type of problem means",
  query: null,
  isJson: false,
  replies: { 200: { description: "A page for people", content: { "text/html": { schema: Html } } } },
  async answer(c): Promise<Response> {
    const { name } = c.req.valid("param");
    if (!Object.hasOwn(PROBLEMS, name)) throw new ParleyError("not-found", "there is no such type of problem");
    const { status, title } = PROBLEMS[name as ErrorCode];
    c.header("Cache-Control", "public, max-age=3600");
    const body = html`<h1>${title}</h1>
<p>Problem <code>${name}</code>, HTTP status <code>${status}</code>.</p>
<p>${withCode(EXPLANATIONS[name as ErrorCode])}</p>
<p><a href="/docs">The API's reference</a></p>`;
    return sendHtmlPage(c, { title, body });
  },
});

/** Shows text between backticks as code. */
function withCode(text: string) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}
